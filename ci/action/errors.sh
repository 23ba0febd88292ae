#!/usr/bin/env bash
# Tells that the code has errors, and the first of them: with strict as an error, which fails
# the step, else as a warning. The index is uploaded by now.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

case ${ERRORS:?} in 1) found='1 error' ;; *) found="$ERRORS errors" ;; esac
first=$("${CORTEX:?}" query sql --index "${OUT:?}" --format table "SELECT
  left(concat_ws(':', coalesce(file_path, module_path, '.'), start_line, start_column) || ': ' || message, 500) AS first
  FROM diagnostics WHERE severity = 'error' ORDER BY first LIMIT 1" | sed -n 2p) # printed as one line, whatever it holds
if [ "${STRICT:?}" = true ]; then
  fail "strict: cortex found $found in the code, and the index is uploaded; the first: $first"
fi
printf '::warning title=cortex::%s\n' "$(escaped "cortex found $found in the code; the first: $first")"
