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

/// What `integers(value)` has gathered so far.
struct kopilka_integers {
    sqlite3_int64 *values;
    sqlite3_uint64 count;
    sqlite3_uint64 room;
};

static inline void kopilka_integers_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct kopilka_integers *all = (struct kopilka_integers *)sqlite3_aggregate_context(context, sizeof *all);
    (void)count;
    if (all == 0) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (all->count == all->room) {
        sqlite3_uint64 room = all->room == 0 ? 256 : all->room * 2;
        sqlite3_int64 *larger = (sqlite3_int64 *)sqlite3_realloc64(all->values, room * sizeof *larger);
        if (larger == 0) {
            sqlite3_result_error_nomem(context);
            return;
        }
        all->values = larger;
        all->room = room;
    }
    all->values[all->count++] = sqlite3_value_int64(values[0]);
}

static inline void kopilka_integers_final(sqlite3_context *context) {
    struct kopilka_integers *all = (struct kopilka_integers *)sqlite3_aggregate_context(context, 0);
    if (all == 0 || all->values == 0) {
        sqlite3_result_zeroblob(context, 0);
        return;
    }
    sqlite3_result_blob64(context, all->values, all->count * sizeof *all->values, sqlite3_free);
    all->values = 0;
}

/// Gives SQL the aggregate `integers(value)`: all of them in one blob, eight bytes each as the machine has them. To stop at
/// each of many rows costs several times what finding it does.
static inline int kopilka_sqlite_add_integers(sqlite3 *database) {
    return sqlite3_create_function_v2(
        database, "integers", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, 0, 0, kopilka_integers_step,
        kopilka_integers_final, 0);
}
