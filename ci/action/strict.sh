#!/usr/bin/env bash
# Fails when strict was asked for and the code has errors. The index is uploaded by now.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

case ${ERRORS:?} in 1) found='1 error' ;; *) found="$ERRORS errors" ;; esac
fail "strict: cortex found $found in the code; the summary lists the first, and the index is uploaded"
