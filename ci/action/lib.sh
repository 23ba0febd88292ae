# shellcheck shell=bash
# What the scripts of the action share. They run on bash 3.2, which macOS has: no
# associative arrays, no mapfile. Inputs come as variables of the environment, and are never
# part of a script's text.

set -euo pipefail
export LC_ALL=C # so that classes of characters are bytes, and a second has a point in it

# source is the checkout that the action is part of.
# shellcheck disable=SC2034 # used by the others
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# state is where the action keeps what it needs later in the job.
# shellcheck disable=SC2034 # used by the others
state=${RUNNER_TEMP:?}/cortex-action

# escaped prints a text as the value of a workflow command: on one line, whatever it holds.
escaped() {
  local s=$1
  s=${s//'%'/%25}
  s=${s//$'\r'/%0D}
  s=${s//$'\n'/%0A}
  printf '%s' "$s"
}

# fail shows an error where the run lists them, keeps it for the summary, and ends the step.
fail() {
  printf '::error title=cortex::%s\n' "$(escaped "$1")"
  mkdir -p "$state"
  printf '%s\n' "$1" >"$state/why"
  exit 1
}

# random prints 32 hexadecimal digits that nobody can have guessed.
random() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n'
}

# output sets an output of the step. The end of the value is marked by a random word, so
# that no value can end early and set another.
output() {
  local mark
  mark=end-$(random)
  printf '%s<<%s\n%s\n%s\n' "$1" "$mark" "$2" "$mark" >>"${GITHUB_OUTPUT:?}"
}

# quietly runs a command whose output may hold names and messages of the repository. The
# runner takes lines such as ::set-output:: for commands of ours: not until it ends.
quietly() {
  local mark status=0
  mark=stop-$(random)
  printf '::stop-commands::%s\n' "$mark"
  "$@" 2>&1 || status=$?
  printf '\n::%s::\n' "$mark"
  return "$status"
}

# alone clears what the job has set for its own builds of Go and C, which could break ours or
# change what is built. What says where modules come from stays.
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

# quoted prints a text as one word of a shell's command.
quoted() {
  case $1 in
    '' | *[!A-Za-z0-9_./:@%+=-]*) printf '%s' "$1" | sed "s/'/'\\\\''/g; s/^/'/; s/\$/'/" ;;
    *) printf '%s' "$1" ;;
  esac
}
