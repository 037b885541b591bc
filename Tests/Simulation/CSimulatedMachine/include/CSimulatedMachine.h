#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A machine that exists in one process of the real one: its time, chance, threads, network and disk are decided by a
/// seed. It takes the place of the functions of libc, libzmq and SQLite's disk for the program that links it.

// MARK: The world

/// Runs the program again without chance of the real machine: addresses are the same in each run, and so is the order
/// of Swift's sets. Returns when that is so.
void kopilka_world_prepare(char *const arguments[]);
/// Starts the world. Call it first, on the main thread, before any other thread exists.
void kopilka_world_begin(uint64_t seed, int64_t wall_clock_nanoseconds);
/// Runs the world until `kopilka_world_end` is called, or until nothing can happen any more (returns false).
bool kopilka_world_run(void);
void kopilka_world_end(void);
/// Writes how often each line was run, in a program that was built to count it (LLVM_PROFILE_FILE).
void kopilka_world_save_counts(void);
/// The time since the beginning, in nanoseconds.
int64_t kopilka_world_now(void);
/// The digest of all that happened.
uint64_t kopilka_world_digest(void);
/// The number of turns so far.
uint64_t kopilka_world_turns(void);

/// A new process, dead when it is killed. What the caller does from `enter` to `leave` is done on its behalf.
int kopilka_process_new(void);
int kopilka_process_enter(int process);
void kopilka_process_leave(int previous);
/// Kills a process at its next step: its threads, tasks and timers never go on, its sockets are gone.
void kopilka_process_kill(int process);
bool kopilka_process_lives(int process);
/// Has `body` called by the world soon after the death of a process, however it came.
void kopilka_world_on_death(void (*body)(int process));
/// Has the process killed at its `count`th next change of the disk; 0 for never.
void kopilka_process_kill_at_change(int process, uint64_t count);
/// Kills all processes at the `count`th next change of the disk, whoever makes it, and then has `body` called by the
/// world, which is to crash the disk.
void kopilka_world_on_power_loss(void (*body)(void));
void kopilka_world_lose_power_at_change(uint64_t count);
/// No thread or task of the process has its turn until then.
void kopilka_process_freeze(int process, int64_t until);
/// Moves the wall clock of all processes by so much.
void kopilka_world_step_clock(int64_t nanoseconds);
/// Has the wall clock go too fast by so much; below 0, too slowly. Call it at the beginning.
void kopilka_world_set_drift(int64_t parts_per_million);

// MARK: The network

struct kopilka_network_faults {
    /// Each message takes from `least` to `most` nanoseconds; one in `slow_one_in` takes up to `slowest` (0: none).
    int64_t least, most, slowest;
    uint64_t slow_one_in;
    /// One message in so many breaks its connection instead of arriving (0: none).
    uint64_t break_one_in;
};
void kopilka_network_set(struct kopilka_network_faults faults);
/// Breaks every connection between two processes; new ones may be made after `until`.
void kopilka_network_cut(int one, int other, int64_t until);
struct kopilka_network_counts {
    uint64_t messages, bytes, connections, breaks;
};
struct kopilka_network_counts kopilka_network_count(void);

// MARK: The disk

/// Makes the simulated disk the default VFS of SQLite. Call it once, after SQLite was configured. Returns a result code.
int kopilka_disk_mount(void);
/// What a crash of the machine leaves of what was not synced.
enum kopilka_disk_loss {
    /// Everything: only processes died.
    kopilka_loss_nothing,
    /// Every unsynced change is kept, dropped or torn by chance, in any order that a disk may choose.
    kopilka_loss_random,
    /// Nothing unsynced is left.
    kopilka_loss_all,
};
/// The machine lost its power. All processes that use the disk must have been killed.
void kopilka_disk_crash(enum kopilka_disk_loss loss);
struct kopilka_disk_faults {
    /// One change in so many fails with EIO; one read in so many with EIO (0: none).
    uint64_t fail_change_one_in, fail_read_one_in;
    /// No file grows: ENOSPC.
    bool is_full;
    /// Syncs are said to be done and are not: for trying the checks.
    bool lies;
};
void kopilka_disk_set(struct kopilka_disk_faults faults);
/// Whether the next sync makes up for a failed one. Otherwise, as on Linux, some of its changes never reach the disk,
/// although reads see them until the machine crashes; SQLite itself does not withstand this in all cases.
void kopilka_disk_forgive_failed_syncs(bool forgives);
/// Flips bits of the file of that name, half of them in what is read of it soon; returns how many.
int kopilka_disk_flip(const char *name, int count);
/// Reads see again what was written.
void kopilka_disk_heal(void);
struct kopilka_disk_counts {
    uint64_t changes, syncs, reads, crashes, torn, dropped, failed, flipped, damaged_reads;
};
struct kopilka_disk_counts kopilka_disk_count(void);
