#define _GNU_SOURCE
#include "libc.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

// The functions of libc that start threads and let them wait for each other.

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
