#include "disk.h"

#include <string.h>

// Bits that the disk changed after they were written, as disks do in time. Reads see them until they are written again.

enum { most_bits = 16, shortest_page = 512 };

static struct {
    struct disk_file *file;  // NULL for none
    int64_t place;           // -1 until one of the next reads: somewhere in what is read
    uint8_t mask;
} bits[most_bits];

int kopilka_disk_flip(const char *name, int count) {
    struct disk_file *file = disk_file_called(name);
    int flipped = 0;
    for (int index = 0; index < most_bits && flipped < count && file != 0 && file->size > 0; index++) {
        if (bits[index].file != 0) continue;
        bits[index].file = file;
        // Most of a database is seldom read, so half of the bits come to lie where somebody looks.
        bits[index].place = flipped % 2 == 0 ? -1 : (int64_t)sim_below((uint64_t)file->size);
        bits[index].mask = (uint8_t)(1u << sim_below(8));
        flipped++;
    }
    disk_counts.flipped += (uint64_t)flipped;
    return flipped;
}

void kopilka_disk_heal(void) { memset(bits, 0, sizeof bits); }

static bool covers(int index, const struct disk_file *file, int64_t offset, size_t count) {
    return bits[index].file == file && bits[index].place >= offset && bits[index].place < offset + (int64_t)count;
}

// Gives a bit that has no place yet one in what is read: not every time, so that they come to lie in several pages, and
// never in the first page, without which nothing else is read.
static void place_one(const struct disk_file *file, int64_t offset, size_t count) {
    for (int index = 0; index < most_bits; index++) {
        if (bits[index].file != file || bits[index].place >= 0) continue;
        if (count >= shortest_page && offset > 0 && sim_below(20) == 0) bits[index].place = offset + (int64_t)sim_below(count);
        return;
    }
}

void disk_damage_read(const struct disk_file *file, int64_t offset, void *bytes, size_t count) {
    place_one(file, offset, count);
    for (int index = 0; index < most_bits; index++) {
        if (!covers(index, file, offset, count)) continue;
        ((uint8_t *)bytes)[bits[index].place - offset] ^= bits[index].mask;
        disk_counts.damaged_reads++;
    }
}

void disk_damage_overwrite(const struct disk_file *file, int64_t offset, size_t count) {
    for (int index = 0; index < most_bits; index++)
        if (covers(index, file, offset, count)) bits[index].file = 0;
}

void disk_damage_forget(const struct disk_file *file) {
    for (int index = 0; index < most_bits; index++)
        if (bits[index].file == file) bits[index].file = 0;
}
