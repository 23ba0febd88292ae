#!/usr/bin/env bash
# Finds the commit that a pull request began from: the merge base of the checkout and the base
# branch. It clones into the runner's folder for temporary files, and leaves the checkout alone.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=api.sh
. "$(dirname "${BASH_SOURCE[0]}")/api.sh"

form='^[0-9a-f]{40,64}$'
[[ ${BASE:?} =~ $form ]] || fail "diff: '$BASE' is not a commit"
head=$(git -C "${FOLDER:?}" rev-parse HEAD) || fail "diff: the folder has no commit: is actions/checkout missing before this step?"
top=$(git -C "$FOLDER" rev-parse --show-toplevel)
clone=$state/base.git
rm -rf "$clone"
git init --quiet --bare "$clone"
# DESIGN: the clone has the history and, until a checkout needs them, no files.
git -C "$clone" remote add origin "${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_REPOSITORY:?}"
git -C "$clone" config extensions.partialClone origin
quietly authorized -C "$clone" fetch --quiet --filter=blob:none --no-tags origin "$BASE" "$head" ||
  fail "diff: git cannot fetch the commits of the pull request; see the log"
commit=$(git -C "$clone" merge-base "$BASE" "$head") || fail "diff: the pull request and its base branch have no common commit"
output commit "$commit"
output below "${FOLDER#"$top"}"
output cache "$RUNNER_TEMP/cortex-base"
# The index of a commit depends on the version and the options of the head's index.
options=$("${CORTEX:?}" version && printf '%s\n' "${NAME-}" "${CONTENT-}" "${TESTS-}" "${TAGS-}" "${FOLDER#"$top"}")
printf '%s' "$options" >"$state/options"
output key "cortex-base-${RUNNER_OS:?}-${RUNNER_ARCH:?}-$commit-$(digest "$state/options")"
