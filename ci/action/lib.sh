# shellcheck shell=bash
# Functions that the scripts of the action share. They run on bash 3.2 of macOS: no
# associative arrays, no mapfile. Inputs are variables of the environment, never part of the
# text of a script.

set -euo pipefail
export LC_ALL=C # bytes for classes of characters, and a point in decimals

# source is the checkout of the action.
# shellcheck disable=SC2034 # for the other scripts
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# state is the folder of files for later steps.
# shellcheck disable=SC2034 # for the other scripts
state=${RUNNER_TEMP:?}/cortex-action

# escaped prints a text as the value of a workflow command, on one line.
escaped() {
  local s=$1
  s=${s//'%'/%25}
  s=${s//$'\r'/%0D}
  s=${s//$'\n'/%0A}
  printf '%s' "$s"
}

# fail reports an error, keeps it for the summary, and ends the step.
fail() {
  printf '::error title=cortex::%s\n' "$(escaped "$1")"
  mkdir -p "$state"
  printf '%s\n' "$1" >"$state/why"
  exit 1
}

# random prints 32 hexadecimal digits that nobody can guess.
random() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n'
}

# output sets an output of the step. A random word marks the end of the value, thus no value
# can end early and set another output.
output() {
  local mark
  mark=end-$(random)
  printf '%s<<%s\n%s\n%s\n' "$1" "$mark" "$2" "$mark" >>"${GITHUB_OUTPUT:?}"
}

# quietly runs a command whose output may have names and messages of the repository. Until it
# ends, the runner does not read lines such as ::set-output:: as commands.
quietly() {
  local mark status=0
  mark=stop-$(random)
  printf '::stop-commands::%s\n' "$mark"
  "$@" 2>&1 || status=$?
  printf '\n::%s::\n' "$mark"
  return "$status"
}

# alone clears the job's settings for builds of Go and C, which could break or change this
# build. Settings for downloading modules stay.
alone() {
  local name
  for name in ${!GO@} ${!CGO_@} CC CXX FC AR; do
    case $name in
      GOENV | GOPROXY | GONOPROXY | GOPRIVATE | GOSUMDB | GONOSUMDB | GOINSECURE | GOVCS | GOAUTH | GOTMPDIR | GOOGLE_*) ;;
      *) unset "$name" ;;
    esac
  done
  export GOTOOLCHAIN=local GOWORK=off GOFLAGS=-modcacherw
}

# digest prints the SHA-256 of a file.
digest() {
  if command -v sha256sum >/dev/null; then
    sha256sum <"$1" | cut -c 1-64
  else
    shasum -a 256 <"$1" | cut -c 1-64
  fi
}

# quoted prints a text as one word of a shell command.
quoted() {
  case $1 in
    '' | *[!A-Za-z0-9_./:@%+=-]*) printf '%s' "$1" | sed "s/'/'\\\\''/g; s/^/'/; s/\$/'/" ;;
    *) printf '%s' "$1" ;;
  esac
}
