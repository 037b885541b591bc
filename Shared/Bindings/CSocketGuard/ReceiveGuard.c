#define _GNU_SOURCE

#include "SocketGuard.h"

#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t cut_count;

// What this thread may still receive; negative without a limit.
static _Thread_local int64_t allowance = -1;

void kopilka_receive_guard_allow(int64_t bytes) { allowance = bytes; }

int64_t kopilka_receive_guard_allowed(void) { return allowance; }

uint64_t kopilka_receive_guard_cut(void) { return atomic_load_explicit(&cut_count, memory_order_relaxed); }

#if defined(__linux__)

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// Descriptors of watched connections are below this, which is what a process asks for (DescriptorLimit.wanted).
enum { DESCRIPTORS = 65536 };

// ZMTP 3, rfc.zeromq.org/spec/23: the greeting, and the flags of a frame.
enum { GREETING_BYTES = 64, OLD_GREETING_BYTES = 12, REVISION_AT = 10, REVISION_2 = 1, REVISION_3 = 3 };
enum { FLAG_MORE = 1, FLAG_LONG = 2, FLAG_COMMAND = 4 };

struct budget {
    struct kopilka_receive_limits limits;
    _Atomic int64_t charged;  // of all connections
    _Atomic int64_t connections;
};

struct connection {
    // Written by the thread that accepts, receives and closes, which is one; read by the one that takes messages.
    struct budget *_Atomic budget;
    _Atomic int64_t waiting;  // whole messages that nobody has taken yet
    int64_t unfinished;       // what has come of the message under way
    uint64_t announced;       // what its frames say they hold
    uint64_t left;            // bytes of the greeting or of a frame that are still to come
    unsigned frames;
    unsigned char head[OLD_GREETING_BYTES];
    unsigned char head_size;
    unsigned char flags;
    bool greeted;
    bool skips_message;  // the first message of revision 2 is a name that libzmq keeps to itself
};

static struct budget *_Atomic watched[DESCRIPTORS];
static struct connection connections[DESCRIPTORS];

static bool in_table(int descriptor) { return descriptor >= 0 && descriptor < DESCRIPTORS; }

void kopilka_receive_guard_watch(int listener, struct kopilka_receive_limits limits) {
    if (!in_table(listener)) return;
    // Never freed: connections outlive their listener, and a process has a listener or two.
    struct budget *budget = calloc(1, sizeof *budget);
    if (budget == NULL) abort();
    budget->limits = limits;
    atomic_store(&watched[listener], budget);
}

// Ends what is counted for a descriptor.
static void forget(int descriptor) {
    atomic_store(&watched[descriptor], NULL);
    struct connection *connection = &connections[descriptor];
    if (atomic_load(&connection->budget) == NULL) return;
    int64_t held = atomic_exchange(&connection->waiting, 0) + connection->unfinished;
    // After the last look at the entry: this gives it to the thread that uses the number next.
    struct budget *budget = atomic_exchange(&connection->budget, NULL);
    if (budget == NULL) return;
    atomic_fetch_sub(&budget->charged, held);
    atomic_fetch_sub(&budget->connections, 1);
}

bool kopilka_receive_guard_admit(int listener, int descriptor) {
    struct budget *budget = in_table(listener) ? atomic_load(&watched[listener]) : NULL;
    if (budget == NULL) return true;
    if (!in_table(descriptor)) return false;
    int64_t most = budget->limits.connections;
    if (most > 0 && atomic_load(&budget->connections) >= most) return false;
    // Another thread may have closed the last connection with this number. Only the kernel orders that close before this
    // accept, and C does not know of it. Here it does: this reads what that thread stored last.
    forget(descriptor);
    struct connection *connection = &connections[descriptor];
    memset(connection, 0, sizeof *connection);
    atomic_fetch_add(&budget->connections, 1);
    atomic_store(&connection->budget, budget);
    return true;
}

void kopilka_receive_guard_taken(int descriptor, int64_t bytes, int64_t frames) {
    if (!in_table(descriptor)) return;
    struct connection *connection = &connections[descriptor];
    struct budget *budget = atomic_load(&connection->budget);
    if (budget == NULL) return;
    // Less is charged than was taken when the message came from a connection that had this descriptor before.
    int64_t charge = bytes + frames * KOPILKA_FRAME_CHARGE;
    int64_t waiting = atomic_load(&connection->waiting);
    int64_t part;
    do part = charge < waiting ? charge : waiting;
    while (!atomic_compare_exchange_weak(&connection->waiting, &waiting, waiting - part));
    atomic_fetch_sub(&budget->charged, part);
}

static void finish_message(struct connection *connection) {
    if (connection->skips_message) {
        connection->skips_message = false;
        struct budget *budget = atomic_load(&connection->budget);
        atomic_fetch_sub(&budget->charged, connection->unfinished);
    } else {
        atomic_fetch_add(&connection->waiting, connection->unfinished);
    }
    connection->unfinished = 0;
    connection->announced = 0;
    connection->frames = 0;
}

// Reads the greeting's revision once enough of it is there. False for peers older than ZMTP 2: libzmq would read theirs
// in another way than this does.
static bool read_greeting(struct connection *connection) {
    if (connection->head[0] != 0xff) return false;
    if (connection->head_size < OLD_GREETING_BYTES) return true;
    if ((connection->head[9] & 1) == 0 || connection->head[REVISION_AT] < REVISION_2) return false;
    connection->skips_message = connection->head[REVISION_AT] == REVISION_2;
    connection->left = connection->skips_message ? 0 : GREETING_BYTES - OLD_GREETING_BYTES;
    connection->greeted = true;
    connection->head_size = 0;
    return true;
}

// Reads the head of a frame once it is whole. False when the message gets too long by it.
static bool read_head(struct connection *connection, const struct kopilka_receive_limits *limits) {
    unsigned char flags = connection->head[0];
    unsigned size = (flags & FLAG_LONG) != 0 ? 9 : 2;
    if (connection->head_size < size) return true;
    uint64_t length = 0;
    for (unsigned index = 1; index < size; index++) length = length << 8 | connection->head[index];
    connection->head_size = 0;
    connection->flags = flags;
    connection->left = length;
    if ((flags & FLAG_COMMAND) != 0) {
        return length <= (uint64_t)(limits->command_bytes > 0 ? limits->command_bytes : limits->message_bytes);
    }
    connection->frames++;
    // Neither sum overflows: `announced` never gets beyond the limit.
    if (length > (uint64_t)limits->message_bytes - connection->announced) return false;
    connection->announced += length;
    return connection->frames <= (unsigned)limits->message_frames;
}

static void charge(struct connection *connection, struct budget *budget, int64_t bytes) {
    connection->unfinished += bytes;
    atomic_fetch_add(&budget->charged, bytes);
}

static void charge_command(struct connection *connection, struct budget *budget) {
    int64_t bytes = (int64_t)connection->left + KOPILKA_FRAME_CHARGE;
    atomic_fetch_add(&connection->waiting, bytes);
    atomic_fetch_add(&budget->charged, bytes);
}

// Follows the frames in what has come. False when a message is too long or has too many frames.
static bool follow(struct connection *connection, struct budget *budget, const unsigned char *bytes, size_t count) {
    while (count > 0) {
        if (connection->left > 0) {
            size_t part = connection->left < count ? (size_t)connection->left : count;
            connection->left -= part;
            bytes += part;
            count -= part;
            if (!connection->greeted || connection->flags & FLAG_COMMAND) continue;
            charge(connection, budget, (int64_t)part);
            if (connection->left == 0 && (connection->flags & FLAG_MORE) == 0) finish_message(connection);
            continue;
        }
        connection->head[connection->head_size++] = *bytes++;
        count--;
        if (!connection->greeted) {
            if (!read_greeting(connection)) return false;
            // The rest of the greeting is passed over as a command is.
            connection->flags = FLAG_COMMAND;
            continue;
        }
        if (!read_head(connection, &budget->limits)) return false;
        if (connection->head_size > 0) continue;
        if (connection->flags & FLAG_COMMAND) {
            if (budget->limits.counts_commands) charge_command(connection, budget);
            continue;
        }
        charge(connection, budget, KOPILKA_FRAME_CHARGE);
        if (connection->left == 0 && (connection->flags & FLAG_MORE) == 0) finish_message(connection);
    }
    return true;
}

static bool has_room(struct connection *connection, struct budget *budget) {
    int64_t held = atomic_load(&connection->waiting) + connection->unfinished;
    if (held > budget->limits.connection_bytes) return false;
    if (atomic_load(&budget->charged) <= budget->limits.all_bytes) return true;
    // Too much in all: whoever has more than their share goes.
    int64_t connections = atomic_load(&budget->connections);
    return held <= budget->limits.all_bytes / (connections > 0 ? connections : 1);
}

// These two take the place of the C library's.

__attribute__((visibility("default"))) ssize_t recv(int descriptor, void *buffer, size_t size, int flags);
__attribute__((visibility("default"))) int close(int descriptor);

ssize_t recv(int descriptor, void *buffer, size_t size, int flags) {
    if (allowance == 0) {
        errno = ECONNRESET;
        return -1;
    }
    if (allowance > 0 && size > (uint64_t)allowance) size = (size_t)allowance;
    ssize_t count = syscall(SYS_recvfrom, descriptor, buffer, size, flags, NULL, NULL);
    if (allowance > 0 && count > 0) allowance -= count;
    if (count <= 0 || flags != 0 || !in_table(descriptor)) return count;
    struct connection *connection = &connections[descriptor];
    struct budget *budget = atomic_load_explicit(&connection->budget, memory_order_relaxed);
    if (budget == NULL) return count;
    if (follow(connection, budget, buffer, (size_t)count) && has_room(connection, budget)) return count;
    atomic_fetch_add_explicit(&cut_count, 1, memory_order_relaxed);
    errno = ECONNRESET;
    return -1;
}

int close(int descriptor) {
    // Before the number is free for others.
    if (in_table(descriptor)) forget(descriptor);
    return (int)syscall(SYS_close, descriptor);
}

#else

void kopilka_receive_guard_watch(int listener, struct kopilka_receive_limits limits) {}
void kopilka_receive_guard_taken(int descriptor, int64_t bytes, int64_t frames) {}

#endif
