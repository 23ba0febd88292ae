#!/usr/bin/env bash
# Checks the Go of the job, which builds cortex and lists the packages of the indexed code.
#
#   go.sh find     sets wanted to true when the job has no Go that is new enough, and version
#                  to the version for actions/setup-go
#   go.sh key      sets the key of the cache for the current Go
#   go.sh return   gives the later steps of the job their own Go back
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# rank prints a version as a number: 1.26.8 as 1026008, and a pre-release as 0.
rank() {
  local form='^([0-9]+)\.([0-9]+)(\.([0-9]+))?$'
  if [[ ${1#go} =~ $form ]]; then
    echo $((10#${BASH_REMATCH[1]} * 1000000 + 10#${BASH_REMATCH[2]} * 1000 + 10#${BASH_REMATCH[4]:-0}))
  else
    echo 0
  fi
}

# version prints the version of the Go on the PATH; empty without one.
version() {
  (alone && cd / && GOENV=off go env GOVERSION 2>/dev/null) || true
}

mine=$state/go # links to the Go of the job, when it is too old for cortex
case $1 in
  find)
    least=$(sed -n 's/^go \([0-9.]*\).*/\1/p' "${source:?}/go.mod")
    have=$(version)
    wanted=false
    if [ "$(rank "$have")" -lt "$(rank "$least")" ]; then wanted=true; fi
    echo "cortex needs Go $least; the job has ${have:-none}"
    output wanted "$wanted"
    output version "~$least" # the newest patch release
    output toolchain "${GOTOOLCHAIN-}"
    # DESIGN: a folder of links to Go alone restores the job's Go. Its own folder may be
    # /usr/bin, which would then precede the folders that the job has put on the PATH.
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
    [ -n "$have" ] || fail "no go is on the PATH after actions/setup-go"
    key=cortex-${RUNNER_OS:?}-${RUNNER_ARCH:?}-$have-
    output prefix "$key"
    output key "$key$(digest "$source/go.sum")"
    output path "$RUNNER_TEMP/cortex-cache"
    # An earlier use in the same job may have made the cache.
    if [ -e "$RUNNER_TEMP/cortex-cache" ]; then output there true; else output there false; fi
    ;;
  return)
    # actions/setup-go puts its Go before that of the job and sets GOTOOLCHAIN. Go reads an
    # empty GOTOOLCHAIN as an unset one.
    if [ -e "$mine/go" ]; then echo "$mine" >>"${GITHUB_PATH:?}"; fi
    GITHUB_OUTPUT=${GITHUB_ENV:?} output GOTOOLCHAIN "${TOOLCHAIN-}"
    ;;
esac
