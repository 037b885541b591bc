#define _GNU_SOURCE
#include "world.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The functions of libc that tell the time, start threads, wait and open descriptors. The linker takes these instead of
// libc's, for the program and for every library.

extern char __executable_start, etext;

/// Whether the program called, and not a library, whose threads and pipes are its own affair.
#define IS_CALLED_BY_PROGRAM                                                                                           \
    (sim_has_begun && sim_thread_here != 0 && (char *)__builtin_return_address(0) >= &__executable_start               \
     && (char *)__builtin_return_address(0) < &etext)

/// The function whose place was taken.
#define NEXT(name) ((__typeof__(&name))sim_usual(#name))

void *sim_usual(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == 0) abort();
    return function;
}

// MARK: Time

/// What the machine's clock shows when the world begins: a machine has been up for a while.
enum { seconds_up_at_first = 1000 };

static struct timespec time_of(int64_t nanoseconds) {
    return (struct timespec){nanoseconds / 1000000000, nanoseconds % 1000000000};
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static __typeof__(&clock_gettime) usual;
    if (usual == 0) usual = NEXT(clock_gettime);
    if (!sim_has_begun) return usual(clock, time);
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: *time = time_of(sim_wall_clock + sim_now()); return 0;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME: *time = time_of(seconds_up_at_first * INT64_C(1000000000) + sim_now()); return 0;
    default: return usual(clock, time);
    }
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result != 0) *result = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *result = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

static void sleep_for(int64_t nanoseconds) {
    int64_t end = sim_now() + nanoseconds;
    while (sim_now() < end) sim_block(end);
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
    if (!sim_has_begun || sim_thread_here == 0) return NEXT(nanosleep)(wanted, left);
    sleep_for(wanted->tv_sec * INT64_C(1000000000) + wanted->tv_nsec);
    return 0;
}

int usleep(useconds_t wanted) {
    struct timespec time = time_of(wanted * INT64_C(1000));
    return nanosleep(&time, 0);
}

// MARK: Chance

static void fill(char *next, size_t count) {
    while (count > 0) {
        uint64_t word = sim_random();
        size_t part = count < sizeof word ? count : sizeof word;
        memcpy(next, &word, part);
        next += part;
        count -= part;
    }
}

/// Allocators ask while a thread is made, which is not its turn: their chance is always the same.
static void fill_for_anybody(char *bytes, size_t count) {
    if (sim_thread_here != 0) return fill(bytes, count);
    memset(bytes, 0x5a, count);
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    if (!sim_has_begun) return NEXT(getrandom)(bytes, count, flags);
    fill_for_anybody(bytes, count);
    return (ssize_t)count;
}

/// Swift asks the kernel for random bytes by this function.
long syscall(long number, ...) {
    va_list rest;
    va_start(rest, number);
    long argument[6];
    for (int place = 0; place < 6; place++) argument[place] = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_getrandom && sim_has_begun) {
        fill_for_anybody((char *)argument[0], (size_t)argument[1]);
        return argument[1];
    }
    static long (*usual)(long, ...);
    if (usual == 0) usual = sim_usual("syscall");
    return usual(number, argument[0], argument[1], argument[2], argument[3], argument[4], argument[5]);
}

// MARK: Threads

struct first_turn {
    sim_thread *thread;
    void *(*body)(void *);
    void *argument;
};

static void *begin(void *argument) {
    struct first_turn first = *(struct first_turn *)argument;
    sim_thread_begin(first.thread);
    free(argument);
    void *result = first.body(first.argument);
    sim_thread_end();
    return result;
}

int sim_start_thread(void *(*body)(void *), void *argument) {
    pthread_t thread;
    int result = NEXT(pthread_create)(&thread, 0, body, argument);
    return result == 0 ? pthread_detach(thread) : result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    if (!IS_CALLED_BY_PROGRAM) return NEXT(pthread_create)(thread, attributes, body, argument);
    struct first_turn *first = malloc(sizeof *first);
    if (first == 0) return EAGAIN;
    // The real thread reads what is told it at once, and does nothing else before its first turn.
    *first = (struct first_turn){sim_thread_new(sim_process()), body, argument};
    int result = NEXT(pthread_create)(thread, attributes, begin, first);
    if (result == 0) sim_thread_made(first->thread);
    return result;
}

// MARK: Semaphores

/// What stands in a `sem_t` of the program.
struct semaphore {
    uint32_t mark;
    uint32_t count;
};
enum { semaphore_mark = 0x53494d55 };

int sem_init(sem_t *semaphore, int shared, unsigned count) {
    if (!IS_CALLED_BY_PROGRAM) return NEXT(sem_init)(semaphore, shared, count);
    *(struct semaphore *)semaphore = (struct semaphore){semaphore_mark, count};
    return 0;
}

int sem_post(sem_t *semaphore) {
    struct semaphore *ours = (struct semaphore *)semaphore;
    if (ours->mark != semaphore_mark) return NEXT(sem_post)(semaphore);
    ours->count++;
    sim_semaphore_wake(semaphore);
    return 0;
}

int sem_wait(sem_t *semaphore) {
    struct semaphore *ours = (struct semaphore *)semaphore;
    if (ours->mark != semaphore_mark) return NEXT(sem_wait)(semaphore);
    while (ours->count == 0) sim_semaphore_wait(semaphore);
    ours->count--;
    return 0;
}

// MARK: Descriptors

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

// MARK: The end

void _exit(int status) {
    if (sim_process() != 0) sim_exit_process();
    NEXT(_exit)(status);
    abort();
}

// MARK: Whether all of them are in effect

/// The linker leaves out what the program itself does not use, although libraries do.
static const struct {
    const char *name;
    void *function;
} replacements[] = {
#define REPLACEMENT(name) {#name, (void *)name}
    REPLACEMENT(clock_gettime), REPLACEMENT(time), REPLACEMENT(gettimeofday), REPLACEMENT(nanosleep),
    REPLACEMENT(usleep), REPLACEMENT(getrandom), REPLACEMENT(syscall), REPLACEMENT(pthread_create),
    REPLACEMENT(sem_init), REPLACEMENT(sem_post), REPLACEMENT(sem_wait), REPLACEMENT(open), REPLACEMENT(socket),
    REPLACEMENT(pipe), REPLACEMENT(write), REPLACEMENT(read), REPLACEMENT(poll), REPLACEMENT(send), REPLACEMENT(unlink),
    REPLACEMENT(rename),
    REPLACEMENT(_exit), REPLACEMENT(dispatch_async_f), REPLACEMENT(dispatch_after_f),
};

void sim_check_replacements(void) {
    for (size_t place = 0; place < sizeof replacements / sizeof *replacements; place++) {
        if (dlsym(RTLD_DEFAULT, replacements[place].name) == replacements[place].function) continue;
        fprintf(stderr, "The world's %s is not in the place of the library's.\n", replacements[place].name);
        abort();
    }
}
