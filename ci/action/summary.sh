#!/usr/bin/env bash
# Writes the summary of the job: the content of the index and how to get it, or why there is none.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
exec >>"${GITHUB_STEP_SUMMARY:?}"

# indented prints a text as a code block of Markdown. No line of the text can end the block.
indented() {
  tr -d '\000-\010\013-\037\177' | cut -c 1-500 | sed 's/^/    /'
}

if [ "$VERIFIED" != success ]; then
  step='The inputs were refused'
  if [ "$CHECKED" = success ]; then step='The installation of cortex failed'; fi
  if [ "$INSTALLED" = success ]; then step='The extraction failed'; fi
  if [ "$EXTRACTED" = success ]; then step='The index is not whole'; fi
  printf '### No index\n\n%s; see the log of the job.\n' "$step"
  said=$state/why # the message of the failed step
  if [ "$EXTRACTED" = failure ]; then said=$state/log; fi
  if [ -s "$said" ]; then
    printf '\n'
    tail -n 20 "$said" | tail -c 8000 | indented
  fi
  exit
fi

"${CORTEX:?}" info --index "${OUT:?}" --format markdown
if [ "$UPLOADED" != success ]; then
  printf '\nThe upload of the index failed; see the log of the job.\n'
  exit
fi
download="gh run download ${GITHUB_RUN_ID:?} --repo ${GITHUB_REPOSITORY:?} --name $(quoted "${NAME:?}") --dir cortex-index"
made='Made in'
if [ "$UP_TO_DATE" = true ]; then made='Up to date, as a check found in'; fi
printf '\n%s %s s. On your machine:\n\n' "$made" "$DURATION"
printf '%s\n' "$download" 'cortex query summary --index cortex-index' 'cortex mcp --index cortex-index' | sed 's/^/    /'
