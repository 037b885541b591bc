#!/usr/bin/env bash
# Pictures of every scene of the page at three widths in both themes, for people to look at. The house of the pictures
# is below /tmp, touches nothing of yours, and is gone afterwards.
#
# Usage: Shared/Packaging/Scripts/screens.sh DIRECTORY_OF_THE_EXECUTABLES DIRECTORY_OF_THE_PICTURES
set -euo pipefail

bin=$(realpath "${1:-.build/release}")
pictures=$(realpath -m "${2:-.build/screens}")
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../..")
# Short: the path of a Unix socket has at most 107 bytes.
house=$(mktemp -d /tmp/kopilka-screens.XXXXXX)
export KOPILKA_RUN=$house/run KOPILKA_DATA=$house/data XDG_STATE_HOME=$house/state HOME=$house TMPDIR=$house
export KOPILKA_WEB_LISTEN=127.0.0.1:0 TZ=UTC GATEWAY=$bin/gateway PYTHONDONTWRITEBYTECODE=1
unset KOPILKA_PROFILE KOPILKA_CLOCK

leave() {
    local code=$?
    trap - EXIT INT TERM
    "$GATEWAY" down --wait 20s >/dev/null 2>&1 || true
    rm -rf "$house"
    exit "$code"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

"$GATEWAY" up --detach --wait 60s --web >/dev/null
link=$("$GATEWAY" status --json | grep -oE 'http://localhost:[0-9]+' | head -1)
# Those of the last time might be of scenes that are gone.
rm -rf "$pictures"
"$root/.venv/bin/python" "$root/Tests/Clients/Browser/pages.py" pictures "$link" "$pictures"
