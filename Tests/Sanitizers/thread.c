// Linked into every program that ThreadSanitizer checks.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdbool.h>
#include <stdint.h>

// Options are compiled in, because tests give the processes that they start an environment of their own.
//
// exitcode=0: tests look at exit codes. A report alone is what fails the run.
// symbolize=0: names are found in another program, which a service that has confined itself (Landlock) may not start: it
// would end in the middle of its report. sanitize.sh finds them afterwards.
const char *__tsan_default_options(void) {
    return "log_path='" KOPILKA_REPORTS "/report':log_exe_name=1:exitcode=0:halt_on_error=0:symbolize=0:"
           "stack_trace_format='    #%n %f %S (%m+%o)'";
}

// A Mutex of Swift that nobody holds is taken by atomics that are compiled into our code and instrumented. One that is
// held is taken and given back in libswiftSynchronization.so, which is not instrumented: ThreadSanitizer would not see
// who waited for whom, and report everything that a contended Mutex protects. These functions take the place of the three
// of that library (_MutexHandle._lockSlow, _tryLockSlow, _unlockSlow), call them, and tell ThreadSanitizer.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

typedef SWIFT void lock_slow(uint32_t, SELF);
typedef SWIFT bool try_lock_slow(SELF);
typedef SWIFT void unlock_slow(SELF);

SWIFT void kopilka_lock_slow(uint32_t self_id, SELF) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT bool kopilka_try_lock_slow(SELF) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
SWIFT void kopilka_unlock_slow(SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

SWIFT void kopilka_lock_slow(uint32_t self_id, SELF) {
    ((lock_slow *)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"))(self_id, mutex);
    __tsan_acquire(mutex);
}

SWIFT bool kopilka_try_lock_slow(SELF) {
    bool taken =
        ((try_lock_slow *)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"))(mutex);
    if (taken) __tsan_acquire(mutex);
    return taken;
}

SWIFT void kopilka_unlock_slow(SELF) {
    __tsan_release(mutex);
    ((unlock_slow *)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"))(mutex);
}
