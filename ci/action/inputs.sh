#!/usr/bin/env bash
# Checks the inputs at the start of the job. It refuses mistakes, and values that GitHub would
# refuse at the end.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# plain refuses control characters, line ends among them.
plain() {
  case $2 in *[[:cntrl:]]*) fail "$1: a control character or a line end in $(printf '%q' "$2")" ;; esac
}

# yes_or_no refuses values other than true and false.
yes_or_no() {
  case $2 in
    true | false) ;;
    *) fail "$1: $(printf '%q' "$2") is neither true nor false" ;;
  esac
}

# trimmed reports whether a text begins or ends with a blank that the runner or JavaScript drops.
blank=$'[ \t]|\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80|\xef\xbb\xbf'
trimmed() {
  [[ $1 =~ ^($blank) || $1 =~ ($blank)$ ]]
}

# artifact_name refuses names that GitHub forbids.
artifact_name() {
  plain artifact-name "$1"
  case $1 in
    '' | . | ..) fail "artifact-name: '$1' is not a name" ;;
    *[\":\<\>\|*?\\/]*) fail "artifact-name: '$1' has one of \" : < > | * ? \\ /, which GitHub forbids" ;;
  esac
  if trimmed "$1"; then fail "artifact-name: a blank at an end of '$1', where GitHub would drop it"; fi
}

# repository_name refuses a name with blanks. An empty name lets cortex find the name.
repository_name() {
  plain name "$1"
  if [[ $1 =~ $blank ]]; then fail "name: a blank in '$1'; a repository is named as in github.com/owner/name"; fi
  output name "$1"
}

# build_tags refuses build tags that cortex would refuse later.
build_tags() {
  plain tags "$1"
  local tag rest=$1,
  while [ -n "$rest" ]; do
    tag=${rest%%,*} rest=${rest#*,}
    tag=${tag#"${tag%%[! ]*}"}
    tag=${tag%"${tag##*[! ]}"}
    if [[ $tag =~ $blank || $tag == *[!A-Za-z0-9_.$'\x80'-$'\xff']* ]]; then
      fail "tags: '$tag' is not a build tag: separate tags with commas"
    fi
  done
}

# scip_files refuses SCIP indexes that are no files of the workspace or of the runner's folder for temporary files.
scip_files() {
  plain scip "$1"
  local file rest=$1,
  while [ -n "$rest" ]; do
    file=${rest%%,*} rest=${rest#*,}
    case $file in
      '' | auto) continue ;;
      /*) ;;
      *) file=./$file ;;
    esac
    if [ ! -f "$file" ] || leads_out "$file"; then fail "scip: '$file' is not a file of the workspace or of the runner's folder for temporary files"; fi
  done
}

# real prints the path of a folder without links.
real() {
  (cd "$1" && pwd -P)
}

# below reports whether a path is a folder or inside it.
below() {
  case $1/ in "$2"/*) ;; *) return 1 ;; esac
}

# folder finds the folder to index, which must be in the workspace. A link in an untrusted
# branch must not bring other files of the machine into an artifact.
folder() {
  plain path "$1"
  local path=$1 missing='is actions/checkout missing before this step?'
  [ -n "$path" ] || fail "path: '' is empty: use . for the workspace. A misspelt expression such as \${{ matrix.path }} is empty"
  [ -n "$(ls -A "${GITHUB_WORKSPACE:?}")" ] || fail "path: the workspace is empty; $missing"
  case $path in /*) ;; *) path=./$path ;; esac
  [ -d "$path" ] || fail "path: '$1' is not a folder of the workspace; $missing"
  path=$(real "$path")
  below "$path" "$(real "$GITHUB_WORKSPACE")" || fail "path: '$1' leads out of the workspace"
  output path "$path"
}

# destination finds the folder of the index. Its name must be plain, because upload-artifact
# reads it as a pattern and leaves out names that begin with a dot.
destination() {
  plain out "$1"
  local out=$1 rest n=1
  if [ -z "$out" ]; then # one for each use in a job, outside the checkout
    out=$RUNNER_TEMP/cortex-index
    while [ -e "$out" ]; do n=$((n + 1)) out=$RUNNER_TEMP/cortex-index-$n; done
    output out "$out"
    return
  fi
  case $out in
    "$GITHUB_WORKSPACE"/*) rest=${out#"$GITHUB_WORKSPACE"/} out=$GITHUB_WORKSPACE ;;
    "$RUNNER_TEMP"/*) rest=${out#"$RUNNER_TEMP"/} out=$RUNNER_TEMP ;;
    /*) fail "out: '$out' is neither in the workspace nor in the runner's folder for temporary files" ;;
    *) rest=$out out=$GITHUB_WORKSPACE ;;
  esac
  if trimmed "$rest"; then fail "out: a blank at an end of '$1', where upload-artifact would drop it"; fi
  case $rest in
    *[]\":\<\>\|*?\\[!#~]*) fail "out: '$1' has one of \" : < > | * ? \\ [ ] ! # ~, which upload-artifact reads as a pattern" ;;
  esac
  rest=$(printf '/%s/' "$rest" | tr -s / | sed -e ':again' -e 's|/\./|/|' -e 't again') # without empty names and dots
  case $rest in
    */../*) fail "out: '..' in '$1'" ;;
    */.*) fail "out: '$1' has a name that begins with a dot, which upload-artifact leaves out" ;;
    /) fail "out: '$1' is the whole workspace or temporary folder" ;;
  esac
  # DESIGN: a name has at most 255 bytes, and cortex adds 33 while it writes.
  local form='[^/]{223}'
  if [[ $rest =~ $form ]]; then fail "out: a name longer than 222 bytes in '$1'"; fi
  out=$out${rest%/}
  free "$out" "$1"
  output out "$out"
}

# free refuses a folder for the index that has other files, or that a link leads outside.
free() {
  local there=$1 own
  if leads_out "$1"; then fail "out: a link in '$2' leads out of the workspace"; fi
  while [ ! -d "$there" ]; do
    if [ -e "$there" ]; then fail "out: '$there' is a file"; fi
    there=$(dirname "$there")
  done
  there=$(real "$there")
  for own in cortex-action cortex-cache; do
    if below "$1" "$RUNNER_TEMP/$own" || below "$there" "$(real "$RUNNER_TEMP")/$own"; then
      fail "out: '$2' is in $own, the folder of the action"
    fi
  done
  if [ -d "$1" ] && [ -n "$(ls -A "$1")" ] && ! { [ -f "$1/manifest.json" ] && grep -q '"format": *"cortex-index"' "$1/manifest.json"; }; then
    fail "out: '$2' is a folder with files and without an index: use a new or empty folder"
  fi
}

# leads_out reports whether a path is a link, or is below a link that leads out of the
# workspace and of the runner's folder for temporary files.
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

# release refuses a version that is not written as 1.2.3.
release() {
  plain version "$1"
  local form='^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$' number=${1#v}
  [ -z "$1" ] || [[ $number =~ $form ]] || fail "version: '$1' is not a release: use 1.2.3, or leave it empty to build cortex from source"
  output version "$number"
}

# days refuses values other than 1 to 400, the maximum of GitHub.
days() {
  plain retention-days "$1"
  local number='^[1-9][0-9]{0,2}$'
  [ -z "$1" ] || { [[ $1 =~ $number ]] && [ "$1" -le 400 ]; } || fail "retention-days: '$1' is not a number from 1 to 400"
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
rm -f "$state/why" "$state/log" # of an earlier use in the job
release "${IN_VERSION-}"
yes_or_no install-only "${IN_INSTALL_ONLY-}"
if [ "$IN_INSTALL_ONLY" = true ]; then exit; fi
yes_or_no tests "${IN_TESTS-}"
yes_or_no content "${IN_CONTENT-}"
yes_or_no strict "${IN_STRICT-}"
yes_or_no diff "${IN_DIFF-}"
yes_or_no comment "${IN_COMMENT-}"
plain fail-on "${IN_FAIL_ON-}"
plain override-label "${IN_OVERRIDE_LABEL-}"
build_tags "${IN_TAGS-}"
scip_files "${IN_SCIP-}"
repository_name "${IN_NAME-}"
days "${IN_RETENTION_DAYS-}"
artifact_name "${IN_ARTIFACT_NAME-}"
output artifact-name "$IN_ARTIFACT_NAME"
folder "${IN_PATH-}"
destination "${IN_OUT-}"
