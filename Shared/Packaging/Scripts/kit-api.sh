#!/usr/bin/env bash
# Compares the API of the kit with that of the last release, and fails where a package that depends on it would no longer
# compile.
#
# Usage: Shared/Packaging/Scripts/kit-api.sh
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
released=$(git tag --list 'v*' --sort=-version:refname | head -n 1)
if [ -z "$released" ]; then
    echo "There is no release yet whose API could be kept."
    exit 0
fi
swift package --scratch-path .build/api diagnose-api-breaking-changes "$released" --products KopilkaKit
