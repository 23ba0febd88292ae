#!/usr/bin/env bash
# Ends the job when the gates refuse the change.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

if [ "$OVERRIDDEN" = true ]; then
  printf '::warning title=cortex::the gates refuse this change, and a label overrides them\n'
else
  fail 'the gates refuse this change; the summary of the job lists the findings'
fi
