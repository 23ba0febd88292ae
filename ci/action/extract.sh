#!/usr/bin/env bash
# Extracts the index, and measures the time. With strict, code that has errors is told at the
# end of the action, when the index is uploaded.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

arguments=(extract --out "${OUT:?}")
if [ "$TESTS" = false ]; then arguments+=(--no-tests); fi
if [ "$CONTENT" = false ]; then arguments+=(--no-content); fi
if [ "$STRICT" = true ]; then arguments+=(--strict); fi
if [ -n "$TAGS" ]; then arguments+=(--tags="$TAGS"); fi
arguments+=(-- "${FOLDER:?}")

# timed writes the seconds to a file of their own, and what is said to another.
TIMEFORMAT=%3R
timed() {
  local status=0
  { time "${CORTEX:?}" "${arguments[@]}" 2>&1 | tee "$state/log" >&3; } 3>&1 2>"$state/seconds" || status=$?
  return "$status"
}

status=0
quietly timed || status=$?
output status "$status"
output seconds "$(tail -n 1 "$state/seconds")"
case $status in
  0 | 3) ;;
  *) fail "the index could not be made: $(grep '^cortex: error: ' "$state/log" | tail -n 1 || echo "cortex extract ended with $status")" ;;
esac
