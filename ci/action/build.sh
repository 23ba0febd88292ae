#!/usr/bin/env bash
# Builds cortex from the action's own checkout.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# DESIGN: the caches are ours alone, so that what is saved is what cortex needs, and not what
# the job has built before; and the build does not depend on how the job has set up Go.
export GOMODCACHE=${CACHE:?}/mod GOCACHE=$CACHE/build
export GOFLAGS=-modcacherw GOWORK=off GOENV=off CGO_ENABLED=1
unset GOOS GOARCH GOEXPERIMENT CGO_CFLAGS CGO_LDFLAGS
mkdir -p "$CACHE" "$state/bin"
cd "${source:?}"
begun=$SECONDS
go build -buildvcs=false -trimpath -ldflags='-s -w' -o "$state/bin/cortex" ./cmd/cortex || fail "cortex could not be built; the lines above say why. It needs a C compiler."
echo "built in $((SECONDS - begun)) s"
"$state/bin/cortex" version
echo "$state/bin" >>"${GITHUB_PATH:?}"
output cortex "$state/bin/cortex"
