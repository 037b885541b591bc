#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/timex.h>
#include <termios.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

extern char **environ;

int kopilka_pipe(int ends[2], int flags) { return pipe2(ends, O_CLOEXEC | flags) == 0 ? 0 : -errno; }

int kopilka_move(int directory, const char *name, const char *target) {
    if (renameat2(directory, name, directory, target, RENAME_NOREPLACE) == 0) return 0;
    // Some file systems, such as NFS, cannot do it in one step: for a moment the file has both names.
    if (errno != EINVAL) return -errno;
    if (linkat(directory, name, directory, target, 0) != 0) return -errno;
    return unlinkat(directory, name, 0) == 0 ? 0 : -errno;
}

void kopilka_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

char **kopilka_environment(void) { return environ; }

void kopilka_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void kopilka_keep_memory_private(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int kopilka_pidfd(pid_t pid) {
    long fd = syscall(SYS_pidfd_open, pid, 0);
    return fd < 0 ? -errno : (int)fd;
}

ssize_t kopilka_receive_datagram(int fd, void *buffer, size_t size, pid_t *sender) {
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(struct ucred))];
    } control;
    struct iovec part = {.iov_base = buffer, .iov_len = size};
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    *sender = 0;
    ssize_t count;
    // Descriptors sent along do not fit beside the credentials; the kernel closes them.
    do count = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    while (count < 0 && errno == EINTR);
    if (count < 0) return -errno;
    for (struct cmsghdr *item = CMSG_FIRSTHDR(&message); item != NULL; item = CMSG_NXTHDR(&message, item)) {
        if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_CREDENTIALS) continue;
        struct ucred credentials;
        memcpy(&credentials, CMSG_DATA(item), sizeof credentials);
        *sender = credentials.pid;
    }
    return count;
}

// --- signals ---

enum { SIGNAL_LIMIT = 65 };
static atomic_int delivery[SIGNAL_LIMIT];  // descriptor + 1, so that zeroed memory means "none"

static void deliver(int signal_number) {
    int saved = errno;
    int fd = atomic_load(&delivery[signal_number]) - 1;
    unsigned char byte = (unsigned char)signal_number;
    if (fd >= 0 && write(fd, &byte, 1) < 0) {
        // A full pipe holds thousands of unread signals already: one more says nothing new.
    }
    errno = saved;
}

int kopilka_signal_deliver(int signal_number, int fd) {
    if (signal_number < 1 || signal_number >= SIGNAL_LIMIT) return -EINVAL;
    atomic_store(&delivery[signal_number], fd + 1);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = deliver;
    action.sa_flags = SA_RESTART | (signal_number == SIGCHLD ? SA_NOCLDSTOP : 0);
    sigfillset(&action.sa_mask);
    return sigaction(signal_number, &action, NULL) == 0 ? 0 : -errno;
}

static atomic_long continuations;

static void mask_continuations(int how) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCONT);
    pthread_sigmask(how, &set, NULL);
}

static void count_continuation(int signal_number) {
    (void)signal_number;
    atomic_fetch_add(&continuations, 1);
}

void kopilka_count_continuations(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = count_continuation;
    action.sa_flags = SA_RESTART;
    sigaction(SIGCONT, &action, NULL);
    mask_continuations(SIG_BLOCK);
}

void kopilka_take_continuations(void) { mask_continuations(SIG_UNBLOCK); }

long kopilka_continuations(void) { return atomic_load(&continuations); }

int kopilka_signal_ignore(int signal_number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_IGN;
    return sigaction(signal_number, &action, NULL) == 0 ? 0 : -errno;
}

// --- the terminal of a process that fails ---

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
static struct termios usual_terminal;
static int guarded_terminal = -1;
static unsigned char terminal_reset[256];
static size_t terminal_reset_size;
static atomic_bool terminal_is_guarded;

// tcsetattr, write and raise are async-signal-safe: signal-safety(7). SA_RESETHAND has given the signal its usual meaning
// back, so raising it again ends the process.
static void restore_terminal(int signal_number) {
    if (atomic_exchange(&terminal_is_guarded, 0)) {
        if (write(guarded_terminal, terminal_reset, terminal_reset_size) < 0) {
            // The terminal is gone; there is nobody to tell.
        }
        tcsetattr(guarded_terminal, TCSANOW, &usual_terminal);
    }
    raise(signal_number);
}

void kopilka_terminal_remember(int fd) { guarded_terminal = tcgetattr(fd, &usual_terminal) == 0 ? fd : -1; }

void kopilka_terminal_guard(const unsigned char *reset, size_t size) {
    if (guarded_terminal < 0) return;
    terminal_reset_size = size < sizeof terminal_reset ? size : sizeof terminal_reset;
    memcpy(terminal_reset, reset, terminal_reset_size);
    atomic_store(&terminal_is_guarded, 1);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = restore_terminal;
    action.sa_flags = SA_RESETHAND | SA_NODEFER;
    for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigaction(faults[index], &action, NULL);
}

void kopilka_terminal_release(void) { atomic_store(&terminal_is_guarded, 0); }

// --- the child's side of fork: async-signal-safe calls only, see signal-safety(7) ---

static void write_decimal(char *to, pid_t number) {
    char reversed[20];
    int length = 0;
    do {
        reversed[length++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (length > 0) *to++ = reversed[--length];
    *to = '\0';
}

static void reset_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    for (int number = 1; number < SIGNAL_LIMIT; number++) sigaction(number, &action, NULL);  // KILL and STOP refuse
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void close_on_exec_from(unsigned first) {
    if (syscall(SYS_close_range, first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
    // Kernels before 5.11: one by one, up to the limit in force.
    struct rlimit limit;
    rlim_t last = getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 1024;
    for (rlim_t fd = first; fd < last; fd++) fcntl((int)fd, F_SETFD, FD_CLOEXEC);
}

/// Returns only when something failed, with its errno. `*report` follows the error pipe when it is moved.
static int become(const struct kopilka_spawn_request *request, pid_t parent, int *report) {
    if (request->own_process_group && setpgid(0, 0) < 0) return errno;
    if (request->parent_death_signal != 0) {
        if (prctl(PR_SET_PDEATHSIG, request->parent_death_signal) < 0) return errno;
        if (getppid() != parent) return ESRCH;  // The parent died before we could ask to be told.
    }
    int first_free = 3 + (int)request->listening_count;
    // Everything is moved above its destination range first, so that no dup2 overwrites a source still needed.
    int moved = fcntl(*report, F_DUPFD_CLOEXEC, first_free);
    if (moved < 0) return errno;
    *report = moved;
    int sources[3 + KOPILKA_SPAWN_MAX_FDS];
    for (int target = 0; target < first_free; target++) {
        int source = target < 3 ? request->standard[target] : request->listening[target - 3];
        if (source < 0 && target < 3) {
            sources[target] = -1;
            continue;
        }
        sources[target] = fcntl(source, F_DUPFD_CLOEXEC, first_free);
        if (sources[target] < 0) return errno;
    }
    for (int target = 0; target < first_free; target++)
        if (sources[target] >= 0 && dup2(sources[target], target) < 0) return errno;
    close_on_exec_from((unsigned)first_free);
    if (request->listen_pid_digits != NULL) write_decimal(request->listen_pid_digits, getpid());
    reset_signals();
    execve(request->path, request->argv, request->envp);
    return errno;
}

int kopilka_become(
    const char *path, char *const *argv, char *const *envp, int listening_count, int parent_death_signal) {
    close_on_exec_from(3);
    for (int fd = 3; fd < 3 + listening_count; fd++)
        if (fcntl(fd, F_SETFD, 0) < 0) return -errno;
    // The thread that calls execve becomes the only one; the signal was set for another.
    if (prctl(PR_SET_PDEATHSIG, parent_death_signal) < 0) return -errno;
    reset_signals();
    execve(path, argv, envp);
    return -errno;
}

// --- the parent's side ---

static int read_report(int fd) {
    int failure = 0;
    ssize_t count;
    do count = read(fd, &failure, sizeof failure);
    while (count < 0 && errno == EINTR);
    return count == (ssize_t)sizeof failure ? failure : 0;  // End of file: exec closed the pipe, the child runs.
}

pid_t kopilka_spawn(const struct kopilka_spawn_request *request) {
    if (request->listening_count > KOPILKA_SPAWN_MAX_FDS) return -EINVAL;
    int report[2];
    if (pipe2(report, O_CLOEXEC) < 0) return -errno;
    pid_t parent = getpid();
    // Our handlers must not run in the child: they would write into the parent's pipe.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
        int fd = report[1];
        int failure = become(request, parent, &fd);
        while (write(fd, &failure, sizeof failure) < 0 && errno == EINTR) {
        }
        _exit(127);
    }
    int fork_error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (child < 0) {
        close(report[0]);
        return -fork_error;
    }
    int failure = read_report(report[0]);
    close(report[0]);
    if (failure == 0) return child;
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    return -failure;
}

int kopilka_clock_is_kept(void) {
    struct timex state = {0};
    int result = adjtimex(&state);
    return result < 0 ? -errno : result != TIME_ERROR;
}
