#include "CFido2Library.h"

#include "CFido2.h"

#include <dlfcn.h>
#include <pthread.h>

#define DEFINE(function) __typeof__(&function) own_##function;
KOPILKA_FIDO_FUNCTIONS(DEFINE)
const struct cbor_callbacks *own_empty_callbacks;

static const char *problem;

static void load(void) {
    void *library = dlopen("libfido2.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        problem = "libfido2 is not here: apt-get install libfido2-1";
        return;
    }
    // The names of libcbor are found, too: dlsym also looks in the libraries that libfido2 was linked with.
#define FIND(function) \
    own_##function = (__typeof__(&function))dlsym(library, #function); \
    if (!own_##function) problem = "this libfido2 has no " #function;
    KOPILKA_FIDO_FUNCTIONS(FIND)
    own_empty_callbacks = dlsym(library, "cbor_empty_callbacks");
    if (!own_empty_callbacks) problem = "this libcbor has no cbor_empty_callbacks";
    // Without messages on standard error.
    if (!problem) own_fido_init(0);
}

const char *kopilka_fido_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return problem;
}

#define MOST_LEVELS 8

/// The items that are still missing, by level.
struct plain_item {
    uint64_t missing[MOST_LEVELS];
    size_t level;
    size_t bytes_left;
    bool is_refused;
};

static void refuse(void *context) { ((struct plain_item *)context)->is_refused = true; }

static void refuse_tag(void *context, uint64_t tag) {
    (void)tag;
    refuse(context);
}

static void enter(struct plain_item *item, uint64_t entries, uint64_t items_each) {
    if (entries > item->bytes_left || (entries > 0 && item->level == MOST_LEVELS)) {
        item->is_refused = true;
        return;
    }
    // The container itself is counted when it is complete, as its last item is.
    if (entries > 0) item->missing[item->level++] = entries * items_each + 1;
}

static void enter_array(void *context, size_t entries) { enter(context, entries, 1); }

static void enter_map(void *context, size_t entries) { enter(context, entries, 2); }

bool kopilka_cbor_is_plain(const uint8_t *bytes, size_t count, size_t *used) {
    struct cbor_callbacks callbacks = *own_empty_callbacks;
    callbacks.byte_string_start = refuse;
    callbacks.string_start = refuse;
    callbacks.indef_array_start = refuse;
    callbacks.indef_map_start = refuse;
    callbacks.indef_break = refuse;
    callbacks.tag = refuse_tag;
    callbacks.array_start = enter_array;
    callbacks.map_start = enter_map;
    struct plain_item item = {.level = 0};
    *used = 0;
    do {
        item.bytes_left = count - *used;
        if (item.bytes_left == 0) return false;
        struct cbor_decoder_result result =
            own_cbor_stream_decode(bytes + *used, item.bytes_left, &callbacks, &item);
        if (result.status != CBOR_DECODER_FINISHED || result.read == 0 || item.is_refused) return false;
        *used += result.read;
        while (item.level > 0 && --item.missing[item.level - 1] == 0) item.level--;
    } while (item.level > 0);
    return true;
}
