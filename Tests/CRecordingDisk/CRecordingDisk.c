#include "CRecordingDisk.h"

#include <CPageChecksums.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/// The names that one directory can have at a time: a database and its companions, and copies of it.
enum { most_names = 32 };

struct kopilka_disk {
    kopilka_disk *next;
    char *directory;
    size_t directory_length;
    int is_recorded;
    enum kopilka_disk_lie lie;
    /// The open files, and whether the directory waits for the last of them to be closed.
    size_t open_files;
    int is_forgotten;
    struct kopilka_disk_operation *operations;
    size_t count;
    size_t room;
    /// The names that are in the directory, and the file that each stands for.
    char *names[most_names];
    int files[most_names];
    int file_count;
    enum kopilka_disk_failure failure;
    int is_failure_lasting;
    size_t until_failure;
    size_t holds;
    size_t failed;
};

/// A file in a watched directory. The file of the usual VFS lies behind it in memory.
struct watched_file {
    sqlite3_file base;
    kopilka_disk *disk;
    const char *name;
    int file;
    /// The usual VFS syncs the directory with the first sync of a journal that it may have made (UNIXFILE_DIRSYNC).
    int syncs_directory;
    int is_database;
};

/// Protects all directories.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// Rings when a directory is released.
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static kopilka_disk *watched;
static sqlite3_vfs *usual;
static sqlite3_vfs recording;
static int is_installed;

static sqlite3_file *inner(sqlite3_file *file) { return (sqlite3_file *)((struct watched_file *)file + 1); }

// MARK: The record. All of it under the lock.

/// The file that a name stands for, and a new one where it stands for none.
static int file_named(kopilka_disk *disk, const char *name, const char **kept, int *is_new) {
    int place = -1;
    for (int index = 0; index < most_names; index++) {
        if (disk->names[index] == 0) {
            if (place < 0) place = index;
        } else if (strcmp(disk->names[index], name) == 0) {
            *kept = disk->names[index];
            *is_new = disk->files[index] < 0;
            if (*is_new) disk->files[index] = disk->file_count++;
            return disk->files[index];
        }
    }
    if (place < 0) return -1;
    disk->names[place] = strdup(name);
    if (disk->names[place] == 0) return -1;
    *kept = disk->names[place];
    *is_new = 1;
    return disk->files[place] = disk->file_count++;
}

static void record(
    kopilka_disk *disk, enum kopilka_disk_kind kind, int file, const char *name, int64_t offset, const void *bytes,
    size_t count, int is_directory_synced) {
    size_t index = disk->count++;
    if (!disk->is_recorded) return;
    if (index == disk->room) {
        disk->room = disk->room == 0 ? 256 : disk->room * 2;
        disk->operations = realloc(disk->operations, disk->room * sizeof *disk->operations);
        if (disk->operations == 0) abort();
    }
    uint8_t *copy = 0;
    if (count > 0) {
        copy = malloc(count);
        if (copy == 0) abort();
        memcpy(copy, bytes, count);
    }
    disk->operations[index] =
        (struct kopilka_disk_operation){kind, file, name, offset, copy, count, is_directory_synced};
}

/// Waits until a change may be made, and says how it has to fail.
static enum kopilka_disk_failure failure(kopilka_disk *disk) {
    while (disk->holds > 0) pthread_cond_wait(&released, &lock);
    if (disk->failure == kopilka_disk_no_failure) return kopilka_disk_no_failure;
    if (disk->until_failure > 0) {
        disk->until_failure--;
        return kopilka_disk_no_failure;
    }
    enum kopilka_disk_failure now = disk->failure;
    if (!disk->is_failure_lasting) disk->failure = kopilka_disk_no_failure;
    disk->failed++;
    return now;
}

// MARK: Files

static void free_disk(kopilka_disk *disk) {
    for (size_t index = 0; disk->operations != 0 && index < disk->count; index++)
        free((void *)disk->operations[index].bytes);
    for (int index = 0; index < most_names; index++) free(disk->names[index]);
    free(disk->operations);
    free(disk->directory);
    free(disk);
}

static int watched_close(sqlite3_file *base) {
    kopilka_disk *disk = ((struct watched_file *)base)->disk;
    int result = inner(base)->pMethods->xClose(inner(base));
    pthread_mutex_lock(&lock);
    int is_last = --disk->open_files == 0 && disk->is_forgotten;
    pthread_mutex_unlock(&lock);
    if (is_last) free_disk(disk);
    return result;
}

static int watched_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return inner(file)->pMethods->xRead(inner(file), bytes, count, offset);
}

static int watched_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    struct watched_file *file = (struct watched_file *)base;
    pthread_mutex_lock(&lock);
    enum kopilka_disk_failure failing = failure(file->disk);
    int result = failing == kopilka_disk_full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    if (failing == kopilka_disk_no_failure) {
        result = inner(base)->pMethods->xWrite(inner(base), bytes, count, offset);
        if (result == SQLITE_OK)
            record(file->disk, kopilka_disk_write, file->file, file->name, offset, bytes, (size_t)count, 0);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int watched_truncate(sqlite3_file *base, sqlite3_int64 size) {
    struct watched_file *file = (struct watched_file *)base;
    pthread_mutex_lock(&lock);
    int result = SQLITE_IOERR_TRUNCATE;
    if (failure(file->disk) == kopilka_disk_no_failure) {
        result = inner(base)->pMethods->xTruncate(inner(base), size);
        if (result == SQLITE_OK) record(file->disk, kopilka_disk_truncate, file->file, file->name, size, 0, 0, 0);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int watched_sync(sqlite3_file *base, int flags) {
    struct watched_file *file = (struct watched_file *)base;
    (void)flags;
    pthread_mutex_lock(&lock);
    int result = SQLITE_OK;
    enum kopilka_disk_lie lie = file->disk->lie;
    if (lie == kopilka_disk_lies_always || (lie == kopilka_disk_lies_about_databases && file->is_database)) {
        // Said to be done.
    } else if (failure(file->disk) == kopilka_disk_no_failure) {
        record(file->disk, kopilka_disk_sync, file->file, file->name, 0, 0, 0, file->syncs_directory);
        file->syncs_directory = 0;
    } else {
        result = SQLITE_IOERR_FSYNC;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static int watched_size(sqlite3_file *file, sqlite3_int64 *size) {
    return inner(file)->pMethods->xFileSize(inner(file), size);
}

static int watched_lock(sqlite3_file *file, int level) { return inner(file)->pMethods->xLock(inner(file), level); }

static int watched_unlock(sqlite3_file *file, int level) { return inner(file)->pMethods->xUnlock(inner(file), level); }

static int watched_reserved(sqlite3_file *file, int *result) {
    return inner(file)->pMethods->xCheckReservedLock(inner(file), result);
}

static int watched_control(sqlite3_file *file, int operation, void *argument) {
    return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}

static int watched_sector(sqlite3_file *file) { return inner(file)->pMethods->xSectorSize(inner(file)); }

static int watched_characteristics(sqlite3_file *file) {
    return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}

// The memory that connections share does not survive a crash, so nothing of it is recorded.

static int watched_map(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
    return inner(file)->pMethods->xShmMap(inner(file), region, size, extends, memory);
}

static int watched_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
    return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags);
}

static void watched_barrier(sqlite3_file *file) { inner(file)->pMethods->xShmBarrier(inner(file)); }

static int watched_unmap(sqlite3_file *file, int deletes) {
    return inner(file)->pMethods->xShmUnmap(inner(file), deletes);
}

static int watched_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **memory) {
    return inner(file)->pMethods->xFetch(inner(file), offset, count, memory);
}

static int watched_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *memory) {
    return inner(file)->pMethods->xUnfetch(inner(file), offset, memory);
}

static const sqlite3_io_methods watched_methods = {
    .iVersion = 3,
    .xClose = watched_close,
    .xRead = watched_read,
    .xWrite = watched_write,
    .xTruncate = watched_truncate,
    .xSync = watched_sync,
    .xFileSize = watched_size,
    .xLock = watched_lock,
    .xUnlock = watched_unlock,
    .xCheckReservedLock = watched_reserved,
    .xFileControl = watched_control,
    .xSectorSize = watched_sector,
    .xDeviceCharacteristics = watched_characteristics,
    .xShmMap = watched_map,
    .xShmLock = watched_shared_lock,
    .xShmBarrier = watched_barrier,
    .xShmUnmap = watched_unmap,
    .xFetch = watched_fetch,
    .xUnfetch = watched_unfetch,
};

// MARK: The VFS

/// The watched directory of a path and the name in it; NULL for any other path.
static kopilka_disk *directory_of(const char *path, const char **name) {
    if (path == 0) return 0;
    for (kopilka_disk *disk = watched; disk != 0; disk = disk->next) {
        if (strncmp(path, disk->directory, disk->directory_length) != 0) continue;
        if (path[disk->directory_length] != '/') continue;
        *name = path + disk->directory_length + 1;
        return disk;
    }
    return 0;
}

/// Opens a file in a watched directory. A file that is new to the record counts as made here: the caller makes the
/// database file himself a moment before.
static int open_watched(
    kopilka_disk *disk, const char *name, const char *path, struct watched_file *file, int flags, int *given) {
    int is_new = 0;
    int is_journal = (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL)) != 0;
    int exists = 0;
    if (usual->xAccess(usual, path, SQLITE_ACCESS_EXISTS, &exists) != SQLITE_OK) return SQLITE_IOERR_ACCESS;
    if (!exists && (flags & SQLITE_OPEN_CREATE) && failure(disk) != kopilka_disk_no_failure) return SQLITE_CANTOPEN;
    int result = usual->xOpen(usual, path, inner(&file->base), flags, given);
    if (result != SQLITE_OK) return result;
    file->disk = disk;
    file->file = file_named(disk, name, &file->name, &is_new);
    if (file->file < 0) {
        inner(&file->base)->pMethods->xClose(inner(&file->base));
        return SQLITE_CANTOPEN;
    }
    disk->open_files++;
    if (is_new) record(disk, kopilka_disk_create, file->file, file->name, 0, 0, 0, 0);
    file->is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    file->syncs_directory = is_journal && (flags & SQLITE_OPEN_CREATE) != 0;
    file->base.pMethods = &watched_methods;
    return SQLITE_OK;
}

static int recording_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *given) {
    const char *name = 0;
    (void)vfs;
    pthread_mutex_lock(&lock);
    kopilka_disk *disk = directory_of(path, &name);
    int result = SQLITE_OK;
    if (disk != 0) {
        base->pMethods = 0;
        result = open_watched(disk, name, path, (struct watched_file *)base, flags, given);
    }
    pthread_mutex_unlock(&lock);
    // The usual VFS fills the same memory with a file of its own.
    return disk == 0 ? usual->xOpen(usual, path, base, flags, given) : result;
}

static int recording_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory) {
    const char *name = 0;
    (void)vfs;
    pthread_mutex_lock(&lock);
    kopilka_disk *disk = directory_of(path, &name);
    int result = SQLITE_OK;
    if (disk != 0) {
        result = failure(disk) == kopilka_disk_io_error ? SQLITE_IOERR_DELETE : usual->xDelete(usual, path, 0);
        for (int index = 0; result == SQLITE_OK && index < most_names; index++) {
            if (disk->names[index] == 0 || strcmp(disk->names[index], name) != 0 || disk->files[index] < 0) continue;
            record(disk, kopilka_disk_remove, disk->files[index], disk->names[index], 0, 0, 0, syncs_directory);
            // The text stays: records point to it.
            disk->files[index] = -1;
        }
    }
    pthread_mutex_unlock(&lock);
    return disk == 0 ? usual->xDelete(usual, path, syncs_directory) : result;
}

static int recording_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    (void)vfs;
    return usual->xAccess(usual, path, flags, result);
}

static int recording_full_path(sqlite3_vfs *vfs, const char *path, int count, char *full) {
    (void)vfs;
    return usual->xFullPathname(usual, path, count, full);
}

int kopilka_disk_install(void) {
    int result = SQLITE_OK;
    pthread_mutex_lock(&lock);
    if (!is_installed) {
        usual = sqlite3_vfs_find(0);
        if (usual == 0) {
            result = SQLITE_ERROR;
        } else {
            // What is not named here takes no VFS into account, or has nothing to do with files.
            recording = *usual;
            recording.pNext = 0;
            recording.zName = "kopilka-recording";
            recording.szOsFile = (int)sizeof(struct watched_file) + usual->szOsFile;
            recording.xOpen = recording_open;
            recording.xDelete = recording_delete;
            recording.xAccess = recording_access;
            recording.xFullPathname = recording_full_path;
            result = sqlite3_vfs_register(&recording, 1);
            is_installed = result == SQLITE_OK;
        }
    }
    pthread_mutex_unlock(&lock);
    return result;
}

// MARK: Directories

kopilka_disk *kopilka_disk_watch(const char *directory, int is_recorded) {
    kopilka_disk *disk = calloc(1, sizeof *disk);
    if (disk == 0) return 0;
    disk->directory = strdup(directory);
    if (disk->directory == 0) {
        free(disk);
        return 0;
    }
    disk->directory_length = strlen(directory);
    disk->is_recorded = is_recorded;
    pthread_mutex_lock(&lock);
    disk->next = watched;
    watched = disk;
    pthread_mutex_unlock(&lock);
    return disk;
}

void kopilka_disk_forget(kopilka_disk *disk) {
    pthread_mutex_lock(&lock);
    kopilka_disk **place = &watched;
    while (*place != disk) place = &(*place)->next;
    *place = disk->next;
    disk->is_forgotten = 1;
    int is_unused = disk->open_files == 0;
    pthread_mutex_unlock(&lock);
    if (is_unused) free_disk(disk);
}

size_t kopilka_disk_count(kopilka_disk *disk) {
    pthread_mutex_lock(&lock);
    size_t count = disk->count;
    pthread_mutex_unlock(&lock);
    return count;
}

int kopilka_disk_read(kopilka_disk *disk, size_t index, struct kopilka_disk_operation *operation) {
    pthread_mutex_lock(&lock);
    int is_there = disk->is_recorded && index < disk->count;
    if (is_there) *operation = disk->operations[index];
    pthread_mutex_unlock(&lock);
    return is_there;
}

void kopilka_disk_fail(kopilka_disk *disk, size_t changes, enum kopilka_disk_failure failure, int is_lasting) {
    pthread_mutex_lock(&lock);
    disk->failure = failure;
    disk->is_failure_lasting = is_lasting;
    disk->until_failure = changes;
    disk->failed = 0;
    pthread_mutex_unlock(&lock);
}

size_t kopilka_disk_heal(kopilka_disk *disk) {
    pthread_mutex_lock(&lock);
    disk->failure = kopilka_disk_no_failure;
    size_t failed = disk->failed;
    pthread_mutex_unlock(&lock);
    return failed;
}

void kopilka_disk_hold(kopilka_disk *disk) {
    pthread_mutex_lock(&lock);
    disk->holds++;
    pthread_mutex_unlock(&lock);
}

void kopilka_disk_release(kopilka_disk *disk) {
    pthread_mutex_lock(&lock);
    disk->holds--;
    pthread_cond_broadcast(&released);
    pthread_mutex_unlock(&lock);
}

void kopilka_disk_set_lie(kopilka_disk *disk, enum kopilka_disk_lie lie) {
    pthread_mutex_lock(&lock);
    disk->lie = lie;
    pthread_mutex_unlock(&lock);
}

// MARK: Digests

/// FNV-1a over words, in two lanes: it only has to tell apart what a test wrote. The end of each page, which holds its
/// checksum in the file and nothing in the log, is left out.
static void digest_pages(const unsigned char *bytes, sqlite3_int64 count, uint64_t digest[2]) {
    digest[0] = UINT64_C(0xcbf29ce484222325);
    digest[1] = (uint64_t)count;
    // https://sqlite.org/fileformat2.html: the size of a page, and how much of it is reserved.
    sqlite3_int64 size = count < 100 ? 0 : bytes[16] << 8 | bytes[17];
    sqlite3_int64 used = count < 100 ? 0 : size - bytes[20];
    for (sqlite3_int64 index = 0; index + 8 <= count; index += 8) {
        if (size > 1 && index % size >= used) continue;
        uint64_t word;
        memcpy(&word, bytes + index, sizeof word);
        digest[0] = (digest[0] ^ word) * UINT64_C(0x100000001b3);
        digest[0] ^= digest[0] >> 29;
        digest[1] = (digest[1] + word) * UINT64_C(0x9e3779b97f4a7c15);
        digest[1] ^= digest[1] >> 32;
    }
}

int kopilka_disk_digest(const char *path, uint64_t digest[2]) {
    sqlite3 *database = 0;
    // The last connection that closes moves the log into the file, with the checksums of its pages.
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    int result = sqlite3_open_v2(path, &database, flags, kopilka_page_checksums());
    if (result == SQLITE_OK) sqlite3_busy_timeout(database, 5000);
    if (result == SQLITE_OK) result = sqlite3_exec(database, "PRAGMA wal_autocheckpoint = 0", 0, 0, 0);
    if (result == SQLITE_OK) {
        sqlite3_int64 count = 0;
        unsigned char *pages = sqlite3_serialize(database, "main", &count, 0);
        if (pages == 0 && count > 0) result = SQLITE_ERROR;
        if (result == SQLITE_OK) digest_pages(pages, pages == 0 ? 0 : count, digest);
        sqlite3_free(pages);
    }
    sqlite3_close(database);
    return result;
}
