#pragma once
#include "world.h"

// What the functions in the place of libc's have in common.

extern char __executable_start, etext;

/// Whether the program called, and not a library, whose threads and pipes are its own affair.
#define IS_CALLED_BY_PROGRAM                                                                                           \
    (sim_has_begun && sim_thread_here != 0 && (char *)__builtin_return_address(0) >= &__executable_start               \
     && (char *)__builtin_return_address(0) < &etext)

/// The function whose place was taken.
#define NEXT(name) ((__typeof__(&name))sim_usual(#name))
