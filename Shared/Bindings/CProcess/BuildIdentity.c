#define _GNU_SOURCE
#include "CProcess.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

struct build_id {
    unsigned char *bytes;
    int capacity;
    int count;
};

// Names and contents of notes are padded to four bytes: elf(5), "Notes".
static size_t padded(size_t size) { return (size + 3) & ~(size_t)3; }

static int look(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    struct build_id *found = context;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_NOTE) continue;
        const unsigned char *note = (const unsigned char *)(object->dlpi_addr + segment->p_vaddr);
        const unsigned char *end = note + segment->p_memsz;
        while (note + sizeof(ElfW(Nhdr)) <= end) {
            ElfW(Nhdr) header;
            memcpy(&header, note, sizeof header);
            const unsigned char *name = note + sizeof header;
            const unsigned char *content = name + padded(header.n_namesz);
            if (content + header.n_descsz > end) break;
            if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == sizeof "GNU" && !memcmp(name, "GNU", sizeof "GNU")
                && header.n_descsz <= (unsigned)found->capacity) {
                memcpy(found->bytes, content, header.n_descsz);
                found->count = (int)header.n_descsz;
                return 1;
            }
            note = content + padded(header.n_descsz);
        }
    }
    // The program comes first; its libraries have build ids of their own.
    return 1;
}

int kopilka_build_id(unsigned char *bytes, int capacity) {
    struct build_id found = {bytes, capacity, 0};
    dl_iterate_phdr(look, &found);
    return found.count;
}
