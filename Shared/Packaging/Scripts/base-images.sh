#!/usr/bin/env bash
# Brings the images that the Dockerfile begins with into an engine. Where no registry answers, it makes such images of
# Debian's packages and of the Swift toolchain of this machine, under the same names; as root.
#
# Usage: Shared/Packaging/Scripts/base-images.sh DIRECTORY ENGINE...      ENGINE is podman, with its flags
#
# Exits with 3 where the engine runs no container.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
directory=$(realpath -m "$1")
engine=("${@:2}")
dockerfile=Shared/Packaging/Dockerfile
debian=$(sed -n 's/^FROM \([^ ]*debian:[^ ]*\)$/\1/p' "$dockerfile")
swift=$(sed -n 's/^FROM \([^ ]*swift:[^ ]*\) AS .*/\1/p' "$dockerfile")

have() { "${engine[@]}" image inspect "$1" >/dev/null 2>&1; }
fetch() { have "$1" || timeout 600 "${engine[@]}" pull --quiet "$1" >/dev/null 2>&1; }

if ! fetch "$debian"; then
    echo "- no registry has $debian: one like it, by debootstrap"
    base=$directory/bookworm
    if [ ! -e "$base.whole" ]; then
        rm -rf "$base"
        mkdir -p "$directory"
        debootstrap --variant=minbase --components=main bookworm "$base" http://deb.debian.org/debian > "$directory/debootstrap.log"
        # As the slim images of Debian: no documents, and security updates.
        mkdir -p "$base/etc/dpkg/dpkg.cfg.d"
        printf 'path-exclude /usr/share/%s/*\n' doc man info locale lintian/overrides > "$base/etc/dpkg/dpkg.cfg.d/docker"
        echo 'path-include /usr/share/doc/*/copyright' >> "$base/etc/dpkg/dpkg.cfg.d/docker"
        find "$base/usr/share/doc" -mindepth 2 ! -type d ! -name copyright -delete
        rm -rf "$base"/var/lib/apt/lists/* "$base"/var/cache/apt/* "$base"/var/log/*
        rm -rf "$base"/usr/share/{man,info,locale}/* "$base"/usr/share/lintian/overrides/*
        printf 'deb http://deb.debian.org/%s main\n' "debian bookworm" "debian bookworm-updates" \
            "debian-security bookworm-security" > "$base/etc/apt/sources.list"
        touch "$base.whole"
    fi
    tar --create --numeric-owner --directory="$base" . | "${engine[@]}" import --quiet --change 'CMD ["bash"]' - "$debian" > /dev/null
fi
"${engine[@]}" run --rm --network none "$debian" true || exit 3

if ! fetch "$swift"; then
    echo "- no registry has $swift: one like it, with the toolchain of this machine"
    toolchain=$(dirname "$(dirname "$(realpath "$(command -v swift)")")")
    "${engine[@]}" build --quiet --network=host --tag "$swift" --file - "$toolchain" > /dev/null <<CONTAINERFILE
FROM $debian
RUN apt-get update && apt-get install -y --no-install-recommends binutils-gold ca-certificates git gnupg2 libc6-dev \
    libcurl4-openssl-dev libedit2 libgcc-12-dev libpython3-dev libsqlite3-0 libstdc++-12-dev libxml2-dev libz3-dev \
    pkg-config tzdata unzip zlib1g-dev && rm -rf /var/lib/apt/lists/*
COPY . /usr
CONTAINERFILE
fi
