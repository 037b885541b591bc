#include "disk.h"


// What a test does with the simulated disk; disk_vfs.c is what SQLite does with it.

struct kopilka_disk_counts disk_counts;

struct kopilka_disk_counts kopilka_disk_count(void) { return disk_counts; }

// MARK: The end of processes and machines

/// Drops the handles of a process, or all.
static void drop_handles(bool is_all, int process) {
    for (struct disk_file *file = disk_files; file != 0; file = file->next) {
        struct disk_handle *next;
        for (struct disk_handle *handle = file->handles; handle != 0; handle = next) {
            next = handle->next;
            // Its memory leaks with that of its owner.
            if (is_all || handle->process == process) disk_handle_drop(handle);
        }
    }
}

void sim_disk_forget(int process) { drop_handles(false, process); }

void kopilka_disk_crash(enum kopilka_disk_loss loss) {
    disk_counts.crashes++;
    drop_handles(true, 0);
    disk_names_crash(loss);
    // Files are in the order of their making, newest first, so that equal seeds lose the same.
    for (struct disk_file *file = disk_files; file != 0; file = file->next) disk_file_crash(file, loss);
    disk_sweep();
    sim_note(disk_counts.dropped << 32 ^ disk_counts.torn);
}

// MARK: What programs do with files beside SQLite

bool sim_disk_unlink(const char *path) {
    if (disk_file_at(path) == 0) return false;
    sim_change_happens();
    struct disk_name *name = disk_name_of(path, false);
    if (name->current == 0) return false;
    disk_counts.changes++;
    disk_name_set(name, 0, 0);
    disk_sweep();
    return true;
}

bool sim_disk_rename(const char *from, const char *to) {
    if (disk_file_at(from) == 0) return false;
    sim_change_happens();
    struct disk_file *file = disk_file_at(from);
    if (file == 0) return false;
    disk_counts.changes++;
    disk_name_set(disk_name_of(to, true), file, disk_name_of(from, false));
    disk_sweep();
    return true;
}
