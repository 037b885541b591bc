#include "disk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// What SQLite does with the simulated disk.

/// What SQLite takes for an open file.
struct simulated_file {
    sqlite3_file base;
    struct disk_handle *handle;
};

enum change_kind { a_creation = 1, a_removal, a_write, a_truncation, a_sync };

static sqlite3_vfs *usual;
static sqlite3_vfs simulated;
static struct kopilka_disk_faults faults;
static bool forgives_failed_syncs;

void kopilka_disk_set(struct kopilka_disk_faults new_faults) { faults = new_faults; }

void kopilka_disk_forgive_failed_syncs(bool forgives) { forgives_failed_syncs = forgives; }

static struct disk_handle *handle_of(sqlite3_file *base) { return ((struct simulated_file *)base)->handle; }

/// Has a change be seen by the world. The process may be killed before it.
static void begin_change(enum change_kind kind) {
    sim_change_happens();
    disk_counts.changes++;
    if (kind == a_sync) disk_counts.syncs++;
}

/// Adds a change to the digest, and says whether it has to fail.
static bool change_fails(enum change_kind kind, uint64_t file, int64_t offset, size_t count) {
    const uint64_t odd = 0x9E3779B97F4A7C15;
    sim_note((((uint64_t)kind * odd + file) * odd + (uint64_t)offset) * odd + count);
    if (faults.fail_change_one_in == 0 || sim_below(faults.fail_change_one_in) != 0) return false;
    disk_counts.failed++;
    return true;
}

// MARK: Files

static int simulated_close(sqlite3_file *base) {
    struct disk_handle *handle = handle_of(base);
    disk_handle_drop(handle);
    free(handle);
    base->pMethods = 0;
    disk_sweep();
    return SQLITE_OK;
}

static int simulated_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
    struct disk_handle *handle = handle_of(base);
    if (handle->file == 0) return SQLITE_IOERR_READ;
    disk_counts.reads++;
    if (faults.fail_read_one_in != 0 && sim_below(faults.fail_read_one_in) == 0) {
        disk_counts.failed++;
        return SQLITE_IOERR_READ;
    }
    size_t done = disk_file_read(handle->file, offset, bytes, (size_t)count);
    if (done == (size_t)count) return SQLITE_OK;
    memset((uint8_t *)bytes + done, 0, (size_t)count - done);
    return SQLITE_IOERR_SHORT_READ;
}

static int simulated_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    struct disk_handle *handle = handle_of(base);
    begin_change(a_write);
    struct disk_file *file = handle->file;
    if (file == 0 || handle->is_read_only) return SQLITE_IOERR_WRITE;
    if (change_fails(a_write, file->number, offset, (size_t)count)) {
        // A call that fails may have written a beginning.
        if (sim_below(2) == 0) disk_file_write(file, offset, bytes, (size_t)sim_below((uint64_t)count));
        return SQLITE_IOERR_WRITE;
    }
    if (faults.is_full && offset + count > file->size) {
        disk_counts.failed++;
        return SQLITE_FULL;
    }
    disk_file_write(file, offset, bytes, (size_t)count);
    return SQLITE_OK;
}

static int simulated_truncate(sqlite3_file *base, sqlite3_int64 size) {
    struct disk_handle *handle = handle_of(base);
    begin_change(a_truncation);
    struct disk_file *file = handle->file;
    if (file == 0 || handle->is_read_only) return SQLITE_IOERR_TRUNCATE;
    if (change_fails(a_truncation, file->number, size, 0)) return SQLITE_IOERR_TRUNCATE;
    disk_file_truncate(file, size);
    return SQLITE_OK;
}

static int simulated_sync(sqlite3_file *base, int flags) {
    struct disk_handle *handle = handle_of(base);
    (void)flags;
    begin_change(a_sync);
    struct disk_file *file = handle->file;
    if (file == 0) return SQLITE_IOERR_FSYNC;
    if (change_fails(a_sync, file->number, 0, 0)) {
        if (forgives_failed_syncs) return SQLITE_IOERR_FSYNC;
        disk_file_fail_sync(file);
        handle->known_failures = file->failures;
        return SQLITE_IOERR_FSYNC;
    }
    if (faults.lies) return SQLITE_OK;
    disk_file_sync(file);
    if (handle->known_failures != file->failures) {
        handle->known_failures = file->failures;
        return SQLITE_IOERR_FSYNC;
    }
    if (handle->syncs_directory) {
        disk_names_sync(handle->name->path);
        disk_sweep();
    }
    handle->syncs_directory = false;
    return SQLITE_OK;
}

static int simulated_size(sqlite3_file *base, sqlite3_int64 *size) {
    struct disk_handle *handle = handle_of(base);
    if (handle->file == 0) return SQLITE_IOERR_FSTAT;
    *size = handle->file->size;
    return SQLITE_OK;
}

static int simulated_lock(sqlite3_file *base, int level) {
    struct disk_handle *handle = handle_of(base);
    return handle->file == 0 ? SQLITE_IOERR_LOCK : disk_lock(handle, level);
}

static int simulated_unlock(sqlite3_file *base, int level) {
    disk_unlock(handle_of(base), level);
    return SQLITE_OK;
}

static int simulated_reserved(sqlite3_file *base, int *result) {
    struct disk_handle *handle = handle_of(base);
    if (handle->file == 0) return SQLITE_IOERR_CHECKRESERVEDLOCK;
    *result = disk_is_reserved(handle);
    return SQLITE_OK;
}

/// Sets a setting to 0 or 1, and asks for it with -1.
static int set_or_ask(bool *setting, int *value) {
    if (*value < 0) {
        *value = *setting;
    } else {
        *setting = *value != 0;
    }
    return SQLITE_OK;
}

static int simulated_control(sqlite3_file *base, int operation, void *argument) {
    struct disk_handle *handle = handle_of(base);
    switch (operation) {
    case SQLITE_FCNTL_LOCKSTATE: *(int *)argument = handle->level; return SQLITE_OK;
    case SQLITE_FCNTL_LAST_ERRNO: *(int *)argument = 0; return SQLITE_OK;
    // Files grow as they are written.
    case SQLITE_FCNTL_CHUNK_SIZE:
    case SQLITE_FCNTL_SIZE_HINT: return SQLITE_OK;
    case SQLITE_FCNTL_PERSIST_WAL: return set_or_ask(&handle->is_log_kept, argument);
    case SQLITE_FCNTL_POWERSAFE_OVERWRITE: return set_or_ask(&handle->is_overwrite_safe, argument);
    case SQLITE_FCNTL_VFSNAME: *(char **)argument = sqlite3_mprintf("%s", simulated.zName); return SQLITE_OK;
    case SQLITE_FCNTL_HAS_MOVED: *(int *)argument = handle->name->current != handle->file; return SQLITE_OK;
    // Nothing is mapped.
    case SQLITE_FCNTL_MMAP_SIZE: *(sqlite3_int64 *)argument = 0; return SQLITE_OK;
    default: return SQLITE_NOTFOUND;
    }
}

// What the usual VFS says of any disk.

static int simulated_sector(sqlite3_file *base) {
    (void)base;
    return 4096;
}

static int simulated_characteristics(sqlite3_file *base) {
    return handle_of(base)->is_overwrite_safe ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0;
}

static int simulated_map(sqlite3_file *base, int region, int size, int extends, void volatile **memory) {
    struct disk_handle *handle = handle_of(base);
    return handle->file == 0 ? SQLITE_IOERR_SHMMAP : disk_memory_map(handle, region, size, extends != 0, memory);
}

static int simulated_shared_lock(sqlite3_file *base, int offset, int count, int flags) {
    struct disk_handle *handle = handle_of(base);
    return handle->file == 0 ? SQLITE_IOERR_SHMLOCK : disk_memory_lock(handle, offset, count, flags);
}

static void simulated_barrier(sqlite3_file *base) {
    (void)base;
    __sync_synchronize();
}

static int simulated_unmap(sqlite3_file *base, int deletes) {
    // Without connections the memory is emptied anyway.
    (void)deletes;
    disk_memory_unmap(handle_of(base));
    return SQLITE_OK;
}

static int simulated_fetch(sqlite3_file *base, sqlite3_int64 offset, int count, void **memory) {
    (void)base;
    (void)offset;
    (void)count;
    *memory = 0;
    return SQLITE_OK;
}

static int simulated_unfetch(sqlite3_file *base, sqlite3_int64 offset, void *memory) {
    (void)base;
    (void)offset;
    (void)memory;
    return SQLITE_OK;
}

static const sqlite3_io_methods simulated_methods = {
    .iVersion = 3,
    .xClose = simulated_close,
    .xRead = simulated_read,
    .xWrite = simulated_write,
    .xTruncate = simulated_truncate,
    .xSync = simulated_sync,
    .xFileSize = simulated_size,
    .xLock = simulated_lock,
    .xUnlock = simulated_unlock,
    .xCheckReservedLock = simulated_reserved,
    .xFileControl = simulated_control,
    .xSectorSize = simulated_sector,
    .xDeviceCharacteristics = simulated_characteristics,
    .xShmMap = simulated_map,
    .xShmLock = simulated_shared_lock,
    .xShmBarrier = simulated_barrier,
    .xShmUnmap = simulated_unmap,
    .xFetch = simulated_fetch,
    .xUnfetch = simulated_unfetch,
};

// MARK: The VFS

/// The size of a real file; -1 when there is none.
static int64_t real_size(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_size : -1;
}

/// Whether a path is of a journal or log whose database lies on the simulated disk.
static bool is_companion(const char *path) {
    const char *dash = strrchr(path, '-');
    if (dash == 0 || (strcmp(dash, "-wal") != 0 && strcmp(dash, "-journal") != 0)) return false;
    char *database = strdup(path);
    if (database == 0) abort();
    database[dash - path] = 0;
    bool is_there = disk_name_of(database, false) != 0;
    free(database);
    return is_there;
}

/// Whether a file is the usual VFS's: a temporary one, or one of a database that is a real file.
static bool is_usual(const char *path, int flags) {
    if (path == 0 || (flags & SQLITE_OPEN_DELETEONCLOSE)) return true;
    if (disk_file_at(path) != 0) return false;
    if (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) return !is_companion(path);
    return real_size(path) > 0;
}

static int simulated_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *given) {
    (void)vfs;
    // The usual VFS fills the same memory with a file of its own.
    if (is_usual(path, flags)) return usual->xOpen(usual, path, base, flags, given);
    base->pMethods = 0;
    if (disk_file_at(path) == 0) {
        // The caller makes an empty database file himself a moment before.
        bool is_made = (flags & SQLITE_OPEN_MAIN_DB) && !(flags & SQLITE_OPEN_READONLY) && real_size(path) == 0;
        if (!(flags & SQLITE_OPEN_CREATE) && !is_made) return SQLITE_CANTOPEN;
        begin_change(a_creation);
        // Another thread may have made it meanwhile.
        if (disk_file_at(path) == 0) {
            if (change_fails(a_creation, 0, 0, 0)) return SQLITE_CANTOPEN;
            struct disk_file *made = disk_file_new();
            disk_name_set(disk_name_of(path, true), made, 0);
        }
    }
    struct disk_name *name = disk_name_of(path, false);
    struct disk_handle *handle = disk_handle_new(name->current, name);
    bool is_journal = (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL)) != 0;
    handle->syncs_directory = is_journal && (flags & SQLITE_OPEN_CREATE) != 0;
    handle->is_read_only = (flags & SQLITE_OPEN_READONLY) != 0;
    ((struct simulated_file *)base)->handle = handle;
    base->pMethods = &simulated_methods;
    if (given != 0) *given = flags;
    return SQLITE_OK;
}

static int simulated_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory) {
    (void)vfs;
    if (disk_file_at(path) == 0) {
        return is_companion(path) ? SQLITE_IOERR_DELETE_NOENT : usual->xDelete(usual, path, syncs_directory);
    }
    begin_change(a_removal);
    struct disk_file *file = disk_file_at(path);
    if (file == 0) return SQLITE_IOERR_DELETE_NOENT;
    bool fails = change_fails(a_removal, file->number, 0, 0);
    if (fails && !(syncs_directory && sim_below(2) == 0)) return SQLITE_IOERR_DELETE;
    disk_name_set(disk_name_of(path, false), 0, 0);
    // Then it was the directory's sync that failed.
    if (fails) return SQLITE_IOERR_DIR_FSYNC;
    if (syncs_directory && !faults.lies) disk_names_sync(path);
    disk_sweep();
    return SQLITE_OK;
}

static int simulated_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    (void)vfs;
    const struct disk_file *file = disk_file_at(path);
    if (file == 0 && !is_companion(path)) return usual->xAccess(usual, path, flags, result);
    // As in the usual VFS, an empty file does not exist: no journal is hot without content.
    *result = file != 0 && (flags != SQLITE_ACCESS_EXISTS || file->size > 0);
    return SQLITE_OK;
}

static int simulated_full_path(sqlite3_vfs *vfs, const char *path, int count, char *full) {
    (void)vfs;
    return usual->xFullPathname(usual, path, count, full);
}

// MARK: Mounting

int kopilka_disk_mount(void) {
    if (usual != 0) return SQLITE_OK;
    usual = sqlite3_vfs_find(0);
    if (usual == 0) return SQLITE_ERROR;
    // What is not named here takes no VFS into account, or has nothing to do with files.
    simulated = *usual;
    simulated.pNext = 0;
    simulated.zName = "kopilka-simulated";
    if (simulated.szOsFile < (int)sizeof(struct simulated_file)) simulated.szOsFile = sizeof(struct simulated_file);
    simulated.xOpen = simulated_open;
    simulated.xDelete = simulated_delete;
    simulated.xAccess = simulated_access;
    simulated.xFullPathname = simulated_full_path;
    simulated.xRandomness = disk_vfs_chance;
    simulated.xSleep = disk_vfs_sleep;
    simulated.xCurrentTime = disk_vfs_days;
    simulated.xCurrentTimeInt64 = disk_vfs_time;
    return sqlite3_vfs_register(&simulated, 1);
}
