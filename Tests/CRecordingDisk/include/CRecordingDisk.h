#pragma once
#include <stddef.h>
#include <stdint.h>

// A VFS of SQLite (sqlite.org/vfs.html) that stands in front of the usual one. For databases in watched directories
// it records each change of a file in order, fails the change that it is told to fail, and skips the real syncs: a
// crash of such a disk is made from the record. Databases elsewhere get the files of the usual VFS and never meet this
// one again.
//
// Every function may be called by any thread.

/// A watched directory.
typedef struct kopilka_disk kopilka_disk;

enum kopilka_disk_kind {
    /// A file came into the directory.
    kopilka_disk_create,
    kopilka_disk_write,
    kopilka_disk_truncate,
    /// All earlier changes of the file are on the disk from here on.
    kopilka_disk_sync,
    /// A name left the directory.
    kopilka_disk_remove,
};

/// One change.
struct kopilka_disk_operation {
    enum kopilka_disk_kind kind;
    /// The file, counted from 0: a file that is made again under an old name is another one.
    int file;
    /// The name in the directory; borrowed until the directory is forgotten.
    const char *name;
    /// Where a write begins, or the size that a file is cut to.
    int64_t offset;
    /// What was written; borrowed until the directory is forgotten.
    const uint8_t *bytes;
    size_t count;
    /// Not 0 for a sync or a removal after which the names in the directory are on the disk, too.
    int is_directory_synced;
};

/// How a change is to fail.
enum kopilka_disk_failure {
    kopilka_disk_no_failure,
    /// EIO
    kopilka_disk_io_error,
    /// ENOSPC
    kopilka_disk_full,
};

/// Makes the VFS the default one, once in a process. Databases that are open already keep theirs.
///
/// Returns SQLite's result code.
int kopilka_disk_install(void);

/// Watches a directory, whose path stands in front of those of its databases. Returns NULL without memory.
kopilka_disk *kopilka_disk_watch(const char *directory, int is_recorded);

/// Ends the watching: databases that are opened from now on are like any other. The memory is freed when those that are
/// open are closed.
void kopilka_disk_forget(kopilka_disk *disk);

/// The number of changes so far, failed ones not counted.
size_t kopilka_disk_count(kopilka_disk *disk);

/// One of them, in a directory that is recorded. Returns 0 when there is none of that number.
int kopilka_disk_read(kopilka_disk *disk, size_t index, struct kopilka_disk_operation *operation);

/// Has the change after `changes` further ones fail, and with `is_lasting` each one after it.
void kopilka_disk_fail(kopilka_disk *disk, size_t changes, enum kopilka_disk_failure failure, int is_lasting);

/// Ends the failing. Returns how many changes failed.
size_t kopilka_disk_heal(kopilka_disk *disk);

/// Has every change wait until the directory is released as often as it was held.
void kopilka_disk_hold(kopilka_disk *disk);
void kopilka_disk_release(kopilka_disk *disk);

/// What a disk says to have synced and has not.
enum kopilka_disk_lie {
    kopilka_disk_honest,
    /// No file.
    kopilka_disk_lies_always,
    /// No file but journals and logs.
    kopilka_disk_lies_about_databases,
};

/// Has the disk lie: a sync that it does not do is not recorded.
void kopilka_disk_set_lie(kopilka_disk *disk, enum kopilka_disk_lie lie);

/// A digest of every page of a database, as a reader sees it: of the file and what its logs have more. Rolls back a hot
/// journal first, as every reader does. Returns SQLite's result code.
int kopilka_disk_digest(const char *path, uint64_t digest[2]);
