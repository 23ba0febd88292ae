#!/usr/bin/env bash
# Compares the index with that of the merge base: a report for the summary and the comment, the
# difference as JSON, annotations, and the verdict of the gates for a later step.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

to=$RUNNER_TEMP/cortex-diff
tick='`'
rm -rf "$to"
mkdir -p "$to"
arguments=(diff "${BASE_INDEX:?}" "${OUT:?}" --quiet --offline)
if [ -n "$FAIL_ON" ]; then arguments+=(--fail-on="$FAIL_ON"); fi

# run runs cortex diff, which exits with 4 when gates refuse findings.
run() {
  local status=0
  "${CORTEX:?}" "${arguments[@]}" "$@" 2>"$state/gates" || status=$?
  case $status in
    0 | 4) return ;;
  esac
  fail "diff: $(tail -n 5 "$state/gates")"
}
run --format json --output "$to/diff.json"
run --format github # its text is escaped
run --format markdown --output "$state/report.md"
refused=false
if grep -q 'the gates refuse' "$state/gates"; then refused=true; fi
skipped=$(sed -n 's/^cortex: note: \(the gates are skipped: .*\)/\1/p' "$state/gates" | head -n 1 | cut -c 1-500)
if [ -n "$skipped" ]; then printf '::warning title=cortex::%s\n' "$(escaped "$skipped")"; fi
{
  cat "$state/report.md"
  if [ -n "$skipped" ]; then printf '\n> No gate judged this change. %s\n' "$(tr -d '`<>&@' <<<"$skipped")"; fi
  if [ "$refused" = true ]; then
    if [ "$OVERRIDDEN" = true ]; then
      printf '\n> The gates refuse this change. The label %s%s%s overrides them.\n\n' "$tick" "$(printf '%s' "$LABEL" | tr -d "$tick"'[:cntrl:]')" "$tick"
    else
      printf '\n> The gates refuse this change.\n\n'
    fi
    tr -d '\000-\010\013-\037\177' <"$state/gates" | head -n 30 | cut -c 1-500 | head -c 4000 | sed 's/^/    /'
  fi
} >"$to/report.md"
cat "$to/report.md" >>"${GITHUB_STEP_SUMMARY:?}"
output folder "$to"
output refused "$refused"
