#include "include/CSimulatedMachine.h"
#include "world.h"

#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <unistd.h>

// The scheduler. One thread has the turn, and hands it on when it blocks or yields: who is next is decided by the seed
// among all that can run. Time stands still meanwhile, and leaps to the next alarm when nothing can run.

_Thread_local sim_thread *sim_thread_here;
bool sim_has_begun;
/// What the wall clock showed at the beginning, with the steps since; and by how many parts in a million it is fast.
static int64_t wall_clock, drift;

/// The time that a turn takes. It is more than nothing, so that whoever looks at the clock in a loop comes to an end.
enum { nanoseconds_of_a_turn = 200 };

/// What can run, or will at a time.
struct item {
    int64_t when;
    uint64_t sequence;
    enum { item_job, item_thread, item_event } kind;
    int process;
    union {
        struct {
            void (*body)(void *);
            void *argument;
        } work;
        struct {
            sim_thread *thread;
            uint64_t blocked;
        } alarm;
    };
};

struct items {
    struct item *all;
    size_t count, room;
};

static struct items ready, alarms;
static int64_t now;
static uint64_t sequence, turns;
/// Nothing runs any more, and whether somebody asked for that.
static bool is_over, is_ended;
static uint32_t thread_count;
static sim_thread *idle;
static sim_thread *main_thread;
static sim_thread **threads;
static size_t thread_room;

int64_t sim_now(void) { return now; }

// MARK: Items

static void grow(struct items *items) {
    if (items->count < items->room) return;
    items->room = items->room == 0 ? 256 : items->room * 2;
    items->all = realloc(items->all, items->room * sizeof *items->all);
    if (items->all == 0) abort();
}

static void make_ready(struct item item) {
    grow(&ready);
    ready.all[ready.count++] = item;
}

static bool comes_before(const struct item *left, const struct item *right) {
    return left->when != right->when ? left->when < right->when : left->sequence < right->sequence;
}

/// A binary heap, the earliest first.
static void set_alarm(struct item item) {
    item.sequence = sequence++;
    grow(&alarms);
    size_t place = alarms.count++;
    while (place > 0 && comes_before(&item, &alarms.all[(place - 1) / 2])) {
        alarms.all[place] = alarms.all[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    alarms.all[place] = item;
}

static struct item take_alarm(void) {
    struct item first = alarms.all[0], last = alarms.all[--alarms.count];
    size_t place = 0;
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= alarms.count) break;
        if (child + 1 < alarms.count && comes_before(&alarms.all[child + 1], &alarms.all[child])) child++;
        if (!comes_before(&alarms.all[child], &last)) break;
        alarms.all[place] = alarms.all[child];
        place = child;
    }
    if (alarms.count > 0) alarms.all[place] = last;
    return first;
}

/// Whether an alarm still means anything: a thread may have been woken by somebody else.
static bool is_due(const struct item *item) {
    if (item->kind != item_thread) return true;
    return item->alarm.thread->state == sim_is_blocked && item->alarm.thread->blocked == item->alarm.blocked;
}

static void ring(struct item item) {
    if (!is_due(&item)) return;
    if (item.kind == item_thread) item.alarm.thread->state = sim_is_ready;
    make_ready(item);
}

/// Chooses what runs next. Returns false when nothing ever will.
static bool choose(struct item *chosen) {
    for (;;) {
        if (is_over) return false;
        while (alarms.count > 0 && (alarms.all[0].when <= now || ready.count == 0)) {
            if (alarms.all[0].when > now) now = alarms.all[0].when;
            ring(take_alarm());
        }
        if (ready.count == 0) return false;
        size_t place = ready.count == 1 ? 0 : (size_t)sim_below(ready.count);
        *chosen = ready.all[place];
        ready.all[place] = ready.all[--ready.count];
        if (!sim_lives(chosen->process)) continue;
        if (sim_frozen_until(chosen->process) > now) {
            chosen->when = sim_frozen_until(chosen->process);
            if (chosen->kind == item_thread) {
                chosen->alarm.thread->state = sim_is_blocked;
                chosen->alarm.blocked = chosen->alarm.thread->blocked;
            }
            set_alarm(*chosen);
            continue;
        }
        now += nanoseconds_of_a_turn;
        turns++;
        sim_note((uint64_t)now << 8 | (uint64_t)chosen->process << 2 | chosen->kind);
        return true;
    }
}

// MARK: Turns

static void futex(_Atomic uint32_t *word, int operation, uint32_t value) {
    static long (*usual)(long, ...);
    if (usual == 0) usual = sim_usual("syscall");
    usual(SYS_futex, word, operation, value, 0, 0, 0);
}

static void wait_for_turn(sim_thread *thread) {
    while (thread->baton == 0) futex(&thread->baton, FUTEX_WAIT_PRIVATE, 0);
    thread->baton = 0;
    thread->state = sim_is_running;
}

static void give_turn(sim_thread *thread) {
    thread->baton = 1;
    futex(&thread->baton, FUTEX_WAKE_PRIVATE, 1);
}

static void *run_pool_thread(void *argument);

/// A thread of the pool that has nothing to do.
static sim_thread *pool_thread(void) {
    if (idle != 0) {
        sim_thread *thread = idle;
        idle = thread->next_idle;
        return thread;
    }
    sim_thread *thread = sim_thread_new(0);
    if (sim_start_thread(run_pool_thread, thread) != 0) abort();
    return thread;
}

/// Before the turn is given away, after which others change the list.
static void rest(sim_thread *thread) {
    if (thread->state != sim_is_idle) return;
    thread->next_idle = idle;
    idle = thread;
}

/// Hands the turn on. Returns when the calling thread has it again; for one that is over, when it is given away. A
/// thread of the pool without a task has got its next one then.
static bool pass_turn(sim_thread *self) {
    bool is_last = self->state == sim_is_over;
    for (;;) {
        struct item item;
        if (!choose(&item)) {
            // Nothing can happen any more: the main thread returns from `kopilka_world_run`.
            is_over = true;
            if (self == main_thread) return true;
            rest(self);
            give_turn(main_thread);
        } else if (item.kind == item_event) {
            int before = self->process;
            self->process = 0;
            item.work.body(item.work.argument);
            self->process = before;
            continue;
        } else if (item.kind == item_job) {
            struct sim_job job = {item.work.body, item.work.argument, item.process};
            if (self->state == sim_is_idle) {
                self->job = job;
                self->state = sim_is_running;
                return true;
            }
            sim_thread *other = pool_thread();
            other->job = job;
            give_turn(other);
        } else if (item.alarm.thread == self) {
            self->state = sim_is_running;
            return true;
        } else {
            rest(self);
            give_turn(item.alarm.thread);
        }
        if (is_last) return false;
        wait_for_turn(self);
        return true;
    }
}

static void *run_pool_thread(void *argument) {
    sim_thread *self = argument;
    sim_thread_here = self;
    wait_for_turn(self);
    for (;;) {
        self->process = self->job.process;
        self->job.body(self->job.argument);
        self->process = 0;
        self->state = sim_is_idle;
        pass_turn(self);
    }
    return 0;
}

/// The thread of a process that was killed never goes on.
_Noreturn void sim_stay_dead(void) {
    sim_thread_here->state = sim_is_over;
    pass_turn(sim_thread_here);
    for (;;) pause();
}

static void return_if_alive(sim_thread *self) {
    if (!sim_lives(self->process)) sim_stay_dead();
}

sim_thread *sim_self(void) { return sim_thread_here; }

int sim_process(void) { return sim_thread_here == 0 ? 0 : sim_thread_here->process; }

int sim_process_of(const sim_thread *thread) { return thread->process; }

void sim_block(int64_t deadline) {
    sim_thread *self = sim_thread_here;
    if (self->is_woken) {
        self->is_woken = false;
        return sim_yield();
    }
    self->blocked++;
    self->state = sim_is_blocked;
    if (deadline != INT64_MAX)
        set_alarm((struct item){
            .when = deadline, .kind = item_thread, .process = self->process, .alarm = {self, self->blocked}});
    pass_turn(self);
    self->is_woken = false;
    return_if_alive(self);
}

void sim_wake(sim_thread *thread) {
    if (thread->state == sim_is_blocked) {
        thread->state = sim_is_ready;
        make_ready((struct item){.kind = item_thread, .process = thread->process, .alarm = {thread, thread->blocked}});
    } else {
        thread->is_woken = true;
    }
}

void sim_yield(void) {
    sim_thread *self = sim_thread_here;
    if (self == 0 || !sim_has_begun) return;
    return_if_alive(self);
    if (ready.count == 0 && (alarms.count == 0 || alarms.all[0].when > now)) return;
    self->state = sim_is_ready;
    make_ready((struct item){.kind = item_thread, .process = self->process, .alarm = {self, self->blocked}});
    pass_turn(self);
    return_if_alive(self);
}

void sim_at(int64_t when, void (*body)(void *), void *argument) {
    set_alarm((struct item){.when = when, .kind = item_event, .work = {body, argument}});
}

// MARK: Threads

sim_thread *sim_thread_new(int process) {
    sim_thread *thread = calloc(1, sizeof *thread);
    if (thread == 0) abort();
    thread->number = thread_count++;
    thread->process = process;
    if (thread->number >= thread_room) {
        thread_room = thread_room == 0 ? 64 : thread_room * 2;
        threads = realloc(threads, thread_room * sizeof *threads);
        if (threads == 0) abort();
    }
    threads[thread->number] = thread;
    return thread;
}

void sim_thread_begin(sim_thread *thread) {
    sim_thread_here = thread;
    wait_for_turn(thread);
    return_if_alive(thread);
}

void sim_thread_made(sim_thread *thread) {
    make_ready((struct item){.kind = item_thread, .process = thread->process, .alarm = {thread, 0}});
}

void sim_thread_end(void) {
    sim_thread_here->state = sim_is_over;
    pass_turn(sim_thread_here);
}

void sim_semaphore_wait(void *semaphore) {
    sim_thread *self = sim_thread_here;
    self->semaphore = semaphore;
    self->is_woken = false;
    sim_block(INT64_MAX);
    self->semaphore = 0;
}

bool sim_semaphore_wake(void *semaphore) {
    for (size_t number = 0; number < thread_count; number++) {
        sim_thread *thread = threads[number];
        if (thread->semaphore != semaphore || thread->state != sim_is_blocked) continue;
        sim_wake(thread);
        return true;
    }
    return false;
}

// MARK: Tasks

void sim_add_job(void *job, void (*body)(void *)) {
    make_ready((struct item){.kind = item_job, .process = sim_process(), .work = {body, job}});
}

void sim_add_job_at(void *job, void (*body)(void *), int64_t when) {
    set_alarm((struct item){.when = when, .kind = item_job, .process = sim_process(), .work = {body, job}});
}

// MARK: The world

void kopilka_world_prepare(char *const arguments[]) {
    // Set by the program itself only: it runs again once.
    if (getenv("SWIFT_DETERMINISTIC_HASHING") != 0) return;
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
    int settings = personality(0xffffffff);
    if (settings < 0 || personality((unsigned long)settings | ADDR_NO_RANDOMIZE) < 0)
        perror("Addresses differ in each run, and so may the order of things: personality");
    execv("/proc/self/exe", arguments);
    perror("exec");
    exit(71);
}

void kopilka_world_begin(uint64_t seed, int64_t wall_clock_nanoseconds) {
    wall_clock = wall_clock_nanoseconds;
    kopilka_process_new();
    main_thread = sim_thread_new(0);
    main_thread->state = sim_is_running;
    sim_thread_here = main_thread;
    sim_check_replacements();
    sim_take_chance(seed);
    sim_has_begun = true;
}

bool kopilka_world_run(void) {
    main_thread->state = sim_is_blocked;
    main_thread->blocked++;
    is_over = false;
    pass_turn(main_thread);
    return is_ended;
}

void kopilka_world_end(void) {
    is_ended = true;
    is_over = true;
}

int64_t kopilka_world_now(void) { return now; }
uint64_t kopilka_world_turns(void) { return turns; }
int64_t sim_wall_clock(void) { return wall_clock + now + now / 1000000 * drift; }
void kopilka_world_step_clock(int64_t nanoseconds) { wall_clock += nanoseconds; }
void kopilka_world_set_drift(int64_t parts_per_million) { drift = parts_per_million; }
