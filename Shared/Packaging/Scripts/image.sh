#!/usr/bin/env bash
# Builds the container image `kopilka`, and saves it with its bill of materials beside it.
#
# Usage: Shared/Packaging/Scripts/image.sh DIRECTORY [ENGINE...]
#
# ENGINE is a command with its flags; by default docker, or podman where no Docker runs.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
directory=$(realpath -m "${1:-.build/image}")
engine=("${@:2}")
version=$(sed -n 's/.*static let current = "\(.*\)"/\1/p' Shared/Hosting/Process/Version.swift)
revision=$(Shared/Packaging/Scripts/build-source.sh \
    | sed 's/{"commit":"\([0-9a-f]*\)","isModified":\(.*\)}/\1\2/; s/false$//; s/true$/+/; s/^{}$//')

if [ ${#engine[@]} -eq 0 ]; then
    for name in docker podman; do
        if "$name" info >/dev/null 2>&1; then engine=("$name"); break; fi
    done
fi
[ ${#engine[@]} -gt 0 ] || { echo "Neither docker nor podman runs here for you." >&2; exit 1; }

# Docker's usual format: the one of the Open Containers Initiative has no health check.
format=()
! "${engine[@]}" --version | grep -q podman || format=(--format docker --network host)
DOCKER_BUILDKIT=1 "${engine[@]}" build "${format[@]}" --build-arg VERSION="$version" --build-arg REVISION="$revision" \
    --tag kopilka --file Shared/Packaging/Dockerfile .

mkdir -p "$directory"
name=$directory/kopilka_${version}_$(dpkg --print-architecture)
rm -f "$name".{tar,spdx.json}
"${engine[@]}" save --output "$name.tar" kopilka
"${engine[@]}" run --rm --network none --entrypoint cat kopilka /usr/share/kopilka/sbom.spdx.json > "$name.spdx.json"
ls "$name".{tar,spdx.json}
