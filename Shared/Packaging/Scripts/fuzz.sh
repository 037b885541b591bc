#!/usr/bin/env bash
# Builds the targets of Tests/Fuzz with libFuzzer and AddressSanitizer, runs them one after the other, and prints one
# line for each. What a run adds to the corpora stays in .build/fuzz, and the next one begins with it.
#
# Usage: Shared/Packaging/Scripts/fuzz.sh SECONDS RUNS [TARGET...]
#
# A target runs for so many seconds or executions, whichever end first; 0 SECONDS and -1 RUNS are no limit. All targets
# run if none is named. FUZZ_ONLY_BUILD=1 ends after the build. With FUZZ_KEEP=1 some inputs that reach what those of
# Tests/Fuzz/Corpora do not reach are added to them after the run, and the executions to Tests/Fuzz/executions.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
limit=${1:?"seconds"}
runs=${2:?"runs"}
shift 2
scratch=$PWD/.build/fuzz
swift=${SWIFT:-swift}
resources=$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
tools=$(realpath "$resources/../../bin")
driver=$(find -L "$resources" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" | head -n 1)

# Swift links a main function of libFuzzer with -sanitize=fuzzer, and each program here has its own. So the sources are
# compiled for it and the library is linked without one. Assertions stay: they are properties, too.
mkdir -p "$scratch"
"$tools/clang" -c -O1 -Wall -Wextra -Werror Tests/Fuzz/Counters/counters.c -o "$scratch/counters.o"
options=(-c release --scratch-path "$scratch" --sanitize address
    -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
    -Xswiftc -assert-config -Xswiftc Debug
    -Xlinker --whole-archive -Xlinker "$driver" -Xlinker --no-whole-archive -Xlinker -lstdc++
    -Xlinker --export-dynamic-symbol=LLVMFuzzerRunDriver
    -Xlinker "$scratch/counters.o" -Xlinker --wrap=__sanitizer_cov_8bit_counters_init
    -Xlinker --wrap=__sanitizer_cov_pcs_init -Xlinker "-Map=$scratch/map")
code=0
# The flags for speed would make one module of all, which takes long.
env -u KOPILKA_TUNED "$swift" build "${options[@]}" --product fuzz > "$scratch/output" 2>&1 || code=$?
grep -v "warning: Cannot export local symbol '__asan_" "$scratch/output" || true
[ "$code" -eq 0 ] || exit "$code"
python3 Shared/Packaging/Scripts/fuzz-counters.py "$scratch/map" > "$scratch/counters"
[ -z "${FUZZ_ONLY_BUILD:-}" ] || exit 0

program=$scratch/release/fuzz
# Leaks of the toolchain are found after minutes in any target: make sanitize looks for leaks. Where memory was taken and
# freed is not noted: that takes a sixth of the time, and an input that is found can be read again with it.
export ASAN_OPTIONS=detect_leaks=0:handle_abort=1:allocator_may_return_null=1:malloc_context_size=1
export ASAN_SYMBOLIZER_PATH=$tools/llvm-symbolizer

# Prints where the counters of modules are, for counters.c.
counters() {
    local module range ranges=
    for module in ${1//,/ }; do
        range=$(sed -n "s/^$module //p" "$scratch/counters")
        [ -n "$range" ] || { echo "No module has the name $module." >&2; exit 70; }
        ranges+=,$range
    done
    echo "${ranges#,}"
}

# Adds the forty inputs that reach most of what none in Tests, and none that follows from the sources, reaches.
keep() {
    local name=$1 longest=$2 found=$3 all=$scratch/kept/$1 before
    shift 3
    rm -rf "$all"
    mkdir -p "$all"
    find "$@" -maxdepth 1 -type f -size "-$((longest + 1))c" -exec cp -t "$all" {} +
    before=$(ls "$all")
    "$program" "$name" "$all" "$found" -set_cover_merge=1 -use_counters=0 -max_len="$longest" -timeout=10 \
        -rss_limit_mb=2048 > "$scratch/$name.kept.log" 2>&1
    # They were written in the order of how much each reaches.
    (cd "$all" && ls -tr | grep -vxFf <(echo "$before") | head -n 40 | xargs -r cp -t "$OLDPWD/Tests/Fuzz/Corpora/$name")
}

# Runs a target, and adds its line. Returns 1 for a finding.
run() {
    local name=$1 longest=$2 found=0 FUZZ_COUNTERS
    FUZZ_COUNTERS=$(counters "$3") || exit 70
    export FUZZ_COUNTERS
    shift 3
    local corpus=$scratch/corpora/$name findings=$scratch/findings/$name seeds=$scratch/seeds/$name
    local log=$scratch/$name.log dictionary=Tests/Fuzz/Dictionaries/$name.dict
    rm -rf "$seeds"
    mkdir -p "$corpus" "$findings" "$seeds"
    "$program" seeds "$name" "$seeds"
    local folders=("$corpus" "Tests/Fuzz/Corpora/$name" "$seeds" "${@/#/Tests/}") options=()
    [ ! -f "$dictionary" ] || options+=("-dict=$dictionary")
    touch "$scratch/began"
    "$program" "$name" "${folders[@]}" "${options[@]}" -max_len="$longest" -max_total_time="$limit" -runs="$runs" \
        -artifact_prefix="$findings/" -print_final_stats=1 -timeout=10 -rss_limit_mb=2048 > "$log" 2>&1 || true
    found=$(find "$findings" -type f -newer "$scratch/began" | wc -l)
    python3 Shared/Packaging/Scripts/fuzz-line.py "$log" "$name" "$found" "$findings" \
        ${FUZZ_KEEP:+Tests/Fuzz/executions}
    [ -z "${FUZZ_KEEP:-}" ] || keep "$name" "$longest" "${folders[@]}"
    [ "$found" -eq 0 ] && grep -q "number_of_executed_units" "$log"
}

code=0
known=0
while read -r name longest modules samples; do
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    known=$((known + 1))
    # shellcheck disable=SC2086
    run "$name" "$longest" "$modules" $samples || code=1
done < <("$program" list)
[ $# -eq 0 ] || [ "$known" -eq $# ] || {
    echo "Targets are:" $("$program" list | cut -d ' ' -f 1) >&2
    exit 64
}
exit "$code"
