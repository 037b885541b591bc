#include "world.h"

#include <stdlib.h>
#include <stdio.h>
#include <time.h>

// Swift hands its tasks to libdispatch (stdlib/public/Concurrency/DispatchExecutor.swift). The world takes them in its
// place: these functions win over the library's. They are weak, so that a program can also be linked with a static
// libdispatch, where the world does not begin.

typedef void (*job_body)(void *job);

__attribute__((weak)) void dispatch_async_f(void *queue, void *job, job_body body) {
    (void)queue;
    sim_add_job(job, body);
}

/// dispatch/time.h: the upper bits name the clock. The clocks that Swift uses all count nanoseconds.
__attribute__((weak)) void dispatch_after_f(uint64_t when, void *queue, void *job, job_body body) {
    (void)queue;
    enum { uptime = 0, monotonic = 2, wall = 3 };
    struct timespec now;
    switch (when >> 62) {
    case uptime:
    case monotonic: clock_gettime(CLOCK_MONOTONIC, &now); break;
    default: fprintf(stderr, "The world knows no sleep until a wall clock's time.\n"); abort();
    }
    int64_t end = (int64_t)(when << 2 >> 2);
    sim_add_job_at(job, body, sim_now() + end - (now.tv_sec * INT64_C(1000000000) + now.tv_nsec));
}
