#pragma once
#include "machine.h"

#include <pthread.h>

// What the parts of the scheduler, and the functions in the place of libraries, use of each other.

enum sim_state {
    sim_is_ready,
    sim_is_running,
    sim_is_blocked,
    /// A thread of the pool without a task.
    sim_is_idle,
    sim_is_over,
};

/// Work for a thread of the pool, on behalf of a process.
struct sim_job {
    void (*body)(void *);
    void *argument;
    int process;
};

struct sim_thread {
    /// The number by which threads are told apart in digests.
    uint32_t number;
    int process;
    enum sim_state state;
    /// Counts the times that it was blocked, so that the alarm of an earlier time does not wake it.
    uint64_t blocked;
    /// Not 0 when it is its turn; the word of a futex.
    _Atomic uint32_t baton;
    /// The semaphore that it waits for.
    void *semaphore;
    bool is_woken;
    /// The task that a thread of the pool is to run.
    struct sim_job job;
    sim_thread *next_idle;
};

/// The thread that is running; NULL on threads that the world does not know.
extern _Thread_local sim_thread *sim_thread_here;
/// True from the beginning of the world on.
extern bool sim_has_begun;
/// What the wall clock shows, in nanoseconds since 1970.
int64_t sim_wall_clock(void);

/// Creates the record of a thread that is ready to begin, on behalf of a process.
sim_thread *sim_thread_new(int process);
/// Waits for the first turn of the calling thread, which `thread` describes.
void sim_thread_begin(sim_thread *thread);
/// Lets a new thread have its first turn some time.
void sim_thread_made(sim_thread *thread);
/// Gives the turn to others for good.
void sim_thread_end(void);
/// Blocks the calling thread until the semaphore is posted.
void sim_semaphore_wait(void *semaphore);
/// Lets one thread that waits for it go on. Returns false when none does.
bool sim_semaphore_wake(void *semaphore);

/// Adds work that is ready to be done by `body`, on behalf of the running process.
void sim_add_job(void *job, void (*body)(void *));
/// The same, at a time.
void sim_add_job_at(void *job, void (*body)(void *), int64_t when);
/// Ends the program if a function of the world does not take the place of a library's.
void sim_check_replacements(void);
/// libdispatch's, to which Swift hands its tasks.
void dispatch_async_f(void *queue, void *job, void (*body)(void *job));
void dispatch_after_f(uint64_t when, void *queue, void *job, void (*body)(void *job));
/// Has chance come from the world, by a seed.
void sim_take_chance(uint64_t seed);
/// Starts a POSIX thread that the world does not count among those of processes.
int sim_start_thread(void *(*body)(void *), void *argument);
/// Closes the descriptors that a process left open.
void sim_close_descriptors(int process);
/// The time until which a process gets no turn.
int64_t sim_frozen_until(int process);
/// Gives the turn away for good: the process was killed.
void sim_stay_dead(void) __attribute__((noreturn));
/// The process of a thread.
int sim_process_of(const sim_thread *thread);
/// The function of a library whose place one of the world has taken.
void *sim_usual(const char *name);
/// Ends the running process, as _exit(2) does.
void sim_exit_process(void) __attribute__((noreturn));
