#!/usr/bin/env bash
# Makes the Debian package out of programs that are built, in .build/deb. The same sources give the same bytes of the
# package, built in any directory whose path has as many bytes: swiftc keeps the length of a path that it was told to
# replace. The symbols for debuggers name modules of the build's own cache.
#
# Usage: Shared/Packaging/Scripts/deb.sh DIRECTORY_OF_THE_EXECUTABLES DIRECTORY_OF_THE_PACKAGES
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
bin=$(realpath "${1:-.build/release}")
packages=$(realpath -m "${2:-.build/deb}")
services=(auth ledger history scanner patterns bonds subscriptions notifications)
version=$(sed -n 's/.*static let current = "\(.*\)"/\1/p' Shared/Hosting/Process/Version.swift)
# Not dpkg-buildpackage's own directory of packages, the parent of the source.
tree=$packages/tree/kopilka-$version

rm -rf "$packages"
umask 022
mkdir -p "$tree"/{programs,generated/ru,documents,monitoring}
cp -r Shared/Packaging/Debian "$tree/debian"
cp CHANGELOG.md NOTICE "$tree/documents"
cp Shared/Packaging/Monitoring/{alerts.yaml,prometheus.yaml,dashboard.json} "$tree/monitoring"
Shared/Packaging/Scripts/docs.sh "$tree/documents/html" > "$packages/documents.log"

# Replaces what depends on the directory of the build: a hash of swiftc's options, which nothing reads, and the build id,
# which becomes that of the content.
identify() {
    local program=$1 work
    work=$(mktemp -d)
    objcopy --dump-section .swift_modhash="$work/hash" --dump-section .note.gnu.build-id="$work/note" "$program" "$work/copy"
    head -c "$(stat --format=%s "$work/hash")" /dev/zero > "$work/hash"
    # The note is a header of 16 bytes and a SHA-1: elf(5), "Notes".
    head -c 16 "$work/note" > "$work/header"
    { cat "$work/header"; head -c 20 /dev/zero; } > "$work/note"
    objcopy --update-section .swift_modhash="$work/hash" --update-section .note.gnu.build-id="$work/note" "$program"
    strip -o "$work/copy" "$program"
    { cat "$work/header"; printf "$(sha1sum < "$work/copy" | head -c 40 | sed 's/../\\x&/g')"; } > "$work/note"
    objcopy --update-section .note.gnu.build-id="$work/note" "$program"
    rm -r "$work"
}
for program in house gateway; do
    install -m 0755 "$bin/$program" "$tree/programs/"
    identify "$tree/programs/$program"
done
# One program under nine names: a third of the size on disk, and 58 MB less memory for all services together.
for service in "${services[@]}"; do ln -s house "$tree/programs/$service"; done
install -m 0644 "$bin/build.json" "$tree/generated/"

# What the programs say of themselves, on no particular machine.
tell() { env -i PATH=/usr/bin:/bin HOME=/nonexistent LANG="$1" "$tree/programs/gateway" "${@:2}"; }
for shell in bash zsh fish; do tell C.UTF-8 completions "$shell" > "$tree/generated/gateway.$shell"; done
tell C.UTF-8 man > "$tree/generated/gateway.1"
tell ru_RU.UTF-8 man > "$tree/generated/ru/gateway.1"
for service in "${services[@]}"; do
    tell C.UTF-8 man "$service" > "$tree/generated/kopilka-$service.8"
    tell ru_RU.UTF-8 man "$service" > "$tree/generated/ru/kopilka-$service.8"
done

# The newest release of CHANGELOG.md, as dpkg wants it. Its date is that of everything in the package.
read -r newest date < <(sed -n 's/^## \[\([0-9][^]]*\)\] - \(.*\)/\1 \2/p' CHANGELOG.md)
if [ "$newest" != "$version" ]; then
    echo "CHANGELOG.md has $newest as its newest version, the programs have $version." >&2
    exit 1
fi
maintainer=$(sed -n 's/^Maintainer: //p' Shared/Packaging/Debian/control)
printf 'kopilka (%s) bookworm; urgency=medium\n\n  * Release %s: see changelog.gz.\n\n -- %s  %s\n' \
    "$version" "$version" "$maintainer" "$(date -u -R -d "$date")" > "$tree/debian/changelog"

cd "$tree"
dpkg-buildpackage --build=binary --no-sign --root-command= > "$packages/log" 2>&1 || { tail -40 "$packages/log" >&2; exit 1; }
mv ../*.deb "$packages/"
rm -rf "$packages/tree"
ls "$packages"/*.deb
