#!/usr/bin/env bash
# Looks at the Go of the job. cortex is built with it, and asks it for the packages of what
# it indexes.
#
#   go.sh find     sets wanted to true when the job has no Go that is new enough, and version
#                  to what actions/setup-go is to set up
#   go.sh key      sets the key of the cache, for the Go that there is now
#   go.sh return   gives the steps after this action the Go that they had before
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# rank prints a version as a number: 1.26.8 as 1026008. A pre-release is none.
rank() {
  local form='^([0-9]+)\.([0-9]+)(\.([0-9]+))?$'
  if [[ ${1#go} =~ $form ]]; then
    echo $((10#${BASH_REMATCH[1]} * 1000000 + 10#${BASH_REMATCH[2]} * 1000 + 10#${BASH_REMATCH[4]:-0}))
  else
    echo 0
  fi
}

# version prints the version of the Go on the PATH, or nothing.
version() {
  (alone && cd / && GOENV=off go env GOVERSION 2>/dev/null) || true
}

mine=$state/go # the Go of the job, when it has another one than cortex needs
case $1 in
  find)
    least=$(sed -n 's/^go \([0-9.]*\).*/\1/p' "${source:?}/go.mod")
    have=$(version)
    wanted=false
    if [ "$(rank "$have")" -lt "$(rank "$least")" ]; then wanted=true; fi
    echo "cortex needs Go $least; the job has ${have:-none}"
    output wanted "$wanted"
    output version "~$least" # the newest with its fixes
    output toolchain "${GOTOOLCHAIN-}"
    # DESIGN: the Go of the job comes back by a folder with nothing but it. The folder that it
    # lies in may be /usr/bin, which would then come before what the job has put on the PATH.
    if [ "$wanted" = true ] && [ ! "$mine/go" -ef "$(command -v go || echo /)" ]; then
      rm -rf "$mine"
      mkdir -p "$mine"
      for program in go gofmt; do
        if there=$(command -v "$program"); then ln -s "$there" "$mine/$program"; fi
      done
    fi
    ;;
  key)
    have=$(version)
    [ -n "$have" ] || fail "there is no Go on the PATH, after actions/setup-go"
    key=cortex-${RUNNER_OS:?}-${RUNNER_ARCH:?}-$have-
    output prefix "$key"
    output key "$key$(digest "$source/go.sum")"
    output path "$RUNNER_TEMP/cortex-cache"
    # A use before this one in the same job has restored or made it already.
    if [ -e "$RUNNER_TEMP/cortex-cache" ]; then output there true; else output there false; fi
    ;;
  return)
    # actions/setup-go puts its Go before that of the job, and sets GOTOOLCHAIN. An empty one
    # is to Go as none.
    if [ -e "$mine/go" ]; then echo "$mine" >>"${GITHUB_PATH:?}"; fi
    GITHUB_OUTPUT=${GITHUB_ENV:?} output GOTOOLCHAIN "${TOOLCHAIN-}"
    ;;
esac
