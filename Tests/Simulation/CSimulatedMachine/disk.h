#pragma once
#include "CSimulatedMachine.h"
#include "machine.h"

#include <sqlite3.h>

// What the parts of the simulated disk use of each other.

enum {
    /// A file is kept in blocks, so that a sync and a crash cost only what was changed.
    disk_block_bytes = 4096,
    /// What a disk writes as a whole.
    disk_sector_bytes = 512,
};

struct disk_block {
    /// What reads see; NULL stands for zeros.
    uint8_t *current;
    /// What is on the disk, where `is_apart`; everywhere else it is the same as `current`.
    uint8_t *durable;
    bool is_apart;
    /// Changed since the last sync. A failed sync leaves blocks that are apart and clean: nothing writes them any more.
    bool is_dirty;
};

/// A write or a truncation that was not synced.
struct disk_change {
    struct disk_change *next;
    bool is_truncation;
    /// Of a truncation, the new size.
    int64_t offset;
    size_t count;
    uint8_t bytes[];
};

/// The content that names stand for.
struct disk_file {
    struct disk_file *next;
    uint64_t number;
    /// Of both contents, everything from its size on is zeros.
    int64_t size, durable_size;
    struct disk_block *blocks;
    size_t block_room;
    /// The numbers of the blocks that are apart.
    size_t *apart;
    size_t apart_count, apart_room;
    /// The changes since the last sync, in order.
    struct disk_change *first;
    struct disk_change **end;
    size_t change_count;
    struct disk_handle *handles;
    /// Whether a name leads to it, now or after a crash; set by each sweep.
    bool is_named;
    /// The number of syncs that failed.
    uint64_t failures;
    /// The memory that connections share.
    void **regions;
    int region_count;
};

struct disk_name {
    struct disk_name *next;
    char *path;
    /// The file that the name stands for, and the one it stands for on the disk; NULL for none.
    struct disk_file *current, *durable;
};

/// An open file. SQLite's memory only points here, because the memory of a dead process is never touched.
struct disk_handle {
    struct disk_handle *next;
    /// NULL when the process was killed, or the machine crashed.
    struct disk_file *file;
    struct disk_name *name;
    int process;
    bool is_read_only;
    /// The usual VFS syncs the directory with the first sync of a journal that it may have made (UNIXFILE_DIRSYNC).
    bool syncs_directory;
    bool is_log_kept, is_overwrite_safe;
    /// By the rules of Linux each open file is told once of a failed sync, whoever asked for it.
    uint64_t known_failures;
    /// SQLITE_LOCK_NONE to SQLITE_LOCK_EXCLUSIVE.
    int level;
    /// Whether it uses the shared memory, and its locks there, one bit each.
    bool has_memory;
    unsigned shared, exclusive;
};

extern struct kopilka_disk_counts disk_counts;
extern struct disk_file *disk_files;

void *disk_allocate(size_t count);

// MARK: Files

struct disk_file *disk_file_new(void);
void disk_file_free(struct disk_file *file);
/// Copies what is there of a range, and returns how much that is.
size_t disk_file_read(const struct disk_file *file, int64_t offset, void *bytes, size_t count);
void disk_file_write(struct disk_file *file, int64_t offset, const void *bytes, size_t count);
void disk_file_truncate(struct disk_file *file, int64_t size);
void disk_file_sync(struct disk_file *file);
/// By the rules of Linux: what a failed sync did not write counts as written. Reads see it until the machine crashes.
void disk_file_fail_sync(struct disk_file *file);
void disk_file_crash(struct disk_file *file, enum kopilka_disk_loss loss);

// MARK: Damage

/// Flips the damaged bits of what was read.
void disk_damage_read(const struct disk_file *file, int64_t offset, void *bytes, size_t count);
/// What is written is not damaged any more.
void disk_damage_overwrite(const struct disk_file *file, int64_t offset, size_t count);
void disk_damage_forget(const struct disk_file *file);

// MARK: Names

/// Returns the record of a name, and makes one when `makes`.
struct disk_name *disk_name_of(const char *path, bool makes);
/// Returns the file that a name stands for, or NULL.
struct disk_file *disk_file_at(const char *path);
/// Returns the file of that name in any directory, or NULL.
struct disk_file *disk_file_called(const char *name);
/// Has a name stand for another file, or none, until a crash; with the directory's sync, for good. A renamed file
/// leaves its name `from`.
void disk_name_set(struct disk_name *name, struct disk_file *file, struct disk_name *from);
/// Syncs the directory that a path is in.
void disk_names_sync(const char *path);
void disk_names_crash(enum kopilka_disk_loss loss);
/// Frees the files that nothing leads to.
void disk_sweep(void);

// MARK: Locks

struct disk_handle *disk_handle_new(struct disk_file *file, struct disk_name *name);
/// Gives up what a handle holds. It leads to nothing any more.
void disk_handle_drop(struct disk_handle *handle);
int disk_lock(struct disk_handle *handle, int level);
void disk_unlock(struct disk_handle *handle, int level);
bool disk_is_reserved(const struct disk_handle *handle);
int disk_memory_map(struct disk_handle *handle, int region, int size, bool extends, void volatile **memory);
int disk_memory_lock(struct disk_handle *handle, int offset, int count, int flags);
void disk_memory_unmap(struct disk_handle *handle);

// MARK: Chance and time, as SQLite asks for them

int disk_vfs_chance(sqlite3_vfs *vfs, int count, char *bytes);
int disk_vfs_sleep(sqlite3_vfs *vfs, int microseconds);
int disk_vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds);
int disk_vfs_days(sqlite3_vfs *vfs, double *days);
