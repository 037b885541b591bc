#include "include/CSimulatedMachine.h"
#include "world.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

// The chance of the world, and the digest by which two runs are compared.

static uint64_t chance, digest;

/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
uint64_t sim_random(void) {
    uint64_t z = chance += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t sim_below(uint64_t bound) { return (uint64_t)(((unsigned __int128)sim_random() * bound) >> 64); }

void sim_note(uint64_t fact) {
    digest = (digest ^ fact) * UINT64_C(0x100000001b3);
    digest ^= digest >> 29;
}

void sim_note_bytes(const void *bytes, size_t count) {
    const unsigned char *next = bytes;
    uint64_t word = 0;
    for (; count >= 8; count -= 8, next += 8) {
        memcpy(&word, next, 8);
        sim_note(word);
    }
    word = count;
    memcpy(&word, next, count);
    sim_note(word);
}

uint64_t kopilka_world_digest(void) { return digest; }

// MARK: libsodium

static const char *name(void) { return "simulated"; }

static uint32_t word(void) { return (uint32_t)sim_random(); }

static void fill(void *bytes, size_t count) {
    if (getrandom(bytes, count, 0) != (ssize_t)count) abort();
}

static struct randombytes_implementation simulated = {
    .implementation_name = name, .random = word, .buf = fill};

void sim_take_chance(uint64_t seed) {
    chance = seed;
    digest = UINT64_C(0xcbf29ce484222325);
    randombytes_set_implementation(&simulated);
}
