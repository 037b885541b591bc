#pragma once
#include <sqlite3.h>

/// sqlite3_config(3) takes as many arguments as it likes, which Swift cannot call: SQLITE_CONFIG_MEMSTATUS, off.
static inline int kopilka_sqlite_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Has the system put the database file on the disk, through the descriptor that SQLite has of it: closing one of our own
/// would take SQLite's locks away (SQLITE_FCNTL_FILE_POINTER, xSync of sqlite3_io_methods).
static inline int kopilka_sqlite_sync_file(sqlite3 *database) {
    sqlite3_file *file = 0;
    int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (result != SQLITE_OK || file == 0 || file->pMethods == 0) return result;
    return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}
