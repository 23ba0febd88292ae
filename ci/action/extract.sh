#!/usr/bin/env bash
# Extracts the index and measures the time.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

arguments=(extract --out "${OUT:?}")
if [ -n "$NAME" ]; then arguments+=(--name="$NAME"); fi
if [ "$TESTS" = false ]; then arguments+=(--no-tests); fi
if [ "$CONTENT" = false ]; then arguments+=(--no-content); fi
if [ -n "$TAGS" ]; then arguments+=(--tags="$TAGS"); fi
IFS=, read -r -a indexes <<<"$SCIP"
for file in "${indexes[@]}"; do
  if [ -n "$file" ]; then arguments+=(--scip="$file"); fi
done
arguments+=(-- "${FOLDER:?}")
if [ "$WANTED" = true ]; then unset GOROOT; fi # it belongs to the job's own Go

# timed writes the seconds to one file and the output to another.
TIMEFORMAT=%3R
timed() {
  local status=0
  { time "${CORTEX:?}" "${arguments[@]}" 2>&1 | tee "$state/log" >&3; } 3>&1 2>"$state/seconds" || status=$?
  return "$status"
}

# told prints the error of cortex, which ends the log, and the next step below it, as one line.
told() {
  awk '/^cortex: / && !/^cortex: note: /{error = substr($0, 9); step = ""; next} error && !step {step = $0} END {print error (step ? "; " step : "")}' "$state/log"
}

status=0
quietly timed || status=$?
output seconds "$(tail -n 1 "$state/seconds")"
if grep -q '^up to date: ' "$state/log"; then output up-to-date true; else output up-to-date false; fi
if [ "$status" != 0 ]; then
  error=$(told)
  fail "the extraction failed: ${error:-cortex extract ended with $status}"
fi
