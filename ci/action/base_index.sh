#!/usr/bin/env bash
# Makes the index of the merge base: from the cache, from the artifact of a run of the base
# branch, or from its code. Only an index that verifies, and whose commit is right, is used.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=api.sh
. "$(dirname "${BASH_SOURCE[0]}")/api.sh"

to=${TO:?}

# accept reports whether an index is whole and is of the merge base.
accept() {
  quietly "${CORTEX:?}" verify --index "$1" || return 1
  "$CORTEX" info --index "$1" --format outputs >"$state/base-outputs" || return 1
  grep -qx "commit=${COMMIT:?}" "$state/base-outputs"
}

# alike reports whether an index was made with the version and the options of the new one.
alike() {
  { "$CORTEX" diff "$1" "${OUT:?}" --offline --quiet --format json 2>/dev/null || true; } | jq -e '.not_alike == []' >/dev/null
}

# from_artifact downloads the index that a run of this repository made of the commit. A run for a
# pull request of a fork does not count: its author chose the index.
from_artifact() {
  local id
  command -v jq >/dev/null || return 1
  api GET "repos/${GITHUB_REPOSITORY:?}/actions/artifacts?per_page=100&name=$(jq -rn --arg n "${NAME_OF_ARTIFACT:?}" '$n|@uri')" >"$state/artifacts.json" || return 1
  id=$(jq -r --arg commit "$COMMIT" --arg branch "${BRANCH:?}" 'first(.artifacts[] | select((.expired | not) and .workflow_run.head_sha == $commit
    and .workflow_run.head_branch == $branch and .workflow_run.head_repository_id == .workflow_run.repository_id) | .id) // empty' "$state/artifacts.json") || return 1
  [[ $id =~ ^[0-9]+$ ]] || return 1
  api GET "repos/$GITHUB_REPOSITORY/actions/artifacts/$id/zip" >"$state/base.zip" || return 1
  if ! accept "$state/base.zip" || ! alike "$state/base.zip"; then
    notice "the index of ${COMMIT:0:12} from an earlier run is not usable: it is extracted again"
    return 1
  fi
  rm -rf "$to"
  mkdir -p "$to"
  unzip -q "$state/base.zip" -d "$to"
}

# from_code extracts the index from a checkout of the commit.
from_code() {
  local tree=$state/base-tree arguments=(extract --quiet --out "$to")
  rm -rf "$tree" "$to"
  git -C "$state/base.git" worktree prune
  quietly authorized -C "$state/base.git" -c core.hooksPath=/dev/null worktree add --quiet --detach "$tree" "$COMMIT" ||
    fail "diff: git cannot check out ${COMMIT:0:12}; see the log"
  [ -d "$tree$BELOW" ] || fail "diff: ${COMMIT:0:12} has no folder '${BELOW#/}'"
  if [ -n "$NAME" ]; then arguments+=(--name="$NAME"); fi
  if [ "$TESTS" = false ]; then arguments+=(--no-tests); fi
  if [ "$CONTENT" = false ]; then arguments+=(--no-content); fi
  if [ -n "$TAGS" ]; then arguments+=(--tags="$TAGS"); fi
  if [ "$WANTED" = true ]; then unset GOROOT; fi # it belongs to the job's own Go
  quietly "$CORTEX" "${arguments[@]}" -- "$tree$BELOW" || fail "diff: the extraction of ${COMMIT:0:12} failed; see the log"
  rm -rf "$tree"
}

if [ "$CACHED" = true ] && accept "$to"; then
  echo "the index of ${COMMIT:0:12} is from the cache"
elif from_artifact; then
  echo "the index of ${COMMIT:0:12} is from an artifact"
else
  from_code
  accept "$to" || fail "diff: the index of ${COMMIT:0:12} is not whole"
  echo "the index of ${COMMIT:0:12} is from its code"
fi
