#!/usr/bin/env bash
# Downloads cortex from a release and checks its SHA-256.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

case ${RUNNER_OS:?} in Linux) os=linux ;; macOS) os=darwin ;; *) fail "no release for $RUNNER_OS" ;; esac
case ${RUNNER_ARCH:?} in X64) arch=amd64 ;; ARM64) arch=arm64 ;; *) fail "no release for $RUNNER_ARCH" ;; esac
file=cortex_${VERSION:?}_${os}_$arch.tar.gz
from=${GITHUB_SERVER_URL:-https://github.com}/${REPOSITORY:?}/releases/download/v$VERSION
to=$state/download
rm -rf "$to"
mkdir -p "$to" "$state/bin"

# get downloads a file of the release by HTTPS, redirects included.
get() {
  curl --fail --silent --show-error --location --proto '=https' --proto-redir '=https' --tlsv1.2 \
    --retry 3 --connect-timeout 20 --max-time 600 --output "$to/$1" -- "$from/$1" ||
    fail "version: the download of $1 from $from failed"
}

get checksums.txt
get "$file"
want=$(awk -v name="$file" '$2 == name || $2 == "*" name { print $1 }' "$to/checksums.txt")
form='^[0-9a-f]{64}$'
[[ $want =~ $form ]] || fail "version: checksums.txt of the release has no SHA-256 of $file"
got=$(digest "$to/$file")
[ "$got" = "$want" ] || fail "version: $file has the SHA-256 $got, not $want as in checksums.txt"
tar -xzf "$to/$file" -C "$to" cortex || fail "version: $file has no cortex"
if [ -L "$to/cortex" ] || [ ! -f "$to/cortex" ]; then fail "version: cortex in $file is not a plain file"; fi
chmod 755 "$to/cortex"
mv -f "$to/cortex" "$state/bin/cortex"
"$state/bin/cortex" version
echo "$state/bin" >>"${GITHUB_PATH:?}"
output cortex "$state/bin/cortex"
