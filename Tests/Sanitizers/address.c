// Linked into every program that AddressSanitizer checks, with LeakSanitizer and UndefinedBehaviorSanitizer, which are
// parts of its runtime.
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

// Options are compiled in, because tests give the processes that they start an environment of their own.
//
// exitcode=0: tests look at exit codes. A report alone is what fails the run.
#define COMMON "log_path='" KOPILKA_REPORTS "/report':log_exe_name=1:exitcode=0:stack_trace_format='    #%n %f %S (%m+%o)'"
// Names are found in another program, which a service that has confined itself (Landlock) may not start: it would end in
// the middle of its report. sanitize.sh finds them afterwards.
#define WITHOUT_NAMES COMMON ":symbolize=0"
// The process of the tests needs them at its end, to recognise the leaks below. Services end without looking for leaks.
#define WITH_NAMES COMMON ":external_symbolizer_path='" KOPILKA_SYMBOLIZER "'"

const char *__asan_default_options(void) {
    // Nothing else is known as early as this.
    const char *program = (const char *)getauxval(AT_EXECFN);
    return program != NULL && strstr(program, ".xctest") != NULL ? WITH_NAMES : WITHOUT_NAMES;
}

// It goes on after a report: the value that was calculated is what the processor makes of it, as without a sanitizer.
const char *__ubsan_default_options(void) { return "print_stacktrace=1:halt_on_error=0"; }

const char *__lsan_default_options(void) { return "print_suppressions=0"; }

// LeakSanitizer stops the threads of a process, which it finds in /proc. A process that has confined itself may not look
// there: its leaks are not looked for, instead of a report that they cannot be.
int __lsan_is_turned_off(void) {
    int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (tasks >= 0) close(tasks);
    return tasks < 0;
}
