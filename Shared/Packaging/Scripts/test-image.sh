#!/usr/bin/env bash
# Builds the container image in a Podman of its own, and tries it. Says why where that cannot be done. Nothing is left but
# the directory: the base images as directories, the image and its bill of materials as files.
#
# Usage: Shared/Packaging/Scripts/test-image.sh DIRECTORY DEBIAN_PACKAGE...
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
directory=$(realpath -m "$1")
scripts=Shared/Packaging/Scripts
skip() { echo "skipped: $*"; exit 0; }

[ "$(id -u)" -eq 0 ] || skip "the image is tried as root, with base images that debootstrap makes"
"$scripts/install-packages.sh" "${@:2}"
mkdir -p "$directory"
# shellcheck source=podman.sh
source "$scripts/podman.sh"
make_podman "$directory/build" || skip "$podman_trouble"
trap 'remove_podman "$directory/build"' EXIT

"$scripts/base-images.sh" "$directory" "$directory/build/podman" || { [ $? -ne 3 ] || skip "podman runs no container here"; exit 1; }
"$scripts/image.sh" "$directory/image" "$directory/build/podman"
"$scripts/try-image.sh" "$directory"/image/kopilka_*.tar "$directory"
