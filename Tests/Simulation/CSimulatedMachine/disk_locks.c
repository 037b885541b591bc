#include "disk.h"

#include <stdlib.h>

// MARK: Handles

struct disk_handle *disk_handle_new(struct disk_file *file, struct disk_name *name) {
    struct disk_handle *handle = disk_allocate(sizeof *handle);
    *handle = (struct disk_handle){.next = file->handles, .file = file, .name = name, .process = sim_process()};
    handle->is_overwrite_safe = true;
    handle->known_failures = file->failures;
    file->handles = handle;
    return handle;
}

void disk_handle_drop(struct disk_handle *handle) {
    if (handle->file == 0) return;
    disk_memory_unmap(handle);
    struct disk_handle **place = &handle->file->handles;
    while (*place != handle) place = &(*place)->next;
    *place = handle->next;
    handle->level = SQLITE_LOCK_NONE;
    handle->file = 0;
    handle->next = 0;
}

// MARK: The locks of a database

/// The highest level that another connection has.
static int level_of_others(const struct disk_handle *handle) {
    int level = SQLITE_LOCK_NONE;
    for (const struct disk_handle *other = handle->file->handles; other != 0; other = other->next)
        if (other != handle && other->level > level) level = other->level;
    return level;
}

int disk_lock(struct disk_handle *handle, int level) {
    int others = level_of_others(handle);
    if (handle->level >= level) return SQLITE_OK;
    if (level == SQLITE_LOCK_SHARED) {
        if (others >= SQLITE_LOCK_PENDING) return SQLITE_BUSY;
    } else if (others >= SQLITE_LOCK_RESERVED) {
        return SQLITE_BUSY;
    } else if (level == SQLITE_LOCK_EXCLUSIVE && others == SQLITE_LOCK_SHARED) {
        // It keeps new readers out, and waits for those that are there.
        handle->level = SQLITE_LOCK_PENDING;
        return SQLITE_BUSY;
    }
    handle->level = level;
    return SQLITE_OK;
}

void disk_unlock(struct disk_handle *handle, int level) {
    if (handle->level > level) handle->level = level;
}

bool disk_is_reserved(const struct disk_handle *handle) {
    return handle->level >= SQLITE_LOCK_RESERVED || level_of_others(handle) >= SQLITE_LOCK_RESERVED;
}

// MARK: Shared memory

int disk_memory_map(struct disk_handle *handle, int region, int size, bool extends, void volatile **memory) {
    struct disk_file *file = handle->file;
    handle->has_memory = true;
    *memory = 0;
    if (region >= file->region_count) {
        if (!extends) return SQLITE_OK;
        file->regions = realloc(file->regions, (size_t)(region + 1) * sizeof *file->regions);
        if (file->regions == 0) abort();
        while (file->region_count <= region) file->regions[file->region_count++] = disk_allocate((size_t)size);
    }
    *memory = file->regions[region];
    return SQLITE_OK;
}

int disk_memory_lock(struct disk_handle *handle, int offset, int count, int flags) {
    unsigned mask = ((1u << count) - 1) << offset;
    if (!handle->has_memory) return SQLITE_IOERR_SHMLOCK;
    if (flags & SQLITE_SHM_UNLOCK) {
        handle->shared &= ~mask;
        handle->exclusive &= ~mask;
        return SQLITE_OK;
    }
    for (const struct disk_handle *other = handle->file->handles; other != 0; other = other->next) {
        if (other != handle && (other->exclusive & mask)) return SQLITE_BUSY;
        // As in the usual VFS, an own shared lock is in the way too: it has to be given up before.
        if ((flags & SQLITE_SHM_EXCLUSIVE) && (other->shared & mask)) return SQLITE_BUSY;
    }
    *(flags & SQLITE_SHM_EXCLUSIVE ? &handle->exclusive : &handle->shared) |= mask;
    return SQLITE_OK;
}

void disk_memory_unmap(struct disk_handle *handle) {
    struct disk_file *file = handle->file;
    if (!handle->has_memory) return;
    handle->has_memory = false;
    handle->shared = handle->exclusive = 0;
    for (const struct disk_handle *other = file->handles; other != 0; other = other->next)
        if (other->has_memory) return;
    // The next connection is the first one, and finds the memory empty.
    for (int region = 0; region < file->region_count; region++) free(file->regions[region]);
    free(file->regions);
    file->regions = 0;
    file->region_count = 0;
}
