#!/usr/bin/env bash
# Says what the programs are built from, for gateway version: {"commit":"…","isModified":false}. An empty object where the
# sources are no clone, unless REVISION has the commit, as in the build of an image; a + behind it: files were changed.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
if [[ ${REVISION:-} =~ ^([0-9a-f]{40})(\+?)$ ]]; then
    [ -z "${BASH_REMATCH[2]}" ] && modified=false || modified=true
    echo "{\"commit\":\"${BASH_REMATCH[1]}\",\"isModified\":$modified}"
    exit
fi
commit=$(git rev-parse HEAD 2>/dev/null) || { echo '{}'; exit 0; }
modified=false
[ -z "$(git status --porcelain -- Package.swift Services Shared)" ] || modified=true
echo "{\"commit\":\"$commit\",\"isModified\":$modified}"
