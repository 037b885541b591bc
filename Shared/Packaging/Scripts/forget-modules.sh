#!/usr/bin/env bash
# Has every module compiled anew when what all share has changed since the last build: forget-modules.sh release|debug
#
# `swift build` compiles a module again when one that it names as a dependency has changed, but not when one further below has,
# though code of that is compiled into it: a program whose values have another form in one half of it than in the other
# crashes. What is as it was costs little, since the compiler writes no machine code again that is the same.
set -euo pipefail
cd "$(dirname "$0")/../../.."

stamp=.build/shared-$1.sha256
now=$(find Package.swift Shared -path Shared/Packaging -prune -o -type f ! -name '*.md' -print0 | sort -z | xargs -0 sha256sum | sha256sum)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ]; then exit 0; fi
rm -f .build/"$1"/Modules/*.swiftmodule
mkdir -p .build
echo "$now" >"$stamp"
