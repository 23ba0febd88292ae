#!/usr/bin/env bash
# Checks the inputs before anything is done with them: what can't be meant, or what GitHub
# would refuse at the end of the job, is refused at its start.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# plain refuses control characters, line ends among them.
plain() {
  case $2 in *[[:cntrl:]]*) fail "$1: a control character or a line end in $(printf '%q' "$2")" ;; esac
}

# yes_or_no refuses what is neither true nor false.
yes_or_no() {
  case $2 in
    true | false) ;;
    *) fail "$1: $(printf '%q' "$2") is neither true nor false" ;;
  esac
}

# artifact_name holds a name against what GitHub takes.
artifact_name() {
  plain artifact-name "$1"
  case $1 in
    '' | . | ..) fail "artifact-name: '$1' is no name" ;;
    ' '* | *' ') fail "artifact-name: a space at an end of '$1', where GitHub would drop it" ;;
    *[\":\<\>\|*?\\/]*) fail "artifact-name: GitHub takes none of \" : < > | * ? \\ / in a name, and this is '$1'" ;;
  esac
}

# real prints a folder without links in its path.
real() {
  (cd "$1" && pwd -P)
}

# below tells whether a path is a folder, or something in it.
below() {
  case $1/ in "$2"/*) ;; *) return 1 ;; esac
}

# folder finds the folder to index, which lies in the workspace: a path, or a link in a
# branch of a stranger, must not bring the rest of the machine into an artifact.
folder() {
  plain path "$1"
  local path=$1
  case $path in /*) ;; *) path=./$path ;; esac
  [ -d "$path" ] || fail "path: there is no folder '$1' in the workspace; is actions/checkout missing before this step?"
  path=$(real "$path")
  below "$path" "$(real "${GITHUB_WORKSPACE:?}")" || fail "path: '$1' leads out of the workspace"
  output path "$path"
}

# destination finds the folder of the index. upload-artifact reads its name as a pattern and
# leaves out what begins with a dot, so the name is a plain one.
destination() {
  plain out "$1"
  local out=$1 rest n=1
  if [ -z "$out" ]; then # one for each use in a job, beside the checkout, which stays as it was
    out=$RUNNER_TEMP/cortex-index
    while [ -e "$out" ]; do n=$((n + 1)) out=$RUNNER_TEMP/cortex-index-$n; done
    output out "$out"
    return
  fi
  case $out in
    "$GITHUB_WORKSPACE"/*) rest=${out#"$GITHUB_WORKSPACE"/} ;;
    "$RUNNER_TEMP"/*) rest=${out#"$RUNNER_TEMP"/} ;;
    /*) fail "out: '$out' lies neither in the workspace nor in the runner's folder for temporary files" ;;
    *) rest=$out out=$GITHUB_WORKSPACE/$out ;;
  esac
  case $rest in
    ' '* | *' ') fail "out: a space at an end of '$1', where upload-artifact would drop it" ;;
    *[]\":\<\>\|*?\\[!#~]*) fail "out: upload-artifact reads none of \" : < > | * ? \\ [ ] ! # ~ as it stands, and this is '$1'" ;;
  esac
  case /$rest/ in
    */../*) fail "out: '..' in '$1'" ;;
    */.[!/]*) fail "out: what begins with a dot is hidden, and upload-artifact leaves it out; this is '$1'" ;;
  esac
  if leads_out "$out"; then fail "out: a link in '$1' leads out of the workspace"; fi
  if [ "$out" -ef "$GITHUB_WORKSPACE" ] || [ "$out" -ef "$RUNNER_TEMP" ]; then fail "out: '$1' is no folder of its own"; fi
  output out "$out"
}

# leads_out tells whether what there is of a path is a link, or lies below one that leads
# to another place than the workspace and the runner's folder for temporary files.
leads_out() {
  local there=$1
  if [ -L "$there" ]; then return 0; fi
  while [ ! -d "$there" ]; do
    if [ -L "$there" ]; then return 0; fi
    there=$(dirname "$there")
  done
  there=$(real "$there")
  ! below "$there" "$(real "$GITHUB_WORKSPACE")" && ! below "$there" "$(real "$RUNNER_TEMP")"
}

# release holds a version against the form that releases have.
release() {
  plain version "$1"
  local form='^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$' number=${1#v}
  [ -z "$1" ] || [[ $number =~ $form ]] || fail "version: '$1' names no release; write it as 1.2.3, or leave it away to build cortex from the action's own source"
  output version "$number"
}

# days refuses what is no number of days. 400 is the most that GitHub can be set to.
days() {
  plain retention-days "$1"
  local number='^[1-9][0-9]{0,2}$'
  [ -z "$1" ] || { [[ $1 =~ $number ]] && [ "$1" -le 400 ]; } || fail "retention-days: '$1' is no number from 1 to 400"
  output retention-days "$1"
}

case ${RUNNER_OS:-} in
  Linux | macOS) ;;
  *) fail "cortex runs on Linux and macOS; this runner is '${RUNNER_OS:-}'" ;;
esac
case ${RUNNER_ARCH:-} in
  X64 | ARM64) ;;
  *) fail "cortex runs on amd64 and arm64; this runner is '${RUNNER_ARCH:-}'" ;;
esac
mkdir -p "$state"
release "${IN_VERSION-}"
yes_or_no install-only "${IN_INSTALL_ONLY-}"
if [ "$IN_INSTALL_ONLY" = true ]; then exit; fi
yes_or_no tests "${IN_TESTS-}"
yes_or_no content "${IN_CONTENT-}"
yes_or_no strict "${IN_STRICT-}"
plain tags "${IN_TAGS-}"
days "${IN_RETENTION_DAYS-}"
artifact_name "${IN_ARTIFACT_NAME-}"
output artifact-name "$IN_ARTIFACT_NAME"
folder "${IN_PATH-}"
destination "${IN_OUT-}"
