#!/usr/bin/env bash
# Puts together what is given away: the packages, the sources, and their sums, signed with the key that is named.
#
# Usage: Shared/Packaging/Scripts/release.sh DIRECTORY_OF_THE_PACKAGES DIRECTORY_OF_THE_RELEASE
#
# SIGNIFY_KEY=FILE signs with signify(1), GPG_KEY=NAME with gpg(1). Without either nothing is signed, and it says so.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
packages=$(realpath "$1")
release=$(realpath -m "$2")
version=$(sed -n 's/.*static let current = "\(.*\)"/\1/p' Shared/Hosting/Process/Version.swift)

[ -z "$(git status --porcelain)" ] || { echo "Files differ from the last commit; commit them first." >&2; exit 1; }
if ! git tag --points-at HEAD | grep -qx "v$version"; then
    ! git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null || {
        echo "v$version is another commit; give the version of Shared/Hosting/Process/Version.swift a new number." >&2
        exit 1
    }
fi

rm -rf "$release"
mkdir -p "$release"
cp "$packages"/*.deb "$release"
git archive --format=tar --prefix="kopilka-$version/" HEAD | gzip --best --no-name > "$release/kopilka-$version.tar.gz"
cd "$release"
sha256sum -- *.deb *.tar.gz > SHA256SUMS
signed=
if [ -n "${SIGNIFY_KEY:-}" ]; then
    signify-openbsd -S -s "$SIGNIFY_KEY" -m SHA256SUMS -x SHA256SUMS.sig
    signed=yes
fi
if [ -n "${GPG_KEY:-}" ]; then
    gpg --batch --yes --local-user "$GPG_KEY" --armor --detach-sign SHA256SUMS
    signed=yes
fi
cat SHA256SUMS
[ -n "$signed" ] || echo "Not signed: name a key by SIGNIFY_KEY or GPG_KEY." >&2
