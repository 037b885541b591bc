#!/usr/bin/env bash
# Installs the Debian packages that are missing, and says which and why. Needs nothing when all are there.
set -euo pipefail

declare -A purpose=(
    [libzmq3-dev]="the messages between the services (ZeroMQ)"
    [libsqlite3-dev]="the databases of the services (SQLite)"
    [libxxhash-dev]="the checksums of the databases (xxHash)"
    [libsodium-dev]="passwords and the signatures of sessions (libsodium)"
    [libssl-dev]="one-time codes of authenticator apps (libcrypto of OpenSSL)"
    [libcurl4-openssl-dev]="requests over HTTP: the Bot API of Telegram (libcurl)"
    [libexpat1-dev]="reading the statements of banks, which are XML (Expat)"
    [libgmp-dev]="shares of a whole, exactly (GMP)"
    [libcairo2-dev]="charts as PNG, SVG and PDF (cairo)"
    [libarchive-dev]="backups in one file (libarchive)"
    [libmimalloc-dev]="the memory of ledger (mimalloc)"
    [libqrencode-dev]="the QR code of one-time codes (libqrencode)"
    [libpq-dev]="the commit log of a house on several machines (libpq of PostgreSQL)"
    [libfido2-dev]="passkeys: what authenticators sign (libfido2)"
    [libcbor-dev]="passkeys: the CBOR of authenticators (libcbor)"
    [libmicrohttpd-dev]="the pages of the house in a browser (libmicrohttpd)"
    [patroni]="the demo and the tests with three machines: it makes another PostgreSQL the primary (Patroni)"
    [python3-etcd]="the demo and the tests with three machines: Patroni speaks to etcd"
    [etcd-server]="the demo and the tests with three machines: it keeps the lease of the primary (etcd)"
    [postgresql]="the demo and the tests with three machines: the database of the commit log (PostgreSQL)"
    [nftables]="the demo and the tests with three machines: packets that vanish (nft)"
    [iproute2]="the demo and the tests with three machines: cables between namespaces (ip)"
    [pandoc]="the documents as a site (pandoc)"
    [nodejs]="the tests with a client in TypeScript (Node.js)"
    [node-typescript]="the tests with a client in TypeScript: its compiler (tsc)"
    [hledger]="the tests of exported books: what reads and checks them (hledger)"
    [beancount]="the tests of exported books: what reads and checks them (Beancount)"
    [python3-venv]="the tests with clients and parsers in Python"
    [chromium]="the tests of the page in a real browser"
    [chromium-driver]="the tests of the page in a real browser: what presses its buttons"
    [build-essential]="the package: what every package of Debian may expect (build-essential)"
    [chrpath]="the package: what SwiftPM adds to programs is taken out again"
    [debhelper]="the package: its steps (debhelper)"
    [dpkg-dev]="the package: its format (dpkg)"
    [lintian]="the package: what others find wrong with packages (lintian)"
    [po-debconf]="the package: its question in other languages (debconf)"
    [debootstrap]="the trials of the package and of the image: a bare Debian"
    [systemd-container]="the trial of the package: a machine that boots (systemd-nspawn)"
    [podman]="the trial of the image: what runs containers"
    [runc]="the trial of the image: what podman starts containers with"
    [catatonit]="the trial of the image: the first process of a container"
    [pkg-config]="the comparison: where libraries are"
    [protobuf-compiler]="the comparison: code from weather.proto (protoc)"
    [protobuf-compiler-grpc]="the comparison: code from weather.proto (the plugin of gRPC)"
    [libprotobuf-dev]="the comparison: messages of gRPC (Protocol Buffers)"
    [libgrpc++-dev]="the comparison: the service with gRPC"
    [nats-server]="the comparison: the broker of NATS"
    [libnats-dev]="the comparison: the service with NATS"
    [libcjson-dev]="the comparison: JSON in C (cJSON)"
    [dbus-daemon]="the comparison: the broker of D-Bus"
    [dbus-session-bus-common]="the comparison: the settings of a private bus"
    [libsystemd-dev]="the comparison: the service with D-Bus (sd-bus)"
    [python3]="the comparison: what starts and measures everything"
    [fonts-noto-core]="the tests of the page in a real browser: letters to draw"
)

missing=()
for package in "$@"; do
    state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

echo "Installing Debian packages:"
for package in "${missing[@]}"; do echo "  $package: ${purpose[$package]:-needed to build}"; done

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "sudo is not here; as root: apt-get install ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null
