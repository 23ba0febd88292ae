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

# trimmed tells whether a text has a blank at an end that the runner or JavaScript drops.
blank=$'[ \t]|\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80|\xef\xbb\xbf'
trimmed() {
  [[ $1 =~ ^($blank) || $1 =~ ($blank)$ ]]
}

# artifact_name holds a name against what GitHub takes.
artifact_name() {
  plain artifact-name "$1"
  case $1 in
    '' | . | ..) fail "artifact-name: '$1' is no name" ;;
    *[\":\<\>\|*?\\/]*) fail "artifact-name: GitHub takes none of \" : < > | * ? \\ / in a name, and this is '$1'" ;;
  esac
  if trimmed "$1"; then fail "artifact-name: a blank at an end of '$1', where GitHub would drop it"; fi
}

# repository_name refuses what is no name of a repository. Empty is the one that cortex finds.
repository_name() {
  plain name "$1"
  if [[ $1 =~ $blank ]]; then fail "name: a blank in '$1'; a repository is named as in github.com/owner/name"; fi
  output name "$1"
}

# build_tags refuses what cortex would take for no tag, once it is built.
build_tags() {
  plain tags "$1"
  local tag rest=$1,
  while [ -n "$rest" ]; do
    tag=${rest%%,*} rest=${rest#*,}
    tag=${tag#"${tag%%[! ]*}"}
    tag=${tag%"${tag##*[! ]}"}
    if [[ $tag =~ $blank || $tag == *[!A-Za-z0-9_.$'\x80'-$'\xff']* ]]; then
      fail "tags: '$tag' is no build tag: separate tags with commas"
    fi
  done
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
  local path=$1 missing='is actions/checkout missing before this step?'
  [ -n "$path" ] || fail "path: it is empty; write . for the whole workspace. An expression such as \${{ matrix.path }} is empty when its name is misspelt"
  [ -n "$(ls -A "${GITHUB_WORKSPACE:?}")" ] || fail "path: the workspace is empty; $missing"
  case $path in /*) ;; *) path=./$path ;; esac
  [ -d "$path" ] || fail "path: there is no folder '$1' in the workspace; $missing"
  path=$(real "$path")
  below "$path" "$(real "$GITHUB_WORKSPACE")" || fail "path: '$1' leads out of the workspace"
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
    "$GITHUB_WORKSPACE"/*) rest=${out#"$GITHUB_WORKSPACE"/} out=$GITHUB_WORKSPACE ;;
    "$RUNNER_TEMP"/*) rest=${out#"$RUNNER_TEMP"/} out=$RUNNER_TEMP ;;
    /*) fail "out: '$out' lies neither in the workspace nor in the runner's folder for temporary files" ;;
    *) rest=$out out=$GITHUB_WORKSPACE ;;
  esac
  if trimmed "$rest"; then fail "out: a blank at an end of '$1', where upload-artifact would drop it"; fi
  case $rest in
    *[]\":\<\>\|*?\\[!#~]*) fail "out: upload-artifact reads none of \" : < > | * ? \\ [ ] ! # ~ as it stands, and this is '$1'" ;;
  esac
  rest=$(printf '/%s/' "$rest" | tr -s / | sed -e ':again' -e 's|/\./|/|' -e 't again') # no empty names, and none that is a dot
  case $rest in
    */../*) fail "out: '..' in '$1'" ;;
    */.*) fail "out: what begins with a dot is hidden, and upload-artifact leaves it out; this is '$1'" ;;
    /) fail "out: '$1' is no folder of its own" ;;
  esac
  # DESIGN: 33 bytes, of the 255 that a name may have, are what cortex adds to the name of a
  # folder while it writes it.
  local form='[^/]{223}'
  if [[ $rest =~ $form ]]; then fail "out: a name longer than 222 bytes in '$1'"; fi
  out=$out${rest%/}
  free "$out" "$1"
  output out "$out"
}

# free refuses a folder for the index that is taken, or is not where it seems to be.
free() {
  local there=$1 own
  if leads_out "$1"; then fail "out: a link in '$2' leads out of the workspace"; fi
  while [ ! -d "$there" ]; do
    if [ -e "$there" ]; then fail "out: '$there' is a file, and no folder"; fi
    there=$(dirname "$there")
  done
  there=$(real "$there")
  for own in cortex-action cortex-cache; do
    if below "$1" "$RUNNER_TEMP/$own" || below "$there" "$(real "$RUNNER_TEMP")/$own"; then
      fail "out: '$2' lies in $own, which the action keeps its own files in"
    fi
  done
  if [ -d "$1" ] && [ -n "$(ls -A "$1")" ] && ! { [ -f "$1/manifest.json" ] && grep -q '"format": *"cortex-index"' "$1/manifest.json"; }; then
    fail "out: '$2' is a folder with files in it, and no index; name one that is new or empty"
  fi
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
rm -f "$state/why" "$state/log" # of a use before this one in the job
release "${IN_VERSION-}"
yes_or_no install-only "${IN_INSTALL_ONLY-}"
if [ "$IN_INSTALL_ONLY" = true ]; then exit; fi
yes_or_no tests "${IN_TESTS-}"
yes_or_no content "${IN_CONTENT-}"
yes_or_no strict "${IN_STRICT-}"
build_tags "${IN_TAGS-}"
repository_name "${IN_NAME-}"
days "${IN_RETENTION_DAYS-}"
artifact_name "${IN_ARTIFACT_NAME-}"
output artifact-name "$IN_ARTIFACT_NAME"
folder "${IN_PATH-}"
destination "${IN_OUT-}"
