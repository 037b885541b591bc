#include "store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

static sqlite3 *database;
static sqlite3_stmt *keep, *find;
// Statements belong to one thread at a time.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void check(int code) {
    if (code == SQLITE_OK) return;
    fprintf(stderr, "weather: %s\n", sqlite3_errmsg(database));
    exit(1);
}

void store_open(const char *path) {
    check(sqlite3_open(path, &database));
    check(sqlite3_exec(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE IF NOT EXISTS weather (city TEXT PRIMARY KEY, degrees REAL NOT NULL) WITHOUT ROWID", 0, 0, 0));
    check(sqlite3_prepare_v2(database, "INSERT INTO weather (city, degrees) VALUES (?, ?) "
        "ON CONFLICT (city) DO UPDATE SET degrees = excluded.degrees", -1, &keep, 0));
    check(sqlite3_prepare_v2(database, "SELECT degrees FROM weather WHERE city = ?", -1, &find, 0));
}

bool store_keep(const char *city, double degrees) {
    pthread_mutex_lock(&lock);
    sqlite3_bind_text(keep, 1, city, -1, SQLITE_STATIC);
    sqlite3_bind_double(keep, 2, degrees);
    // Without BEGIN the statement is a transaction of its own: it is synced before the step returns.
    bool is_kept = sqlite3_step(keep) == SQLITE_DONE;
    sqlite3_reset(keep);
    pthread_mutex_unlock(&lock);
    return is_kept;
}

bool store_find(const char *city, double *degrees) {
    pthread_mutex_lock(&lock);
    sqlite3_bind_text(find, 1, city, -1, SQLITE_STATIC);
    bool is_found = sqlite3_step(find) == SQLITE_ROW;
    if (is_found) *degrees = sqlite3_column_double(find, 0);
    sqlite3_reset(find);
    pthread_mutex_unlock(&lock);
    return is_found;
}
