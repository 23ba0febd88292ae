#!/usr/bin/env bash
# Packs cortex for this machine as a release: cortex_VERSION_OS_ARCH.tar.gz with a file of its
# SHA-256, in dist or in the new folder of the argument.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^const Version = "\(.*\)"$/\1/p' cmd/cortex/internal/cli/version.go)
name=cortex_${version:?}_$(go env GOOS)_$(go env GOARCH).tar.gz
if [ $# = 0 ]; then rm -rf dist; fi
to=${1:-dist}
mkdir "$to"
go build -buildvcs=false -trimpath -ldflags='-s -w' -o "$to/cortex" ./cmd/cortex
cp LICENSE "$to"
cd "$to"
tar -czf "$name" cortex LICENSE
rm cortex LICENSE
if command -v sha256sum >/dev/null; then sha256sum "$name"; else shasum -a 256 "$name"; fi | tee "$name.sha256"
