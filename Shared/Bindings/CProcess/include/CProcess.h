#pragma once
#include <stddef.h>
#include <sys/types.h>

// What Swift can not say safely: fork and exec (between them only async-signal-safe calls are allowed),
// signal handlers, and the process's environment.

/// One program to start. All pointers are borrowed until `kopilka_spawn` returns.
struct kopilka_spawn_request {
    /// Absolute path of the executable; `PATH` is not searched.
    const char *path;
    /// NULL-terminated, `argv[0]` included.
    char *const *argv;
    /// NULL-terminated list of `NAME=value`.
    char *const *envp;
    /// Where the child writes its own pid in decimal (LISTEN_PID's value inside `envp`), or NULL. Room for 20 bytes.
    char *listen_pid_digits;
    /// Descriptors the child finds at 3, 4, ...; at most KOPILKA_SPAWN_MAX_FDS.
    const int *listening;
    size_t listening_count;
    /// Descriptors for standard input, output and error; -1 keeps ours.
    int standard[3];
    /// Signal the child gets when the forking *thread* ends (PR_SET_PDEATHSIG), or 0.
    int parent_death_signal;
    /// Not 0: the child leads a process group of its own, so that Ctrl-C at the terminal does not reach it.
    int own_process_group;
};

enum { KOPILKA_SPAWN_MAX_FDS = 64 };

/// fork(2) and execve(2). Returns the child's pid, or minus errno of whatever failed, exec in the child included.
pid_t kopilka_spawn(const struct kopilka_spawn_request *request);

/// execve(2) in place of this process, with default signals and the `listening_count` descriptors from 3 on;
/// `parent_death_signal` is for the end of the parent. Returns only on failure: minus errno.
int kopilka_become(
    const char *path, char *const *argv, char *const *envp, int listening_count, int parent_death_signal);

/// pidfd_open(2): a close-on-exec descriptor that polls readable once the child has ended. Minus errno on failure.
int kopilka_pidfd(pid_t pid);

/// recvmsg(2) of one datagram without waiting, with its sender's pid (SO_PASSCRED must be on; 0 when it is not known).
/// Returns the bytes received, or minus errno.
ssize_t kopilka_receive_datagram(int fd, void *buffer, size_t size, pid_t *sender);

/// Signals of a process are delivered as one byte (the signal's number) written to `fd`, from an async-signal-safe
/// handler; `fd` must be non-blocking and stay open. Returns 0 or minus errno.
int kopilka_signal_deliver(int signal_number, int fd);

/// SIGPIPE becomes an errno (EPIPE). Returns 0 or minus errno.
int kopilka_signal_ignore(int signal_number);

/// PR_SET_CHILD_SUBREAPER: processes below us that lose their parent become our children instead of init's.
void kopilka_adopt_orphans(void);

/// pipe2(2) with O_CLOEXEC and `flags`; `ends[0]` is read. Returns 0 or minus errno.
int kopilka_pipe(int ends[2], int flags);

/// renameat2(2) with RENAME_NOREPLACE: moves a file within a directory and never over another one. Returns 0 or minus errno.
int kopilka_move(int directory, const char *name, const char *target);

/// pthread_setname_np(3) for this thread; at most 15 bytes.
void kopilka_name_thread(const char *name);

/// environ(7), which Swift can not read without a data race in its type system.
char **kopilka_environment(void);

/// Remembers how the terminal `fd` is set now: tcgetattr(3).
void kopilka_terminal_remember(int fd);

/// From now on a fault of the process (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT) writes `reset` to the remembered
/// terminal and sets it as it was, then ends the process as it would have ended: sigaction(2). At most 256 bytes count.
void kopilka_terminal_guard(const unsigned char *reset, size_t size);

/// Faults end the process as usual again.
void kopilka_terminal_release(void);

/// adjtimex(2): 1 when the kernel knows that something keeps its clock right, 0 when nothing does, minus errno on failure.
int kopilka_clock_is_kept(void);

/// Counts from now on how often this process goes on after it was stopped: SIGCONT, signal(7). The calling thread, and those
/// that it starts, leave the counting to those that call kopilka_take_continuations.
void kopilka_count_continuations(void);

/// Has this thread count: it does so before anything else when the process goes on.
void kopilka_take_continuations(void);

/// How often it did so far.
long kopilka_continuations(void);

/// PR_SET_DUMPABLE of prctl(2): the kernel writes no core of this process from now on, and other processes of its user may
/// neither trace it nor read its memory or its variables.
void kopilka_keep_memory_private(void);

/// The version of Landlock that this kernel has, 0 for none: landlock(7).
int kopilka_landlock_version(void);

/// landlock_create_ruleset(2): a descriptor for rules over these rights, which are denied where no rule allows them. Minus
/// errno on failure.
int kopilka_landlock_create(unsigned long long files, unsigned long long network, unsigned long long scoped);

/// landlock_add_rule(2): allows rights below `path`, a directory, or others on `path`, a file. Returns 0 or minus errno.
int kopilka_landlock_allow(
    int ruleset, const char *path, unsigned long long in_directory, unsigned long long of_file);

/// landlock_add_rule(2): allows rights on a port of TCP. Returns 0 or minus errno.
int kopilka_landlock_allow_port(int ruleset, unsigned long long rights, unsigned long long port);

/// landlock_restrict_self(2), for this thread and those that it starts, for good; no program gives more rights from then on
/// (PR_SET_NO_NEW_PRIVS). Returns 0 or minus errno.
int kopilka_landlock_enforce(int ruleset);

/// The build id of this program (ld(1), --build-id), by which debuggers find its symbols: dl_iterate_phdr(3). Returns the
/// number of its bytes, 0 when it has none or more than `capacity`.
int kopilka_build_id(unsigned char *bytes, int capacity);
