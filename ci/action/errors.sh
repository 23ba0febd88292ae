#!/usr/bin/env bash
# Reports the number of errors in the code and the first one. With strict it is an error that
# fails the step, otherwise a warning. The index is already uploaded.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

case ${ERRORS:?} in 1) found='1 error' ;; *) found="$ERRORS errors" ;; esac
first=$("${CORTEX:?}" query sql --index "${OUT:?}" --format table "SELECT
  left(concat_ws(':', coalesce(file_path, module_path, '.'), start_line, start_column) || ': ' || message, 500) AS first
  FROM diagnostics WHERE severity = 'error' ORDER BY first LIMIT 1" | sed -n 2p) # a table prints each row as one line
if [ "${STRICT:?}" = true ]; then
  fail "strict: cortex found $found in the code (the index is uploaded); the first: $first"
fi
printf '::warning title=cortex::%s\n' "$(escaped "cortex found $found in the code; the first: $first")"
