// After each input libFuzzer looks through the counters of all edges of the program. Those of all services and of the
// gateway are more than a million, which takes longer than most inputs do. So it is told only of those in the modules
// that read the input: FUZZ_COUNTERS has their ranges, "0-20818,31337-40000", counted from the first counter.
//
// Each object file hands its counters over when the program starts, all of them with the same beginning and end. The
// linker's --wrap leads here instead of into libFuzzer.
// Source: LLVM, SanitizerCoverage: "Inline 8bit-counters" and "PC-Table".

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// What a program needs to be told of one edge: its address, and whether a function begins there.
struct edge {
    uintptr_t address, flags;
};

void __real___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __real___sanitizer_cov_pcs_init(const struct edge *start, const struct edge *stop);
void __wrap___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __wrap___sanitizer_cov_pcs_init(const struct edge *start, const struct edge *stop);

// Reads the next range; returns false at the end, and ends the program for anything but ranges.
static bool next_range(const char **text, int64_t count, int64_t *from, int64_t *until) {
    if (**text == '\0') return false;
    char *end = NULL;
    *from = strtoll(*text, &end, 10);
    if (*end != '-') abort();
    *until = strtoll(end + 1, &end, 10);
    if (*from < 0 || *until <= *from || *until > count || (*end != ',' && *end != '\0')) abort();
    *text = *end == ',' ? end + 1 : end;
    return true;
}

void __wrap___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
    static bool is_done;
    if (is_done) return;
    is_done = true;
    const char *ranges = getenv("FUZZ_COUNTERS");
    if (ranges == NULL) return __real___sanitizer_cov_8bit_counters_init(start, stop);
    int64_t from, until;
    while (next_range(&ranges, stop - start, &from, &until))
        __real___sanitizer_cov_8bit_counters_init(start + from, start + until);
}

void __wrap___sanitizer_cov_pcs_init(const struct edge *start, const struct edge *stop) {
    static bool is_done;
    if (is_done) return;
    is_done = true;
    const char *ranges = getenv("FUZZ_COUNTERS");
    if (ranges == NULL) return __real___sanitizer_cov_pcs_init(start, stop);
    int64_t from, until;
    while (next_range(&ranges, stop - start, &from, &until))
        __real___sanitizer_cov_pcs_init(start + from, start + until);
}
