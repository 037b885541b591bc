#include "world.h"

#include <sodium.h>
#include <stdlib.h>
#include <sys/random.h>

// libsodium takes its random bytes from the world.

static const char *name(void) { return "simulated"; }

static uint32_t word(void) { return (uint32_t)sim_random(); }

static void fill(void *bytes, size_t count) {
    if (getrandom(bytes, count, 0) != (ssize_t)count) abort();
}

static struct randombytes_implementation simulated = {
    .implementation_name = name, .random = word, .buf = fill};

void sim_take_chance(void) { randombytes_set_implementation(&simulated); }
