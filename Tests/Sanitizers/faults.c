// One fault of each kind that the sanitizers are there to find, as a service would have it: sanitize.sh runs it before the
// tests, because a run without reports says something only when reports arrive.
//
// Usage: faults race|use-after-free|overflow|leak [confined]
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CProcess.h"

// LANDLOCK_ACCESS_FS_READ_FILE
enum { READ = 1 << 2 };

static int counter;

static void *count(void *nothing) {
    counter++;
    return nothing;
}

static void race(void) {
    pthread_t threads[2];
    for (int index = 0; index < 2; index++) pthread_create(&threads[index], NULL, count, NULL);
    for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
}

static int use_after_free(void) {
    int *volatile number = malloc(sizeof *number);
    free(number);
    return *number;
}

static int overflow(int number) { return INT_MAX + number; }

static void leak(void) {
    char *volatile bytes = malloc(1000);
    bytes[0] = 'x';
    bytes = NULL;
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    if (count > 2) {
        // Of all that the first version of Landlock knows, files below /usr and /proc may be read, as by a service.
        int rules = kopilka_landlock_create(0x1FFF, 0, 0);
        if (rules < 0 || kopilka_landlock_allow(rules, "/usr", READ, READ) != 0
            || kopilka_landlock_allow(rules, "/proc", READ, READ) != 0 || kopilka_landlock_enforce(rules) != 0)
            return 69;
    }
    int sum = 0;
    if (strcmp(arguments[1], "race") == 0) race();
    else if (strcmp(arguments[1], "use-after-free") == 0) sum = use_after_free();
    else if (strcmp(arguments[1], "overflow") == 0) sum = overflow(count);
    else if (strcmp(arguments[1], "leak") == 0) leak();
    else return 64;
    // As services do. Leaks are looked for at an end by exit(3) alone.
    if (count > 2) _exit(0);
    return sum == 1;
}
