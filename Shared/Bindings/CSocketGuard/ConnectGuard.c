#define _GNU_SOURCE

#include "SocketGuard.h"

// <sys/socket.h> stays out: it declares connect with a transparent union that differs between C libraries.

static _Atomic uint64_t refused_count;
static _Thread_local bool is_paused;

void kopilka_connect_guard_pause(bool paused) {
    is_paused = paused;
}

uint64_t kopilka_connect_guard_refused(void) {
    return atomic_load_explicit(&refused_count, memory_order_relaxed);
}

#if defined(__linux__)

#include <asm/socket.h>
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { FAMILY_UNIX = 1, TYPE_STREAM = 1 };

// struct ucred of <sys/socket.h>: who called listen(2), unix(7).
struct credentials {
    pid_t process;
    uid_t user;
    gid_t group;
};

static bool is_unix(const void *address, unsigned length) {
    unsigned short family;
    if (address == NULL || length < sizeof family) return false;
    memcpy(&family, address, sizeof family);
    return family == FAMILY_UNIX;
}

static bool option(int descriptor, int name, void *value, unsigned size) {
    unsigned given = size;
    return syscall(SYS_getsockopt, descriptor, SOL_SOCKET, name, value, &given) == 0 && given == size;
}

// Root may be trusted with everything, and listens for those whose sockets it hands out: systemd.socket(5).
static bool listener_is_ours(int descriptor) {
    struct credentials listener;
    if (!option(descriptor, SO_PEERCRED, &listener, sizeof listener)) return false;
    return listener.user == geteuid() || listener.user == 0;
}

// Takes the place of the C library's.
__attribute__((visibility("default"))) int connect(int descriptor, const void *address, unsigned length);

int connect(int descriptor, const void *address, unsigned length) {
    int result = (int)syscall(SYS_connect, descriptor, address, length);
    if (result != 0 || is_paused || !atomic_load(&kopilka_socket_guard_is_installed)) return result;
    if (!is_unix(address, length)) return result;
    int type = 0;
    if (!option(descriptor, SO_TYPE, &type, sizeof type) || type != TYPE_STREAM) return result;
    if (listener_is_ours(descriptor)) return 0;
    atomic_fetch_add_explicit(&refused_count, 1, memory_order_relaxed);
    errno = EACCES;
    return -1;
}

#endif
