#include "disk.h"

#include <stdlib.h>
#include <string.h>

/// A change of a name that was not synced.
struct name_change {
    struct name_change *next;
    struct disk_name *name;
    /// The file's name before, where it was renamed.
    struct disk_name *from;
    struct disk_file *file;
};

static struct disk_name *names;
static struct name_change *first_change;
static struct name_change **end_of_changes = &first_change;
/// Whether a file may have lost its last name.
static bool needs_sweep;

struct disk_name *disk_name_of(const char *path, bool makes) {
    for (struct disk_name *name = names; name != 0; name = name->next)
        if (strcmp(name->path, path) == 0) return name;
    if (!makes) return 0;
    struct disk_name *name = disk_allocate(sizeof *name);
    name->path = strdup(path);
    if (name->path == 0) abort();
    name->next = names;
    names = name;
    return name;
}

struct disk_file *disk_file_at(const char *path) {
    struct disk_name *name = disk_name_of(path, false);
    return name == 0 ? 0 : name->current;
}

struct disk_file *disk_file_called(const char *last) {
    for (struct disk_name *name = names; name != 0; name = name->next) {
        const char *slash = strrchr(name->path, '/');
        if (name->current != 0 && strcmp(slash == 0 ? name->path : slash + 1, last) == 0) return name->current;
    }
    return 0;
}

void disk_name_set(struct disk_name *name, struct disk_file *file, struct disk_name *from) {
    struct name_change *change = disk_allocate(sizeof *change);
    *change = (struct name_change){.name = name, .from = from, .file = file};
    *end_of_changes = change;
    end_of_changes = &change->next;
    if (name->current != 0) needs_sweep = true;
    name->current = file;
    if (from != 0) from->current = 0;
}

// MARK: The disk

/// A change of a name reaches the disk.
static void arrive(const struct name_change *change) {
    if (change->name->durable != 0) needs_sweep = true;
    change->name->durable = change->file;
    if (change->from != 0) change->from->durable = 0;
}

static size_t directory_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == 0 ? 0 : (size_t)(slash - path);
}

/// Removes the changes that `ends` holds for, in order.
static void remove_changes(bool (*ends)(const struct name_change *, const void *), const void *argument) {
    struct name_change **place = &first_change;
    while (*place != 0) {
        struct name_change *change = *place;
        if (ends(change, argument)) {
            *place = change->next;
            free(change);
        } else {
            place = &change->next;
        }
    }
    end_of_changes = place;
}

static bool arrives_in_directory(const struct name_change *change, const void *path) {
    size_t length = directory_length(path);
    if (directory_length(change->name->path) != length || strncmp(change->name->path, path, length) != 0) return false;
    arrive(change);
    return true;
}

void disk_names_sync(const char *path) { remove_changes(arrives_in_directory, path); }

/// Changes of different names arrive in any order, those of one name in their own: after one that is lost, all are.
static bool arrives_by_chance(const struct name_change *change, const void *loss) {
    bool is_kept = *(const enum kopilka_disk_loss *)loss == kopilka_loss_random && sim_below(2) == 0;
    for (const struct name_change *lost = first_change; lost != change; lost = lost->next) {
        bool meets = lost->name == change->name || lost->from == change->name;
        if (change->from != 0 && (lost->name == change->from || lost->from == change->from)) meets = true;
        if (meets) is_kept = false;
    }
    if (is_kept) {
        arrive(change);
    } else {
        disk_counts.dropped++;
    }
    return is_kept;
}

static bool is_lost(const struct name_change *change, const void *argument) {
    (void)change;
    (void)argument;
    return true;
}

void disk_names_crash(enum kopilka_disk_loss loss) {
    needs_sweep = true;
    if (loss == kopilka_loss_nothing) return;
    // Those that stay in the list were lost.
    remove_changes(arrives_by_chance, &loss);
    remove_changes(is_lost, 0);
    for (struct disk_name *name = names; name != 0; name = name->next) name->current = name->durable;
}

// MARK: Files without a name

static void mark_named(void) {
    for (struct disk_file *file = disk_files; file != 0; file = file->next) file->is_named = false;
    for (const struct disk_name *name = names; name != 0; name = name->next) {
        if (name->current != 0) name->current->is_named = true;
        if (name->durable != 0) name->durable->is_named = true;
    }
    for (const struct name_change *change = first_change; change != 0; change = change->next)
        if (change->file != 0) change->file->is_named = true;
}

void disk_sweep(void) {
    if (!needs_sweep) return;
    needs_sweep = false;
    mark_named();
    struct disk_file **place = &disk_files;
    while (*place != 0) {
        struct disk_file *file = *place;
        if (file->is_named || file->handles != 0) {
            place = &file->next;
            // It is freed after its last handle.
            if (!file->is_named) needs_sweep = true;
        } else {
            *place = file->next;
            disk_file_free(file);
        }
    }
}
