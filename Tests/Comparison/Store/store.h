// The store of the service, the same in each technology: degrees by city, in SQLite.
#pragma once
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Opens or makes the database. Ends the process if it cannot.
void store_open(const char *path);

// Keeps the degrees of a city. True once they are on disk. Any thread may call it.
bool store_keep(const char *city, double degrees);

// Finds the degrees of a city. False if it has none. Any thread may call it.
bool store_find(const char *city, double *degrees);

#ifdef __cplusplus
}
#endif
