#include "disk.h"

#include <time.h>

// What SQLite asks a VFS for beside files.

int disk_vfs_chance(sqlite3_vfs *vfs, int count, char *bytes) {
    (void)vfs;
    for (int index = 0; index < count; index++) bytes[index] = (char)sim_below(256);
    return count;
}

int disk_vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    int64_t deadline = sim_now() + (int64_t)microseconds * 1000;
    while (sim_now() < deadline) sim_block(deadline);
    return microseconds;
}

int disk_vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds) {
    /// The beginning of 1970, counted in days from noon of a day long before: the Julian day.
    const sqlite3_int64 epoch = 210866760000000;
    struct timespec now;
    (void)vfs;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return SQLITE_ERROR;
    *milliseconds = epoch + (sqlite3_int64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    return SQLITE_OK;
}

int disk_vfs_days(sqlite3_vfs *vfs, double *days) {
    sqlite3_int64 milliseconds = 0;
    int result = disk_vfs_time(vfs, &milliseconds);
    *days = (double)milliseconds / 86400000;
    return result;
}
