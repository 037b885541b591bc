#pragma once
#include <sqlite3.h>
#include <string.h>

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

/// Has the last connection that closes leave the log as it is (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE).
static inline int kopilka_sqlite_keep_log(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// Writes each piece of a file again as it is read, and has the system put the file on the disk.
static inline int kopilka_sqlite_rewrite_open(sqlite3_file *file) {
    enum { piece = 65536 };
    sqlite3_int64 size = 0;
    int result = file->pMethods->xFileSize(file, &size);
    void *bytes = result == SQLITE_OK ? sqlite3_malloc(piece) : 0;
    if (result == SQLITE_OK && bytes == 0) result = SQLITE_NOMEM;
    for (sqlite3_int64 place = 0; result == SQLITE_OK && place < size; place += piece) {
        int count = size - place < piece ? (int)(size - place) : piece;
        result = file->pMethods->xRead(file, bytes, count, place);
        if (result == SQLITE_OK) result = file->pMethods->xWrite(file, bytes, count, place);
    }
    sqlite3_free(bytes);
    return result == SQLITE_OK && size > 0 ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) : result;
}

/// Does that with the write-ahead log of a database, if there is one. Like SQLite it opens it beside the file that a link
/// leads to, and as if it might be new: then the sync holds for its name, too.
static inline int kopilka_sqlite_rewrite_log(const char *database) {
    // SQLite reads further strings behind the name of a file (sqlite3_uri_parameter).
    static const char suffix[] = "-wal\0\0";
    sqlite3_vfs *system = sqlite3_vfs_find(0);
    sqlite3_file *file = system == 0 ? 0 : (sqlite3_file *)sqlite3_malloc(system->szOsFile);
    char *path = file == 0 ? 0 : (char *)sqlite3_malloc(system->mxPathname + 1 + (int)sizeof suffix);
    int exists = 0, result = SQLITE_NOMEM;
    if (path != 0) {
        file->pMethods = 0;
        // The rest of the code says whether there was a link: SQLITE_OK_SYMLINK.
        result = system->xFullPathname(system, database, system->mxPathname + 1, path) & 0xff;
        if (result == SQLITE_OK) memcpy(path + strlen(path), suffix, sizeof suffix);
        if (result == SQLITE_OK) result = system->xAccess(system, path, SQLITE_ACCESS_EXISTS, &exists);
        if (result == SQLITE_OK && exists) {
            int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_WAL;
            result = system->xOpen(system, path, file, flags, 0);
            if (result == SQLITE_OK) result = kopilka_sqlite_rewrite_open(file);
            if (file->pMethods != 0) file->pMethods->xClose(file);
        }
    }
    sqlite3_free(path);
    sqlite3_free(file);
    return result;
}

/// A set of numbers: bit n of word w stands for 64 * w + n.
struct kopilka_bits {
    sqlite3_uint64 *words;
    sqlite3_uint64 count;
    sqlite3_uint64 room;
};

/// SQLite has no longer blobs, if it was not built for them (SQLITE_MAX_LENGTH).
enum { kopilka_bits_greatest_count = 1000000000 / 8 };

static inline int kopilka_bits_add(struct kopilka_bits *all, sqlite3_int64 value) {
    // What is below 0 becomes a number that is too large.
    sqlite3_uint64 word = (sqlite3_uint64)value >> 6;
    if (word >= kopilka_bits_greatest_count) return SQLITE_TOOBIG;
    if (word >= all->room) {
        sqlite3_uint64 room = all->room == 0 ? 64 : all->room * 2;
        if (room <= word) room = word + 1;
        sqlite3_uint64 *larger = (sqlite3_uint64 *)sqlite3_realloc64(all->words, room * sizeof *larger);
        if (larger == 0) return SQLITE_NOMEM;
        all->words = larger;
        all->room = room;
    }
    while (all->count <= word) all->words[all->count++] = 0;
    all->words[word] |= (sqlite3_uint64)1 << (value & 63);
    return SQLITE_OK;
}

/// Makes a set the result of a function, which frees it.
static inline void kopilka_bits_result(sqlite3_context *context, struct kopilka_bits *all) {
    if (all == 0 || all->words == 0) {
        sqlite3_result_zeroblob(context, 0);
        return;
    }
    sqlite3_result_blob64(context, all->words, all->count * sizeof *all->words, sqlite3_free);
    all->words = 0;
}

static inline void kopilka_bits_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct kopilka_bits *all = (struct kopilka_bits *)sqlite3_aggregate_context(context, sizeof *all);
    int result = all == 0 ? SQLITE_NOMEM : kopilka_bits_add(all, sqlite3_value_int64(values[0]));
    (void)count;
    if (result != SQLITE_OK) sqlite3_result_error_code(context, result);
}

static inline void kopilka_bits_final(sqlite3_context *context) {
    kopilka_bits_result(context, (struct kopilka_bits *)sqlite3_aggregate_context(context, 0));
}

static inline int kopilka_bits_of_row(const Fts5ExtensionApi *search, Fts5Context *row, void *all) {
    return kopilka_bits_add((struct kopilka_bits *)all, search->xRowid(row));
}

static inline void kopilka_bits_of_phrase(
    const Fts5ExtensionApi *search, Fts5Context *first, sqlite3_context *context, int count, sqlite3_value **values) {
    struct kopilka_bits all = {0, 0, 0};
    int result = search->xQueryPhrase(first, 0, &all, kopilka_bits_of_row);
    (void)count, (void)values;
    if (result == SQLITE_OK) {
        kopilka_bits_result(context, &all);
    } else {
        sqlite3_free(all.words);
        sqlite3_result_error_code(context, result);
    }
}

/// Gives SQL two functions that answer with a set of row numbers in one blob, words as the machine has them: to stop at each
/// of many rows costs several times what finding it does. `bits(value)` is an aggregate; `bits_of_phrase(table)`, for the
/// first row that an FTS5 table finds, has all rows of the first phrase that was asked for, without SQLite's machine between
/// any two (xQueryPhrase of Fts5ExtensionApi, fts5_api_ptr).
static inline int kopilka_sqlite_add_bits(sqlite3 *database) {
    fts5_api *search = 0;
    sqlite3_stmt *statement = 0;
    int result = sqlite3_create_function_v2(
        database, "bits", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, 0, 0, kopilka_bits_step,
        kopilka_bits_final, 0);
    if (result != SQLITE_OK) return result;
    result = sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, 0);
    if (result != SQLITE_OK) return result;
    sqlite3_bind_pointer(statement, 1, (void *)&search, "fts5_api_ptr", 0);
    sqlite3_step(statement);
    result = sqlite3_finalize(statement);
    if (result != SQLITE_OK) return result;
    if (search == 0) return SQLITE_ERROR;
    return search->xCreateFunction(search, "bits_of_phrase", 0, kopilka_bits_of_phrase, 0);
}
