#!/usr/bin/env bash
# Keeps one comment of the pull request up to date with the report, and deletes it when nothing
# structural differs. A token without the permission to write is no error.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=api.sh
. "$(dirname "${BASH_SOURCE[0]}")/api.sh"

command -v jq >/dev/null || {
  notice 'no comment: the runner has no jq'
  exit
}
[[ ${NUMBER:?} =~ ^[0-9]+$ ]] || fail "diff: '$NUMBER' is not the number of a pull request"
mark="<!-- cortex diff ${FOLDER_NAME:-.} -->"
mark=${mark//$'\n'/ }
comments=repos/${GITHUB_REPOSITORY:?}/issues/$NUMBER/comments

# mine prints the id of the comment that an earlier run wrote. A comment of a person does not count.
mine() {
  local page found
  for page in 1 2 3 4 5 6 7 8 9 10; do
    api GET "$comments?per_page=100&page=$page" >"$state/comments.json" || return 1
    found=$(jq -r --arg mark "$mark" 'first(.[] | select(.user.type == "Bot" and (.body | startswith($mark))) | .id) // empty' "$state/comments.json") || return 1
    if [ -n "$found" ] || [ "$(jq length "$state/comments.json")" -lt 100 ]; then break; fi
  done
  printf '%s' "$found"
}

id=$(mine) || {
  notice 'no comment: the token cannot read the comments of the pull request'
  exit
}
changes=$(jq '[([.modules[] | .breaking, .compatible][]), .changed, .types, .edges.added, .edges.removed, .dependencies, .cycles, .unused, .uncalled, .untouched, .findings
  | length] | add // 0' "${REPORT:?}/diff.json")
if [ "$changes" = 0 ]; then
  if [ -n "$id" ]; then api DELETE "repos/$GITHUB_REPOSITORY/issues/comments/$id" >/dev/null || notice 'the comment cannot be deleted'; fi
  exit
fi
{
  printf '%s\n' "$mark"
  cat "$REPORT/report.md"
} | jq -Rs '{body: .}' >"$state/body.json"
if [ -n "$id" ]; then
  api PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" "$state/body.json" >/dev/null || notice 'no comment: the token cannot write to the pull request'
else
  api POST "$comments" "$state/body.json" >/dev/null || notice 'no comment: the token cannot write to the pull request; the summary of the job has the report'
fi
