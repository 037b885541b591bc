#include "include/CSimulatedMachine.h"
#include "world.h"

#include <stdlib.h>

// The processes of the world, their deaths, and the loss of power.

struct process {
    bool is_dead;
    int64_t frozen_until;
    uint64_t changes_to_live;
};

/// Process 0 is the world.
static struct process *processes;
static int process_count;
static void (*on_death)(int process);
static void (*on_power_loss)(void);
static uint64_t changes_to_power_loss;

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
    if (on_death != 0) sim_at(sim_now(), tell_of_death, (void *)(intptr_t)process);
}

bool kopilka_process_lives(int process) { return sim_lives(process); }

bool sim_lives(int process) { return !processes[process].is_dead; }

int64_t sim_frozen_until(int process) { return processes[process].frozen_until; }

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
        sim_at(sim_now(), tell_of_power_loss, 0);
    }
    if (processes != 0 && processes[process].changes_to_live > 0 && --processes[process].changes_to_live == 0)
        kopilka_process_kill(process);
    sim_yield();
}

void sim_exit_process(void) {
    kopilka_process_kill(sim_process());
    sim_stay_dead();
}
