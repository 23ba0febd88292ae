#!/usr/bin/env bash
# Verifies the index and sets the outputs about its content.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

quietly "${CORTEX:?}" verify --index "${OUT:?}" || fail "the index is not whole; see the log"
"$CORTEX" info --index "$OUT" --format outputs >"$state/outputs"
name='^[a-z][a-z-]*$'
while IFS= read -r line; do
  if [[ ${line%%=*} =~ $name ]]; then output "${line%%=*}" "${line#*=}"; fi
done <"$state/outputs"
