#include "CPageChecksums.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum checksums {
    checksums_unknown,
    checksums_none,
    checksums_kept,
    // A file without a header yet. Its pages get checksums, and the header must agree when it comes.
    checksums_expected,
};

struct layered_file {
    sqlite3_file base;
    sqlite3_file *below;
    unsigned char *page;  // a page with its checksum, on its way down
    int page_room;
    int is_database;
    enum checksums checksums;
    sqlite3_int64 damaged;
};

static struct layered_file *layered(sqlite3_file *base) { return (struct layered_file *)base; }

static sqlite3_file *below(sqlite3_file *base) { return layered(base)->below; }

// MARK: Checksums

enum { place_of_reserve = 20 };

static int is_page(const struct layered_file *file, int count, sqlite3_int64 place) {
    return file->is_database && count >= 512 && (count & (count - 1)) == 0 && place % count == 0;
}

static XXH64_canonical_t checksum_of(const void *page, int count, sqlite3_int64 place) {
    XXH64_hash_t number = (XXH64_hash_t)(place / count + 1);
    XXH64_canonical_t checksum;
    XXH64_canonicalFromHash(
        &checksum, XXH3_64bits_withSeed(page, (size_t)count - kopilka_page_checksum_bytes, number));
    return checksum;
}

static int has_its_checksum(const unsigned char *page, int count, sqlite3_int64 place) {
    XXH64_canonical_t checksum = checksum_of(page, count, place);
    return memcmp(&checksum, page + count - kopilka_page_checksum_bytes, sizeof checksum) == 0;
}

// Learns from the first page whether pages have checksums. Returns 0 when the byte that says so is itself damaged.
static int learn(struct layered_file *file, unsigned char *page, int count) {
    unsigned char reserve = page[place_of_reserve];
    file->checksums = reserve == kopilka_page_checksum_bytes ? checksums_kept : checksums_none;
    if (file->checksums == checksums_kept) return 1;
    page[place_of_reserve] = kopilka_page_checksum_bytes;
    int had_a_checksum = has_its_checksum(page, count, 0);
    page[place_of_reserve] = reserve;
    if (had_a_checksum) file->checksums = checksums_unknown;
    return !had_a_checksum;
}

static int ask(struct layered_file *file) {
    if (file->checksums != checksums_unknown) return SQLITE_OK;
    unsigned char reserve = 0;
    int result = file->below->pMethods->xRead(file->below, &reserve, 1, place_of_reserve);
    if (result == SQLITE_IOERR_SHORT_READ) {
        file->checksums = checksums_expected;
        return SQLITE_OK;
    }
    if (result == SQLITE_OK) file->checksums = reserve == kopilka_page_checksum_bytes ? checksums_kept : checksums_none;
    return result;
}

// MARK: Reading and writing

static int layered_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 place) {
    struct layered_file *file = layered(base);
    int result = file->below->pMethods->xRead(file->below, bytes, count, place);
    if (result != SQLITE_OK || !is_page(file, count, place)) return result;
    int is_right = place > 0 || learn(file, bytes, count);
    if (is_right) result = ask(file);
    if (result != SQLITE_OK) return result;
    if (is_right && (file->checksums == checksums_none || has_its_checksum(bytes, count, place))) return SQLITE_OK;
    file->damaged = place / count + 1;
    return SQLITE_IOERR_DATA;
}

static int has_room(struct layered_file *file, int count) {
    if (file->page_room >= count) return 1;
    unsigned char *page = sqlite3_realloc(file->page, count);
    if (page == 0) return 0;
    file->page = page;
    file->page_room = count;
    return 1;
}

static int layered_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 place) {
    struct layered_file *file = layered(base);
    if (!is_page(file, count, place)) return file->below->pMethods->xWrite(file->below, bytes, count, place);
    int result = ask(file);
    if (result != SQLITE_OK) return result;
    if (place == 0) {
        int has_checksums = ((const unsigned char *)bytes)[place_of_reserve] == kopilka_page_checksum_bytes;
        // Pages that are there already got checksums in bytes that may not have been ours.
        sqlite3_int64 size = 0;
        if (file->checksums == checksums_expected && !has_checksums) {
            result = file->below->pMethods->xFileSize(file->below, &size);
        }
        if (result != SQLITE_OK || size > count) return result != SQLITE_OK ? result : SQLITE_IOERR_WRITE;
        file->checksums = has_checksums ? checksums_kept : checksums_none;
    }
    if (file->checksums == checksums_none) return file->below->pMethods->xWrite(file->below, bytes, count, place);
    if (!has_room(file, count)) return SQLITE_IOERR_NOMEM;
    memcpy(file->page, bytes, (size_t)count - kopilka_page_checksum_bytes);
    XXH64_canonical_t checksum = checksum_of(bytes, count, place);
    memcpy(file->page + count - kopilka_page_checksum_bytes, &checksum, sizeof checksum);
    return file->below->pMethods->xWrite(file->below, file->page, count, place);
}

static int layered_control(sqlite3_file *base, int operation, void *argument) {
    struct layered_file *file = layered(base);
    int result = SQLITE_OK;
    switch (operation) {
        case kopilka_has_page_checksums:
            result = ask(file);
            *(int *)argument = file->checksums != checksums_none;
            return result;
        case kopilka_set_page_checksums:
            file->checksums = *(int *)argument ? checksums_expected : checksums_none;
            return SQLITE_OK;
        case kopilka_damaged_page:
            *(long long *)argument = file->damaged;
            return SQLITE_OK;
        case SQLITE_FCNTL_CKPT_START:
            // Another connection may have given checksums to the pages meanwhile.
            if (file->checksums == checksums_none) file->checksums = checksums_unknown;
            break;
        default:
            break;
    }
    return file->below->pMethods->xFileControl(file->below, operation, argument);
}

// MARK: What the file below does

static int layered_close(sqlite3_file *base) {
    struct layered_file *file = layered(base);
    int result = file->below->pMethods->xClose(file->below);
    sqlite3_free(file->below);
    sqlite3_free(file->page);
    base->pMethods = 0;
    return result;
}

static int layered_truncate(sqlite3_file *base, sqlite3_int64 size) {
    return below(base)->pMethods->xTruncate(below(base), size);
}

static int layered_sync(sqlite3_file *base, int flags) { return below(base)->pMethods->xSync(below(base), flags); }

static int layered_size(sqlite3_file *base, sqlite3_int64 *size) {
    return below(base)->pMethods->xFileSize(below(base), size);
}

static int layered_lock(sqlite3_file *base, int level) { return below(base)->pMethods->xLock(below(base), level); }

static int layered_unlock(sqlite3_file *base, int level) { return below(base)->pMethods->xUnlock(below(base), level); }

static int layered_check_lock(sqlite3_file *base, int *is_reserved) {
    return below(base)->pMethods->xCheckReservedLock(below(base), is_reserved);
}

static int layered_sector_size(sqlite3_file *base) { return below(base)->pMethods->xSectorSize(below(base)); }

static int layered_device(sqlite3_file *base) { return below(base)->pMethods->xDeviceCharacteristics(below(base)); }

static int layered_shm_map(sqlite3_file *base, int region, int size, int extend, void volatile **place) {
    return below(base)->pMethods->xShmMap(below(base), region, size, extend, place);
}

static int layered_shm_lock(sqlite3_file *base, int offset, int count, int flags) {
    return below(base)->pMethods->xShmLock(below(base), offset, count, flags);
}

static void layered_shm_barrier(sqlite3_file *base) { below(base)->pMethods->xShmBarrier(below(base)); }

static int layered_shm_unmap(sqlite3_file *base, int is_deleted) {
    return below(base)->pMethods->xShmUnmap(below(base), is_deleted);
}

// Version 2: without xFetch, by which SQLite would read pages past the checksums.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = layered_close,
    .xRead = layered_read,
    .xWrite = layered_write,
    .xTruncate = layered_truncate,
    .xSync = layered_sync,
    .xFileSize = layered_size,
    .xLock = layered_lock,
    .xUnlock = layered_unlock,
    .xCheckReservedLock = layered_check_lock,
    .xFileControl = layered_control,
    .xSectorSize = layered_sector_size,
    .xDeviceCharacteristics = layered_device,
    .xShmMap = layered_shm_map,
    .xShmLock = layered_shm_lock,
    .xShmBarrier = layered_shm_barrier,
    .xShmUnmap = layered_shm_unmap,
};

// MARK: The layer

static sqlite3_vfs *system_vfs(void) { return sqlite3_vfs_find(0); }

static int layer_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *given) {
    struct layered_file *file = layered(base);
    sqlite3_vfs *system = system_vfs();
    (void)vfs;
    memset(file, 0, sizeof *file);
    file->below = sqlite3_malloc(system->szOsFile);
    if (file->below == 0) return SQLITE_NOMEM;
    memset(file->below, 0, (size_t)system->szOsFile);
    int result = system->xOpen(system, path, file->below, flags, given);
    if (result != SQLITE_OK) {
        if (file->below->pMethods != 0) file->below->pMethods->xClose(file->below);
        sqlite3_free(file->below);
        return result;
    }
    file->is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    base->pMethods = &methods;
    return SQLITE_OK;
}

static int layer_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory) {
    (void)vfs;
    return system_vfs()->xDelete(system_vfs(), path, syncs_directory);
}

static int layer_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    (void)vfs;
    return system_vfs()->xAccess(system_vfs(), path, flags, result);
}

static int layer_full_path(sqlite3_vfs *vfs, const char *path, int count, char *full) {
    (void)vfs;
    return system_vfs()->xFullPathname(system_vfs(), path, count, full);
}

static int layer_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
    (void)vfs;
    return system_vfs()->xRandomness(system_vfs(), count, bytes);
}

static int layer_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return system_vfs()->xSleep(system_vfs(), microseconds);
}

static int layer_time(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds) {
    (void)vfs;
    return system_vfs()->xCurrentTimeInt64(system_vfs(), milliseconds);
}

static int layer_days(sqlite3_vfs *vfs, double *days) {
    (void)vfs;
    return system_vfs()->xCurrentTime(system_vfs(), days);
}

static int layer_error(sqlite3_vfs *vfs, int count, char *text) {
    (void)vfs;
    return system_vfs()->xGetLastError(system_vfs(), count, text);
}

static sqlite3_vfs layer = {
    .iVersion = 2,
    .szOsFile = sizeof(struct layered_file),
    .zName = "kopilka-page-checksums",
    .xOpen = layer_open,
    .xDelete = layer_delete,
    .xAccess = layer_access,
    .xFullPathname = layer_full_path,
    .xRandomness = layer_randomness,
    .xSleep = layer_sleep,
    .xCurrentTimeInt64 = layer_time,
    .xCurrentTime = layer_days,
    .xGetLastError = layer_error,
};

static int is_registered = 0;

static void register_layer(void) {
    sqlite3_vfs *system = system_vfs();
    if (system == 0) return;
    layer.mxPathname = system->mxPathname;
    is_registered = sqlite3_vfs_register(&layer, 0) == SQLITE_OK;
}

const char *kopilka_page_checksums(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_layer);
    return is_registered ? layer.zName : 0;
}
