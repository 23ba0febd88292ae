#!/usr/bin/env bash
# Verifies the index, and sets the outputs that tell what is in it.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

quietly "${CORTEX:?}" verify --index "${OUT:?}" || fail "the index is not whole; the log says what is wrong"
"$CORTEX" info --index "$OUT" --format outputs >"$state/outputs"
name='^[a-z][a-z-]*$'
while IFS= read -r line; do
  if [[ ${line%%=*} =~ $name ]]; then output "${line%%=*}" "${line#*=}"; fi
done <"$state/outputs"
