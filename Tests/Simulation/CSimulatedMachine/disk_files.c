#include "disk.h"

#include <stdlib.h>
#include <string.h>

struct disk_file *disk_files;
static uint64_t file_count;

void *disk_allocate(size_t count) {
    void *memory = calloc(1, count);
    if (memory == 0) abort();
    return memory;
}

static size_t least(size_t one, size_t other) { return one < other ? one : other; }

// MARK: Blocks

/// The block of a number, as one that a change of the current content makes differ from the disk.
static struct disk_block *dirty(struct disk_file *file, size_t number) {
    if (number >= file->block_room) {
        size_t room = file->block_room * 2 > number ? file->block_room * 2 : number + 8;
        file->blocks = realloc(file->blocks, room * sizeof *file->blocks);
        if (file->blocks == 0) abort();
        memset(file->blocks + file->block_room, 0, (room - file->block_room) * sizeof *file->blocks);
        file->block_room = room;
    }
    struct disk_block *block = &file->blocks[number];
    block->is_dirty = true;
    if (block->is_apart) return block;
    block->is_apart = true;
    if (block->current != 0) {
        block->durable = disk_allocate(disk_block_bytes);
        memcpy(block->durable, block->current, disk_block_bytes);
    }
    if (file->apart_count == file->apart_room) {
        file->apart_room = file->apart_room == 0 ? 64 : file->apart_room * 2;
        file->apart = realloc(file->apart, file->apart_room * sizeof *file->apart);
        if (file->apart == 0) abort();
    }
    file->apart[file->apart_count++] = number;
    return block;
}

/// Copies bytes into one of the two contents of a file.
static void put(struct disk_file *file, bool is_durable, int64_t offset, const uint8_t *bytes, size_t count) {
    int64_t end = offset + (int64_t)count;
    int64_t *size = is_durable ? &file->durable_size : &file->size;
    if (*size < end) *size = end;
    while (count > 0) {
        size_t number = (size_t)(offset / disk_block_bytes);
        size_t start = (size_t)(offset % disk_block_bytes);
        size_t part = least(count, disk_block_bytes - start);
        // A change that arrives on the disk was made to the current content before, so its blocks are apart.
        struct disk_block *block = is_durable ? &file->blocks[number] : dirty(file, number);
        uint8_t **place = is_durable ? &block->durable : &block->current;
        if (*place == 0) *place = disk_allocate(disk_block_bytes);
        memcpy(*place + start, bytes, part);
        offset += (int64_t)part;
        bytes += part;
        count -= part;
    }
}

/// Removes what one of the contents of a block has after the end of the file.
static void cut_block(uint8_t **place, size_t number, int64_t size) {
    int64_t rest = size - (int64_t)number * disk_block_bytes;
    if (*place == 0 || rest >= disk_block_bytes) return;
    if (rest > 0) {
        memset(*place + rest, 0, (size_t)(disk_block_bytes - rest));
    } else {
        free(*place);
        *place = 0;
    }
}

static void cut(struct disk_file *file, int64_t size) {
    size_t end = (size_t)((file->size + disk_block_bytes - 1) / disk_block_bytes);
    for (size_t number = (size_t)(size / disk_block_bytes); number < end; number++)
        cut_block(&dirty(file, number)->current, number, size);
    file->size = size;
}

/// A truncation arrives on the disk. Blocks that are not apart are either before it, or zeros in both contents.
static void cut_durable(struct disk_file *file, int64_t size) {
    for (size_t index = 0; index < file->apart_count; index++)
        cut_block(&file->blocks[file->apart[index]].durable, file->apart[index], size);
    file->durable_size = size;
}

// MARK: Changes

static void add_change(struct disk_file *file, bool is_truncation, int64_t offset, const void *bytes, size_t count) {
    struct disk_change *change = malloc(sizeof *change + count);
    if (change == 0) abort();
    *change = (struct disk_change){.is_truncation = is_truncation, .offset = offset, .count = count};
    if (count > 0) memcpy(change->bytes, bytes, count);
    *file->end = change;
    file->end = &change->next;
    file->change_count++;
}

static void clear_changes(struct disk_file *file) {
    while (file->first != 0) {
        struct disk_change *change = file->first;
        file->first = change->next;
        free(change);
    }
    file->end = &file->first;
    file->change_count = 0;
}

/// A change reaches the disk.
static void arrive(struct disk_file *file, const struct disk_change *change) {
    if (change->is_truncation) {
        cut_durable(file, change->offset);
    } else {
        put(file, true, change->offset, change->bytes, change->count);
    }
}

/// A write reaches the disk in part: of each sector everything or nothing, and no byte beside the write.
static void arrive_torn(struct disk_file *file, const struct disk_change *change) {
    size_t kept = 0, dropped = 0;
    // A beginning, an end, or any sectors.
    uint64_t way = sim_below(3);
    size_t border = (size_t)sim_below(change->count + 1);
    for (size_t start = 0; start < change->count;) {
        size_t into_sector = (size_t)((change->offset + (int64_t)start) % disk_sector_bytes);
        size_t part = least(change->count - start, disk_sector_bytes - into_sector);
        bool is_kept = way == 0 ? start < border : way == 1 ? start >= border : sim_below(2) == 0;
        if (is_kept) put(file, true, change->offset + (int64_t)start, change->bytes + start, part);
        *(is_kept ? &kept : &dropped) += 1;
        start += part;
    }
    if (dropped > 0) disk_counts.dropped++;
    if (dropped > 0 && kept > 0) disk_counts.torn++;
}

/// The ways in which a disk may lose what was not synced.
enum { keeps_beginning, keeps_all, keeps_none, keeps_any, tears_one, way_count };

static void arrive_by_chance(struct disk_file *file) {
    uint64_t way = sim_below(way_count);
    size_t chosen = (size_t)sim_below(file->change_count + (way == keeps_beginning ? 1 : 0));
    // Around a torn write: those before it all arrived or by chance, those after it did not or by chance.
    bool is_orderly = sim_below(2) == 0;
    size_t index = 0;
    for (const struct disk_change *change = file->first; change != 0; change = change->next, index++) {
        bool is_kept = way == keeps_all;
        if (way == keeps_beginning) is_kept = index < chosen;
        if (way == keeps_any) is_kept = sim_below(2) == 0;
        if (way == tears_one) is_kept = is_orderly ? index < chosen : sim_below(2) == 0;
        if (way == tears_one && index == chosen && !change->is_truncation) {
            arrive_torn(file, change);
        } else if (is_kept) {
            arrive(file, change);
        } else {
            disk_counts.dropped++;
        }
    }
}

// MARK: Files

struct disk_file *disk_file_new(void) {
    struct disk_file *file = disk_allocate(sizeof *file);
    file->number = ++file_count;
    file->end = &file->first;
    file->next = disk_files;
    disk_files = file;
    return file;
}

void disk_file_free(struct disk_file *file) {
    disk_damage_forget(file);
    clear_changes(file);
    for (size_t number = 0; number < file->block_room; number++) {
        free(file->blocks[number].current);
        free(file->blocks[number].durable);
    }
    free(file->blocks);
    free(file->apart);
    free(file);
}

size_t disk_file_read(const struct disk_file *file, int64_t offset, void *bytes, size_t count) {
    if (offset >= file->size) return 0;
    size_t total = least(count, (size_t)(file->size - offset));
    for (size_t done = 0; done < total;) {
        size_t number = (size_t)((offset + (int64_t)done) / disk_block_bytes);
        size_t start = (size_t)((offset + (int64_t)done) % disk_block_bytes);
        size_t part = least(total - done, disk_block_bytes - start);
        const uint8_t *block = number < file->block_room ? file->blocks[number].current : 0;
        if (block != 0) {
            memcpy((uint8_t *)bytes + done, block + start, part);
        } else {
            memset((uint8_t *)bytes + done, 0, part);
        }
        done += part;
    }
    disk_damage_read(file, offset, bytes, total);
    return total;
}

void disk_file_write(struct disk_file *file, int64_t offset, const void *bytes, size_t count) {
    if (count == 0) return;
    disk_damage_overwrite(file, offset, count);
    put(file, false, offset, bytes, count);
    add_change(file, false, offset, bytes, count);
}

void disk_file_truncate(struct disk_file *file, int64_t size) {
    cut(file, size);
    add_change(file, true, size, 0, 0);
}

void disk_file_sync(struct disk_file *file) {
    size_t left = 0;
    for (size_t index = 0; index < file->apart_count; index++) {
        size_t number = file->apart[index];
        struct disk_block *block = &file->blocks[number];
        cut_block(&block->durable, number, file->size);
        // The kernel writes dirty blocks as a whole, and no clean one, be it on the disk or not.
        if (block->is_dirty || (block->current == 0 && block->durable == 0)) {
            free(block->durable);
            block->durable = 0;
            block->is_apart = block->is_dirty = false;
        } else {
            file->apart[left++] = number;
        }
    }
    file->apart_count = left;
    file->durable_size = file->size;
    clear_changes(file);
}

void disk_file_fail_sync(struct disk_file *file) {
    file->failures++;
    for (const struct disk_change *change = file->first; change != 0; change = change->next) {
        if (sim_below(2) == 0) {
            arrive(file, change);
        } else {
            disk_counts.dropped++;
        }
    }
    for (size_t index = 0; index < file->apart_count; index++) file->blocks[file->apart[index]].is_dirty = false;
    clear_changes(file);
}

void disk_file_crash(struct disk_file *file, enum kopilka_disk_loss loss) {
    if (loss == kopilka_loss_nothing) return;
    if (loss == kopilka_loss_all) {
        disk_counts.dropped += file->change_count;
    } else if (file->change_count > 0) {
        arrive_by_chance(file);
    }
    for (size_t index = 0; index < file->apart_count; index++) {
        struct disk_block *block = &file->blocks[file->apart[index]];
        free(block->current);
        *block = (struct disk_block){.current = block->durable};
    }
    file->apart_count = 0;
    file->size = file->durable_size;
    clear_changes(file);
}
