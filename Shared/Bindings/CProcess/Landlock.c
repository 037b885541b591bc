#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Debian 12's <linux/landlock.h> is that of Linux 6.1, and its C library has no wrappers: landlock(7). The numbers are the
// same on every architecture, and part of the kernel's interface for good.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, CREATE_RULESET_VERSION = 1 };
enum { PATH_BENEATH = 1, NET_PORT = 2 };

struct ruleset {
    unsigned long long handled_files;
    unsigned long long handled_network;
    unsigned long long scoped;
};

struct path_beneath {
    unsigned long long allowed;
    int parent;
} __attribute__((packed));

struct net_port {
    unsigned long long allowed;
    unsigned long long port;
};

int kopilka_landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, CREATE_RULESET_VERSION);
    return version < 0 ? 0 : (int)version;
}

int kopilka_landlock_create(unsigned long long files, unsigned long long network, unsigned long long scoped) {
    struct ruleset ruleset = {.handled_files = files, .handled_network = network, .scoped = scoped};
    // A kernel that does not know the last members takes the size it knows, and a larger one as long as the rest is zero.
    long fd = syscall(CREATE_RULESET, &ruleset, sizeof ruleset, 0);
    return fd < 0 ? -errno : (int)fd;
}

int kopilka_landlock_allow(
    int ruleset, const char *path, unsigned long long in_directory, unsigned long long of_file) {
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return -errno;
    struct stat status;
    int result = fstat(fd, &status) < 0 ? -errno : 0;
    if (result == 0) {
        struct path_beneath rule = {.allowed = S_ISDIR(status.st_mode) ? in_directory : of_file, .parent = fd};
        if (syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0) < 0) result = -errno;
    }
    close(fd);
    return result;
}

int kopilka_landlock_allow_port(int ruleset, unsigned long long rights, unsigned long long port) {
    struct net_port rule = {.allowed = rights, .port = port};
    return syscall(ADD_RULE, ruleset, NET_PORT, &rule, 0) < 0 ? -errno : 0;
}

int kopilka_landlock_enforce(int ruleset) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
    return syscall(RESTRICT_SELF, ruleset, 0) < 0 ? -errno : 0;
}
