#!/usr/bin/env bash
# Builds cortex from the action's own checkout.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# DESIGN: the action has its own caches, because the job's own hold builds that cortex does not
# need. The build ignores the job's settings of Go, except for proxies and private modules,
# which the job names by variables or by go env -w.
alone
cd "${source:?}"
for name in GOPROXY GONOPROXY GOPRIVATE GOSUMDB GONOSUMDB GOINSECURE GOVCS GOAUTH; do
  value=$(go env "$name") || fail "go env $name fails; see the log"
  export "$name=$value"
done
export GOENV=off GOPATH=${CACHE:?}/path GOMODCACHE=$CACHE/mod GOCACHE=$CACHE/build CGO_ENABLED=1
usual=$(go env CC)
for compiler in "$usual" clang cc none; do
  if command -v "$compiler" >/dev/null; then break; fi
done
[ "$compiler" != none ] || fail "no C compiler $usual is on the PATH: install one, or set version to download a release"
if [ "$compiler" != "$usual" ]; then export CC=$compiler; fi

mkdir -p "$CACHE" "$state/bin"
begun=$SECONDS
go build -buildvcs=false -trimpath -ldflags='-s -w' -o "$state/bin/cortex" ./cmd/cortex || fail "the build of cortex failed; see the log"
echo "built in $((SECONDS - begun)) s"
"$state/bin/cortex" version
echo "$state/bin" >>"${GITHUB_PATH:?}"
output cortex "$state/bin/cortex"
