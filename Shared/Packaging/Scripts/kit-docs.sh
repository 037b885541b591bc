#!/usr/bin/env bash
# Makes the documentation of the kit's modules by DocC, from what the compiler knows of them.
#
# Usage: Shared/Packaging/Scripts/kit-docs.sh DIRECTORY_OF_THE_BUILD DIRECTORY_OF_THE_SITE
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
modules=$(realpath "$1")/Modules
site=$(realpath -m "$2")
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT

kit=$(sed -n '/^let kit = \[/,/^\]/p' Package.swift | grep -o '"[A-Za-z]*"' | tr -d '"')
includes=("$modules")
for map in Shared/Bindings/*/ "$1"/*.build/module.modulemap; do includes+=("$(realpath "${map%/module.modulemap}")"); done
for module in $kit; do
    swift symbolgraph-extract -module-name "$module" -target "$(uname -m)-unknown-linux-gnu" \
        -minimum-access-level public -skip-synthesized-members "${includes[@]/#/-I}" -output-dir "$graphs"
done
rm -rf "$site"
mkdir -p "$(dirname "$site")"
docc convert --diagnostic-level error --fallback-display-name KopilkaKit --fallback-bundle-identifier kopilka.kit \
    --additional-symbol-graph-dir "$graphs" --transform-for-static-hosting --output-path "$site"
echo "$site has $(find "$site/data/documentation" -name '*.json' | wc -l) pages"
