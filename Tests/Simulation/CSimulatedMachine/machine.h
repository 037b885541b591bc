#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the parts of the simulated machine use of each other. Exactly one thread runs at a time, so nothing here locks.

/// A thread of the simulated world; a POSIX thread that runs only while it is its turn.
typedef struct sim_thread sim_thread;

/// The time of the world in nanoseconds since its beginning. It advances only while nothing can run.
int64_t sim_now(void);
/// The next number of the world's seeded generator.
uint64_t sim_random(void);
/// A number from 0 to `bound` - 1, of the same generator.
uint64_t sim_below(uint64_t bound);
/// The process on whose behalf the running code runs; 0 is the world itself.
int sim_process(void);
/// False once the process was killed. The world itself lives.
bool sim_lives(int process);
/// The running thread.
sim_thread *sim_self(void);
/// Blocks the running thread until it is woken or `deadline` has come (INT64_MAX: none). May return early. Does not
/// return when the process has been killed meanwhile.
void sim_block(int64_t deadline);
/// Lets a thread that is blocked in `sim_block` go on.
void sim_wake(sim_thread *thread);
/// A point at which other threads may have their turn, or the process may be killed: then it does not return.
void sim_yield(void);
/// A change of the disk is about to happen: a point like `sim_yield`, at which the process may be killed by count.
void sim_change_happens(void);
/// Has `body` called by the world at that time, not on behalf of any process.
void sim_at(int64_t when, void (*body)(void *), void *argument);
/// Adds a fact to the digest by which two runs are compared.
void sim_note(uint64_t fact);
void sim_note_bytes(const void *bytes, size_t count);

/// True when a descriptor is the reading end of a pipe of the world and has a byte. Has the thread woken when it gets
/// one, until the thread asks about another.
bool sim_pipe_is_readable(int descriptor, sim_thread *thread);

/// A process was killed: the network closes its sockets, the disk gives up its locks and connections.
void sim_network_forget(int process);
void sim_disk_forget(int process);

/// What programs do with the files of the simulated disk beside SQLite. They return false when there is no such
/// file; a real one may still be there.
bool sim_disk_unlink(const char *path);
bool sim_disk_rename(const char *from, const char *to);
