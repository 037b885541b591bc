// Linked into every program that a sanitizer checks, beside the options of that sanitizer.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sanitizer/common_interface_defs.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

// Opens the file of the reports of this process before main: a service that has confined itself (Landlock) may open no
// file outside its own directories, and the sanitizer would open this one only for its first report.
//
// A program that was confined before it started cannot open it either. Its reports go to its standard error.
__attribute__((constructor)) static void open_reports(void) {
    char path[4096];
    snprintf(path, sizeof path, "%s/report.%s.%d", KOPILKA_REPORTS, program_invocation_short_name, (int)getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    __sanitizer_set_report_fd((void *)(intptr_t)(fd < 0 ? STDERR_FILENO : fd));
}
