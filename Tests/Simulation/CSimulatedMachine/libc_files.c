#define _GNU_SOURCE
#include "libc.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// The functions of libc that open descriptors, read and write pipes, wait for them, and change names.

enum { most_descriptors = 65536 };
struct descriptor {
    /// The process that opened it, plus one, and the file. A descriptor may have been closed meanwhile, and its number
    /// may stand for another file.
    int owner;
    ino_t file;
    /// For the ends of a pipe: the other one, plus one.
    int other;
    bool is_reader;
    uint32_t bytes;
    sim_thread *watcher;
};
static struct descriptor descriptors[most_descriptors];

static int own(int number) {
    struct stat file;
    if (number >= 0 && number < most_descriptors && fstat(number, &file) == 0)
        descriptors[number] = (struct descriptor){.owner = sim_process() + 1, .file = file.st_ino};
    return number;
}

/// Swift calls functions with three dots by way of a library of its own, unless that was inlined.
static bool is_swift_glue(const void *caller) {
    Dl_info found;
    return sim_has_begun && sim_thread_here != 0 && dladdr(caller, &found) != 0 && found.dli_fname != 0
           && strstr(found.dli_fname, "libswiftGlibc") != 0;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    static __typeof__(&open) usual;
    if (usual == 0) usual = NEXT(open);
    int number = usual(path, flags, mode);
    return IS_CALLED_BY_PROGRAM || is_swift_glue(__builtin_return_address(0)) ? own(number) : number;
}

int socket(int domain, int type, int protocol) {
    int number = NEXT(socket)(domain, type, protocol);
    return IS_CALLED_BY_PROGRAM ? own(number) : number;
}

int pipe(int ends[2]) {
    int result = NEXT(pipe)(ends);
    if (result != 0 || !IS_CALLED_BY_PROGRAM) return result;
    for (int end = 0; end < 2; end++) {
        own(ends[end]);
        descriptors[ends[end]].other = ends[1 - end] + 1;
        descriptors[ends[end]].is_reader = end == 0;
    }
    return result;
}

static void wake_libraries(void);

static struct descriptor *pipe_end(int number) {
    if (number < 0 || number >= most_descriptors || descriptors[number].other == 0) return 0;
    return &descriptors[number];
}

ssize_t write(int number, const void *bytes, size_t count) {
    struct descriptor *end = pipe_end(number);
    static __typeof__(&write) usual;
    if (usual == 0) usual = NEXT(write);
    if (end == 0 || end->is_reader || !IS_CALLED_BY_PROGRAM) {
        ssize_t result = usual(number, bytes, count);
        if (sim_thread_here != 0 && !IS_CALLED_BY_PROGRAM) wake_libraries();
        return result;
    }
    struct descriptor *reader = &descriptors[end->other - 1];
    // A full pipe says EAGAIN; what is in one does not matter to a wake-up.
    reader->bytes += (uint32_t)count;
    if (reader->watcher != 0) sim_wake(reader->watcher);
    return (ssize_t)count;
}

ssize_t read(int number, void *bytes, size_t count) {
    struct descriptor *end = pipe_end(number);
    static __typeof__(&read) usual;
    if (usual == 0) usual = NEXT(read);
    if (end == 0 || !end->is_reader || !IS_CALLED_BY_PROGRAM) return usual(number, bytes, count);
    if (end->bytes == 0) {
        errno = EAGAIN;
        return -1;
    }
    size_t taken = count < end->bytes ? count : end->bytes;
    memset(bytes, 1, taken);
    end->bytes -= (uint32_t)taken;
    return (ssize_t)taken;
}

bool sim_pipe_is_readable(int number, sim_thread *thread) {
    struct descriptor *end = pipe_end(number);
    if (end == 0) return false;
    end->watcher = thread;
    return end->bytes > 0;
}

/// A thread on which a library, such as libcurl, waits for descriptors of the real machine. Only its own wake-ups ever
/// come: nobody else is on the network.
enum { most_waiting_libraries = 64 };
static sim_thread *waiting_libraries[most_waiting_libraries];

static int poll_in_library(struct pollfd *polled, nfds_t count, int64_t end) {
    int place = 0;
    while (place < most_waiting_libraries - 1 && waiting_libraries[place] != 0) place++;
    for (;;) {
        int ready = NEXT(poll)(polled, count, 0);
        if (ready != 0 || sim_now() >= end) return ready;
        waiting_libraries[place] = sim_self();
        sim_block(end);
        waiting_libraries[place] = 0;
    }
}

static void wake_libraries(void) {
    for (int place = 0; place < most_waiting_libraries; place++)
        if (waiting_libraries[place] != 0) sim_wake(waiting_libraries[place]);
}

ssize_t send(int number, const void *bytes, size_t count, int flags) {
    static __typeof__(&send) usual;
    if (usual == 0) usual = NEXT(send);
    ssize_t result = usual(number, bytes, count, flags);
    if (sim_thread_here != 0) wake_libraries();
    return result;
}

int poll(struct pollfd *polled, nfds_t count, int milliseconds) {
    if (!sim_has_begun || sim_thread_here == 0) return NEXT(poll)(polled, count, milliseconds);
    int64_t end = milliseconds < 0 ? INT64_MAX : sim_now() + milliseconds * INT64_C(1000000);
    if (!IS_CALLED_BY_PROGRAM) return poll_in_library(polled, count, end);
    for (;;) {
        int ready = 0;
        for (nfds_t place = 0; place < count; place++) {
            polled[place].revents = 0;
            if ((polled[place].events & POLLIN) == 0) continue;
            if (!sim_pipe_is_readable(polled[place].fd, sim_self())) continue;
            polled[place].revents = POLLIN;
            ready++;
        }
        if (ready > 0 || sim_now() >= end) return ready;
        sim_block(end);
    }
}

void sim_close_descriptors(int process) {
    for (int place = 0; place < most_waiting_libraries; place++)
        if (waiting_libraries[place] != 0 && !sim_lives(sim_process_of(waiting_libraries[place])))
            waiting_libraries[place] = 0;
    for (int number = 0; number < most_descriptors; number++) {
        struct descriptor *descriptor = &descriptors[number];
        if (descriptor->owner != process + 1) continue;
        struct stat file;
        if (fstat(number, &file) == 0 && file.st_ino == descriptor->file) close(number);
        *descriptor = (struct descriptor){0};
    }
}

// MARK: Names

// The databases are on the simulated disk, and the directories around them on the real one: a name may be on both.

int unlink(const char *path) {
    bool was_simulated = IS_CALLED_BY_PROGRAM && sim_disk_unlink(path);
    int result = NEXT(unlink)(path);
    return was_simulated ? 0 : result;
}

int rename(const char *from, const char *to) {
    bool was_simulated = IS_CALLED_BY_PROGRAM && sim_disk_rename(from, to);
    int result = NEXT(rename)(from, to);
    return was_simulated ? 0 : result;
}
