#!/usr/bin/env bash
# Builds cortex from the action's own checkout.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# DESIGN: the caches are ours alone, so that what is saved is what cortex needs, and not what
# the job has built before. The build does not depend on how the job has set up Go, but for
# the proxies and private modules that it names, by variables or by go env -w.
alone
cd "${source:?}"
for name in GOPROXY GONOPROXY GOPRIVATE GOSUMDB GONOSUMDB GOINSECURE GOVCS GOAUTH; do
  value=$(go env "$name") || fail "Go does not say what $name is; the log says why"
  export "$name=$value"
done
export GOENV=off GOPATH=${CACHE:?}/path GOMODCACHE=$CACHE/mod GOCACHE=$CACHE/build CGO_ENABLED=1
usual=$(go env CC)
for compiler in "$usual" clang cc none; do
  if command -v "$compiler" >/dev/null; then break; fi
done
[ "$compiler" != none ] || fail "cortex needs a C compiler to be built, and there is no $usual on the PATH: install one, or name a release by version"
if [ "$compiler" != "$usual" ]; then export CC=$compiler; fi

mkdir -p "$CACHE" "$state/bin"
begun=$SECONDS
go build -buildvcs=false -trimpath -ldflags='-s -w' -o "$state/bin/cortex" ./cmd/cortex || fail "cortex could not be built; the log says why"
echo "built in $((SECONDS - begun)) s"
"$state/bin/cortex" version
echo "$state/bin" >>"${GITHUB_PATH:?}"
output cortex "$state/bin/cortex"
