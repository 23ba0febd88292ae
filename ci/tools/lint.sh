#!/usr/bin/env bash
# Checks the workflows, the examples, the action and its scripts.
set -euo pipefail
cd "$(dirname "$0")/../.."

shellcheck=$(ci/tools/shellcheck.sh)
"$shellcheck" --external-sources --source-path=SCRIPTDIR ci/action/*.sh ci/*.sh ci/tools/*.sh .ci/run
go build -modfile=ci/tools/go.mod -o bin/actionlint github.com/rhysd/actionlint/cmd/actionlint
bin/actionlint -shellcheck "$shellcheck" .github/workflows/*.yml

# The examples, in a repository with the action as a local one. Then actionlint checks its
# inputs and outputs too.
examples=$(mktemp -d)
trap 'rm -rf "$examples"' EXIT
mkdir -p "$examples"/.git "$examples"/.github/workflows "$examples"/ci
cp ci/action.yml "$examples"/ci
# actionlint does not read composite actions: check the steps as those of a job.
awk '
  /^inputs:/ { print "on:\n  workflow_call:\n    inputs:"; part = "inputs"; next }
  /^outputs:/ { print "permissions: {}\njobs:\n  action:\n    runs-on: ubuntu-latest\n    outputs:"; part = "outputs"; next }
  /^runs:/ { part = "runs"; next }
  part == "inputs" && /^  [a-z]/ { print "      " $1 " {type: string}" }
  part == "outputs" && /^  [a-z]/ { printf "      %s", $1 }
  part == "outputs" && /^    value:/ { sub(/^ *value:/, ""); print }
  part == "runs" && !/using:/ { sub(/^  steps:/, "    steps:"); print }
' ci/action.yml >"$examples/.github/workflows/action.yml"
for example in ci/examples/*.yml; do
  sed 's|cortex-index/cortex/ci@main|./ci|' "$example" >"$examples/.github/workflows/$(basename "$example")"
done
actionlint=$PWD/bin/actionlint
(cd "$examples" && "$actionlint" -shellcheck "$shellcheck" .github/workflows/*.yml) || {
  echo 'the lines above are about ci/examples, or about ci/action.yml as a job' >&2
  exit 1
}
