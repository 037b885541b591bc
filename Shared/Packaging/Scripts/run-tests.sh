#!/usr/bin/env bash
# Runs tests and says at the end which ones failed and why: nobody finds them between thousands that passed.
#
# Usage: Shared/Packaging/Scripts/run-tests.sh COMMAND [ARGUMENT...]
set -euo pipefail

output=$(mktemp "${TMPDIR:-/tmp}/kopilka-tests.XXXXXX")
trap 'rm -f "$output"' EXIT

code=0
"$@" 2>&1 | tee "$output" || code=$?
if ((code != 0)); then
    printf '\nWhat failed:\n'
    # An issue is told in one line, and explained in those after it that begin no other message.
    awk '/recorded an issue/ { told = 1; print; next } /^[^ [:alnum:]]/ && !/^↳/ { told = 0 } told' "$output"
fi
exit "$code"
