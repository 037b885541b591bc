#define _GNU_SOURCE
#include "libc.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The functions of libc that tell the time, sleep, and give random bytes, and the end of a process. The linker takes
// these instead of libc's, for the program and for every library.

void *sim_usual(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == 0) abort();
    return function;
}

// MARK: Time

/// What the machine's clock shows when the world begins: a machine has been up for a while.
enum { seconds_up_at_first = 1000 };

static struct timespec time_of(int64_t nanoseconds) {
    return (struct timespec){nanoseconds / 1000000000, nanoseconds % 1000000000};
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static __typeof__(&clock_gettime) usual;
    if (usual == 0) usual = NEXT(clock_gettime);
    // libdispatch's manager thread has a timer of its own. By a clock that stands still it would never sleep.
    if (!sim_has_begun || sim_thread_here == 0) return usual(clock, time);
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: *time = time_of(sim_wall_clock()); return 0;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME: *time = time_of(seconds_up_at_first * INT64_C(1000000000) + sim_now()); return 0;
    default: return usual(clock, time);
    }
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result != 0) *result = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *result = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

static void sleep_for(int64_t nanoseconds) {
    int64_t end = sim_now() + nanoseconds;
    while (sim_now() < end) sim_block(end);
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
    if (!sim_has_begun || sim_thread_here == 0) return NEXT(nanosleep)(wanted, left);
    sleep_for(wanted->tv_sec * INT64_C(1000000000) + wanted->tv_nsec);
    return 0;
}

int usleep(useconds_t wanted) {
    struct timespec time = time_of(wanted * INT64_C(1000));
    return nanosleep(&time, 0);
}

// MARK: Chance

static void fill(char *next, size_t count) {
    while (count > 0) {
        uint64_t word = sim_random();
        size_t part = count < sizeof word ? count : sizeof word;
        memcpy(next, &word, part);
        next += part;
        count -= part;
    }
}

/// Allocators ask while a thread is made, which is not its turn: their chance is always the same.
static void fill_for_anybody(char *bytes, size_t count) {
    if (sim_thread_here != 0) return fill(bytes, count);
    memset(bytes, 0x5a, count);
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    if (!sim_has_begun) return NEXT(getrandom)(bytes, count, flags);
    fill_for_anybody(bytes, count);
    return (ssize_t)count;
}

/// Swift asks the kernel for random bytes by this function.
long syscall(long number, ...) {
    va_list rest;
    va_start(rest, number);
    long argument[6];
    for (int place = 0; place < 6; place++) argument[place] = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_getrandom && sim_has_begun) {
        fill_for_anybody((char *)argument[0], (size_t)argument[1]);
        return argument[1];
    }
    static long (*usual)(long, ...);
    if (usual == 0) usual = sim_usual("syscall");
    return usual(number, argument[0], argument[1], argument[2], argument[3], argument[4], argument[5]);
}

// MARK: The end

void _exit(int status) {
    if (sim_process() != 0) sim_exit_process();
    NEXT(_exit)(status);
    abort();
}

// MARK: Whether all of them are in effect

/// The linker leaves out what the program itself does not use, although libraries do.
static const struct {
    const char *name;
    void *function;
} replacements[] = {
#define REPLACEMENT(name) {#name, (void *)name}
    REPLACEMENT(clock_gettime), REPLACEMENT(time), REPLACEMENT(gettimeofday), REPLACEMENT(nanosleep),
    REPLACEMENT(usleep), REPLACEMENT(getrandom), REPLACEMENT(syscall), REPLACEMENT(pthread_create),
    REPLACEMENT(sem_init), REPLACEMENT(sem_post), REPLACEMENT(sem_wait), REPLACEMENT(open), REPLACEMENT(socket),
    REPLACEMENT(pipe), REPLACEMENT(write), REPLACEMENT(read), REPLACEMENT(poll), REPLACEMENT(send), REPLACEMENT(unlink),
    REPLACEMENT(rename),
    REPLACEMENT(_exit), REPLACEMENT(dispatch_async_f), REPLACEMENT(dispatch_after_f),
};

void sim_check_replacements(void) {
    for (size_t place = 0; place < sizeof replacements / sizeof *replacements; place++) {
        if (dlsym(RTLD_DEFAULT, replacements[place].name) == replacements[place].function) continue;
        fprintf(stderr, "The world's %s is not in the place of the library's.\n", replacements[place].name);
        abort();
    }
}
