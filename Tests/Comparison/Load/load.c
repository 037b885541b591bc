// Loads one service `weather`. The clients of the technologies are linked to it; see client.h.
//
// load ADDRESS first                     the time of the first answer; a line on standard input begins it
// load ADDRESS current SECONDS FLIGHT    requests, so many in flight
// load ADDRESS report SECONDS FLIGHT     durable changes, so many in flight
// load ADDRESS steady SECONDS INTERVAL NAME   one new change each INTERVAL microseconds, repeated until it is
//                                        acknowledged; a line for each: city, sent, acknowledged (0: never), attempts
//                                        (its degrees: its number from 0, modulo 400, in tenths)
// load ADDRESS verify                    reads lines "city degrees"; a line for each city whose answer is another
// load ADDRESS follow                    a line for each event: city, time; until standard input ends
//
// Times are those of CLOCK_MONOTONIC in nanoseconds, so that two processes can be compared.
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client.h"

enum { SLOTS = 1 << 16, NAME = 64 };
static const int64_t MILLISECOND = 1000000, SECOND = 1000000000;

// A request in flight. A late answer to an earlier token in the same slot is ignored.
static struct slot {
    uint64_t token;
    int64_t sent, ended;
    bool is_open, is_done, is_success;
    double degrees;
} slots[SLOTS];
static uint64_t newest;
static unsigned freed[SLOTS], free_count;
static const char *address;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

static void settle(struct slot *slot, bool is_success, double degrees) {
    if (!slot->is_open || slot->is_done) return;
    *slot = (struct slot){slot->token, slot->sent, now(), true, true, is_success, degrees};
    if (free_count < SLOTS) freed[free_count++] = slot - slots;
}

void answered(uint64_t token, bool is_success, double degrees) {
    struct slot *slot = &slots[token % SLOTS];
    if (slot->token == token) settle(slot, is_success, degrees);
}

void lost(void) {
    for (int index = 0; index < SLOTS; index++) settle(&slots[index], false, 0);
}

void told(const char *city) {
    printf("%s %ld\n", city, (long)now());
    fflush(stdout);
}

static uint64_t begin(unsigned index) {
    newest += SLOTS;
    slots[index] = (struct slot){.token = newest + index, .sent = now(), .is_open = true};
    return newest + index;
}

// One request, answered or not within a second.
static bool ask(const char *city, double *degrees) {
    client_current(begin(0), city);
    int64_t end = now() + SECOND;
    while (!slots[0].is_done && now() < end) client_wait(10);
    *degrees = slots[0].degrees;
    return slots[0].is_done && slots[0].is_success;
}

static int first(void) {
    double degrees;
    getchar();
    for (;;) {
        if (client_open(address)) {
            bool is_answered = ask("Moscow-0", &degrees);
            int64_t time = slots[0].ended;
            client_close();
            if (is_answered) return printf("%ld\n", (long)time), 0;
        }
        usleep(1000);
    }
}

static int compare(const void *one, const void *other) {
    int64_t difference = *(const int64_t *)one - *(const int64_t *)other;
    return (difference > 0) - (difference < 0);
}

// Always so many requests in flight: the next one is sent when one is answered.
static int closed(bool is_change, double seconds, unsigned flight) {
    enum { MOST = 1 << 22 };
    int64_t *times = malloc(MOST * sizeof *times), start = now(), end = start + seconds * SECOND;
    long count = 0, failures = 0;
    char city[NAME], key[NAME];
    for (free_count = 0; free_count < flight; free_count++) freed[free_count] = free_count;
    while (now() < end) {
        for (unsigned ready = free_count; ready > 0; ready--) {
            unsigned index = freed[--free_count];
            if (slots[index].is_success && count < MOST) times[count++] = slots[index].ended - slots[index].sent;
            else if (slots[index].is_done) failures++;
            uint64_t token = begin(index);
            snprintf(city, NAME, "city-%lu", (unsigned long)(token % 1009));
            snprintf(key, NAME, "%d-%lu", getpid(), (unsigned long)token);
            // SQLite writes nothing for a row that stays the same. So the degrees follow the clock.
            if (is_change) client_report(token, city, slots[index].sent / 1000 % 40000 / 1e3, key);
            else client_current(token, "Moscow-0");
        }
        client_wait(100);
    }
    double elapsed = (double)(now() - start) / SECOND;
    qsort(times, count, sizeof *times, compare);
    if (!count) times[0] = 0;  // nothing was answered
    printf("{\"count\": %ld, \"failures\": %ld, \"perSecond\": %.1f, \"p50\": %.1f, \"p99\": %.1f}\n", count, failures,
        count / elapsed, times[count / 2] / 1e3, times[count * 99 / 100] / 1e3);
    return 0;
}

// Changes at fixed times, whether the earlier ones were answered or not.
static int steady(double seconds, int64_t interval, const char *name) {
    int64_t start = now(), end = start + seconds * SECOND, *sent = calloc(SLOTS, sizeof *sent),
        *acknowledged = calloc(SLOTS, sizeof *acknowledged), *again = calloc(SLOTS, sizeof *again);
    int *attempts = calloc(SLOTS, sizeof *attempts), count = 0, open = 0;
    char city[NAME];
    while (now() < end || (open && now() < end + 10 * SECOND)) {
        if (now() < end && count < SLOTS && now() >= start + count * interval) {
            sent[count++] = now();
            open++;
        }
        for (int index = open ? 0 : count; index < count; index++) {
            struct slot *slot = &slots[index];
            if (acknowledged[index]) continue;
            if (slot->is_done && slot->is_success) {
                acknowledged[index] = slot->ended;
                open--;
                continue;
            }
            // A failure is repeated after 10 ms, and silence after a second.
            if (slot->is_done && !again[index]) again[index] = now() + 10 * MILLISECOND;
            bool is_due = slot->is_done ? now() >= again[index] : now() >= slot->sent + SECOND;
            if (attempts[index] && !is_due) continue;
            again[index] = 0;
            attempts[index]++;
            snprintf(city, NAME, "%s-%d", name, index);
            client_report(begin(index), city, index % 400 / 10.0, city);
        }
        client_wait(1);
    }
    for (int index = 0; index < count; index++) {
        printf("%s-%d %ld %ld %d\n", name, index, (long)sent[index], (long)acknowledged[index], attempts[index]);
    }
    return 0;
}

static int verify(void) {
    char city[NAME];
    double expected, degrees;
    while (scanf("%63s %lf", city, &expected) == 2) {
        if (!ask(city, &degrees) || degrees != expected) printf("%s\n", city);
    }
    return 0;
}

static int follow(void) {
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    client_follow();
    while (poll(&input, 1, 0) == 0) client_wait(100);
    return 0;
}

int main(int count, char **arguments) {
    if (count < 3) return 64;
    address = arguments[1];
    const char *mode = arguments[2];
    if (!strcmp(mode, "first")) return first();
    if (!client_open(address)) return 1;
    if (!strcmp(mode, "verify")) return verify();
    if (!strcmp(mode, "follow")) return follow();
    if (count < 5) return 64;
    double seconds = atof(arguments[3]);
    if (!strcmp(mode, "current")) return closed(false, seconds, atoi(arguments[4]));
    if (!strcmp(mode, "report")) return closed(true, seconds, atoi(arguments[4]));
    if (!strcmp(mode, "steady") && count > 5) return steady(seconds, atoll(arguments[4]) * 1000, arguments[5]);
    return 64;
}
