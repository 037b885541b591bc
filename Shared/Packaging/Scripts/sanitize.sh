#!/usr/bin/env bash
# Builds all programs and tests with sanitizers, runs the tests, and fails when a test fails or any process has a report.
# Reports and programs are in .build/sanitize-KIND.
#
# Usage: Shared/Packaging/Scripts/sanitize.sh KIND [FILTER]
#
# KIND is `thread` (ThreadSanitizer), or `address`: AddressSanitizer, LeakSanitizer, and for all C, that of the headers
# included, UndefinedBehaviorSanitizer. FILTER is that of swift test.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
kind=${1:?"thread or address"}
filter=${2:-}
scratch=$PWD/.build/sanitize-$kind
sources=Tests/Sanitizers
scripts=Shared/Packaging/Scripts
swift=${SWIFT:-swift}
tools=$(realpath "$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/../../bin")

# Tests that cannot hold under a sanitizer.
skipped=(
    # The sanitizer's allocator is the one that counts, not mimalloc.
    --skip AllocatorTests/whatMallocGivesComesFromIt
    # The access that it makes is the fault that sanitizers report.
    --skip SecretBytesTests/writingToASecretTraps
    # It bounds the addresses of a service, of which sanitizers take terabytes.
    --skip NoMemoryTests/aRightPasswordIsNotCalledWrong
)
build=()
case $kind in
    thread)
        c=(-fsanitize=thread)
        faults=(race)
        skipped+=(
            # It bounds the files of a program. ThreadSanitizer writes one at the start and maps more of it than fits.
            --skip BackupScheduleSystemTests/oldOnesGoOnlyAfterAGoodOne
        )
        ;;
    address)
        c=(-fsanitize=address,undefined)
        faults=(use-after-free overflow leak)
        # By -Xcc the functions in the headers of C libraries, too: Swift's compiler makes code of them.
        build=(-Xcc -fsanitize=undefined)
        ;;
    *)
        echo "Sanitizers are: thread, address" >&2
        exit 64
        ;;
esac

mkdir -p "$scratch/reports"
compile() {
    "$tools/clang" -c -O1 -g -fPIC -Wall -Wextra -Werror -DKOPILKA_REPORTS="\"$scratch/reports\"" \
        -DKOPILKA_SYMBOLIZER="\"$tools/llvm-symbolizer\"" -I Shared/Bindings/CProcess/include "$@"
}

# Compiles the options, by a name that says what is in them: programs are linked again when they change.
linked=()
for part in "$kind" reports; do
    compile "$sources/$part.c" -o "$scratch/$part.o"
    object=$scratch/$part-$(sha256sum < "$scratch/$part.o" | head -c 8).o
    mv "$scratch/$part.o" "$object"
    linked+=("$object")
    build+=(-Xlinker "$object")
done

# ld.gold says 150 times that it does not export the helpers of AddressSanitizer, which nobody needs exported.
quietly() {
    local code=0
    "$@" > "$scratch/output" 2>&1 || code=$?
    grep -v "warning: Cannot export local symbol '__asan_" "$scratch/output" || true
    return "$code"
}

# A run without reports says something only when faults are reported, also those of confined services.
prove() {
    local code fault way
    compile "${c[@]}" "$sources/faults.c" -o "$scratch/faults.o"
    compile "${c[@]}" Shared/Bindings/CProcess/Landlock.c -o "$scratch/Landlock.o"
    quietly "$tools/swiftc" -sanitize="$kind" "$scratch/faults.o" "$scratch/Landlock.o" "${linked[@]}" -ldispatch \
        -lBlocksRuntime -o "$scratch/faults"
    for fault in "${faults[@]}"; do
        for way in "" confined; do
            # Services end without looking for leaks.
            [ "$fault-$way" != leak-confined ] || continue
            rm -f "$scratch/reports"/*
            # The processes of tests have an environment of their own, too.
            code=0
            env -i "$scratch/faults" "$fault" ${way:+"$way"} || code=$?
            [ "$code" -ne 69 ] || { echo "This kernel has no Landlock: no service is confined."; continue; }
            find "$scratch/reports" -type f -size +0 | grep -q . || {
                echo "A fault was not reported: $fault $way" >&2
                exit 1
            }
        done
    done
    rm -f "$scratch/reports"/*
    echo "Faults are reported: ${faults[*]}"
}

prove
options=(--sanitize="$kind" --scratch-path "$scratch")
"$swift" build --build-tests "${options[@]}" "${build[@]}"
rm -f "$scratch/reports"/*
code=0
"$scripts/run-tests.sh" "$swift" test --skip-build --disable-xctest "${options[@]}" "${skipped[@]}" \
    ${filter:+--filter "$filter"} || code=$?
find "$scratch/reports" -type f -empty -delete
python3 "$scripts/sanitizer-reports.py" "$scratch/reports" "$tools" || code=$?
exit "$code"
