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
int64_t sim_wall_clock;

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

struct process {
    bool is_dead;
    int64_t frozen_until;
    uint64_t changes_to_live;
};

static struct items ready, alarms;
static int64_t now;
static uint64_t sequence, turns, digest, chance;
/// Nothing runs any more, and whether somebody asked for that.
static bool is_over, is_ended;
/// Process 0 is the world.
static struct process *processes;
static int process_count;
static uint32_t thread_count;
static void (*on_death)(int process);
static void (*on_power_loss)(void);
static uint64_t changes_to_power_loss;
static sim_thread *idle;
static sim_thread *main_thread;
static sim_thread **threads;
static size_t thread_room;

// MARK: Chance and the digest

/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
uint64_t sim_random(void) {
    uint64_t z = chance += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t sim_below(uint64_t bound) { return (uint64_t)(((unsigned __int128)sim_random() * bound) >> 64); }

void sim_note(uint64_t fact) {
    digest = (digest ^ fact) * UINT64_C(0x100000001b3);
    digest ^= digest >> 29;
}

void sim_note_bytes(const void *bytes, size_t count) {
    const unsigned char *next = bytes;
    uint64_t word = 0;
    for (; count >= 8; count -= 8, next += 8) {
        memcpy(&word, next, 8);
        sim_note(word);
    }
    word = count;
    memcpy(&word, next, count);
    sim_note(word);
}

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
        struct process *process = &processes[chosen->process];
        if (process->is_dead) continue;
        if (process->frozen_until > now) {
            chosen->when = process->frozen_until;
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
static void stay_dead(sim_thread *self) {
    self->state = sim_is_over;
    pass_turn(self);
    for (;;) pause();
}

static void return_if_alive(sim_thread *self) {
    if (processes[self->process].is_dead) stay_dead(self);
}

sim_thread *sim_self(void) { return sim_thread_here; }

int sim_process(void) { return sim_thread_here == 0 ? 0 : sim_thread_here->process; }

int sim_process_of(const sim_thread *thread) { return thread->process; }

bool sim_lives(int process) { return !processes[process].is_dead; }

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

// MARK: Processes

int kopilka_process_new(void) {
    processes = realloc(processes, ((size_t)process_count + 1) * sizeof *processes);
    if (processes == 0) abort();
    processes[process_count] = (struct process){0};
    return process_count++;
}

int kopilka_process_enter(int process) {
    int before = sim_thread_here->process;
    sim_thread_here->process = process;
    return before;
}

void kopilka_process_leave(int previous) { sim_thread_here->process = previous; }

void kopilka_world_on_death(void (*body)(int process)) { on_death = body; }

static void tell_of_death(void *process) { on_death((int)(intptr_t)process); }

void kopilka_process_kill(int process) {
    if (process == 0 || processes[process].is_dead) return;
    processes[process].is_dead = true;
    sim_note(UINT64_C(0xdead) + (uint64_t)process);
    sim_network_forget(process);
    sim_disk_forget(process);
    sim_close_descriptors(process);
    if (on_death != 0) sim_at(now, tell_of_death, (void *)(intptr_t)process);
}

bool kopilka_process_lives(int process) { return !processes[process].is_dead; }

void kopilka_process_kill_at_change(int process, uint64_t count) { processes[process].changes_to_live = count; }

void kopilka_process_freeze(int process, int64_t until) { processes[process].frozen_until = until; }

void kopilka_world_on_power_loss(void (*body)(void)) { on_power_loss = body; }

void kopilka_world_lose_power_at_change(uint64_t count) { changes_to_power_loss = count; }

static void tell_of_power_loss(void *nothing) {
    (void)nothing;
    on_power_loss();
}

void sim_change_happens(void) {
    int process = sim_process();
    if (changes_to_power_loss > 0 && --changes_to_power_loss == 0) {
        for (int number = 1; number < process_count; number++) kopilka_process_kill(number);
        sim_at(now, tell_of_power_loss, 0);
    }
    if (processes != 0 && processes[process].changes_to_live > 0 && --processes[process].changes_to_live == 0)
        kopilka_process_kill(process);
    sim_yield();
}

void sim_exit_process(void) {
    kopilka_process_kill(sim_process());
    stay_dead(sim_thread_here);
    abort();
}

// MARK: The world

void kopilka_world_prepare(char *const arguments[]) {
    int settings = personality(0xffffffff);
    if (settings >= 0 && (settings & ADDR_NO_RANDOMIZE) != 0 && getenv("SWIFT_DETERMINISTIC_HASHING") != 0) return;
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
    if (settings < 0 || personality((unsigned long)settings | ADDR_NO_RANDOMIZE) < 0) {
        perror("personality");
        exit(71);
    }
    execv("/proc/self/exe", arguments);
    perror("exec");
    exit(71);
}

void kopilka_world_begin(uint64_t seed, int64_t wall_clock_nanoseconds) {
    chance = seed;
    digest = UINT64_C(0xcbf29ce484222325);
    sim_wall_clock = wall_clock_nanoseconds;
    kopilka_process_new();
    main_thread = sim_thread_new(0);
    main_thread->state = sim_is_running;
    sim_thread_here = main_thread;
    sim_check_replacements();
    sim_take_chance();
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
uint64_t kopilka_world_random(void) { return sim_random(); }
uint64_t kopilka_world_digest(void) { return digest; }
uint64_t kopilka_world_turns(void) { return turns; }
void kopilka_world_step_clock(int64_t nanoseconds) { sim_wall_clock += nanoseconds; }
