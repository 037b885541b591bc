#define _GNU_SOURCE

#include "SocketGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

// <sys/socket.h> stays out: it declares accept with a transparent union that differs between C libraries.

_Atomic bool kopilka_socket_guard_is_installed;
static _Atomic uint64_t refused_count;

uint64_t kopilka_accept_guard_refused(void) {
    return atomic_load_explicit(&refused_count, memory_order_relaxed);
}

#if defined(__linux__)

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t reserve_lock = PTHREAD_MUTEX_INITIALIZER;
static int reserve = -1;  // held under reserve_lock; -1 while there is none

static int open_reserve(void) {
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

void kopilka_socket_guard_install(void) {
    pthread_mutex_lock(&reserve_lock);
    if (reserve < 0) reserve = open_reserve();
    pthread_mutex_unlock(&reserve_lock);
    atomic_store(&kopilka_socket_guard_is_installed, true);
}

static bool is_exhaustion(int error) {
    return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

// Gives up the reserve to take the waiting connection and close it, so that the peer sees a refusal and the
// listener does not stay readable. Returns the errno to report.
static int refuse_waiting_connection(int listener) {
    // libzmq's listeners block, and the kernel runs out of descriptors even when nobody waits: without this the
    // second accept could block for ever with the lock held.
    int flags = fcntl(listener, F_GETFL);
    bool blocks = flags >= 0 && (flags & O_NONBLOCK) == 0;
    if (blocks) fcntl(listener, F_SETFL, flags | O_NONBLOCK);

    pthread_mutex_lock(&reserve_lock);
    if (reserve >= 0) close(reserve);
    int connection = (int)syscall(SYS_accept4, listener, NULL, NULL, O_CLOEXEC);
    int error = connection < 0 ? errno : 0;
    if (connection >= 0) close(connection);
    reserve = open_reserve();
    pthread_mutex_unlock(&reserve_lock);

    if (blocks) fcntl(listener, F_SETFL, flags);

    if (connection >= 0) {
        atomic_fetch_add_explicit(&refused_count, 1, memory_order_relaxed);
        return ECONNABORTED;
    }
    if (!is_exhaustion(error)) return blocks ? ECONNABORTED : error;  // nobody waited after all
    // Another thread took the descriptor in between. The connection still waits and the listener stays
    // readable, so without this pause the I/O thread would spin on a whole core.
    struct timespec pause = {.tv_sec = 0, .tv_nsec = 1000000};
    nanosleep(&pause, NULL);
    return ECONNABORTED;
}

static int guarded_accept(int listener, void *address, void *length, int flags) {
    int connection = (int)syscall(SYS_accept4, listener, address, length, flags);
    if (connection >= 0) {
        if (kopilka_receive_guard_admit(listener, connection)) return connection;
        close(connection);
        atomic_fetch_add_explicit(&refused_count, 1, memory_order_relaxed);
        errno = ECONNABORTED;
        return -1;
    }
    int error = errno;
    if (is_exhaustion(error) && atomic_load(&kopilka_socket_guard_is_installed)) {
        error = refuse_waiting_connection(listener);
    }
    errno = error;
    return -1;
}

// These two take the place of the C library's.

__attribute__((visibility("default"))) int accept4(int listener, void *address, void *length, int flags);
__attribute__((visibility("default"))) int accept(int listener, void *address, void *length);

int accept4(int listener, void *address, void *length, int flags) {
    return guarded_accept(listener, address, length, flags);
}

int accept(int listener, void *address, void *length) {
    return guarded_accept(listener, address, length, 0);
}

#else

// Other systems are for development only; there is nothing to put in place.
void kopilka_socket_guard_install(void) {}

#endif
