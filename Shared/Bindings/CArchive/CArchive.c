#include "CArchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>

#define FUNCTIONS(X) \
    X(archive_write_new) X(archive_write_set_format_pax_restricted) X(archive_write_add_filter_zstd) \
    X(archive_write_open_fd) X(archive_write_open) X(archive_write_set_bytes_in_last_block) X(archive_write_header) \
    X(archive_write_data) X(archive_write_close) X(archive_write_free) X(archive_read_new) \
    X(archive_read_support_format_tar) X(archive_read_support_filter_zstd) \
    X(archive_read_open_fd) X(archive_read_open) X(archive_read_next_header) X(archive_read_data) X(archive_read_free) \
    X(archive_error_string) X(archive_entry_new) X(archive_entry_free) X(archive_entry_set_pathname) \
    X(archive_entry_set_size) X(archive_entry_set_filetype) X(archive_entry_set_perm) X(archive_entry_set_mtime) \
    X(archive_entry_pathname) X(archive_entry_size) X(archive_entry_size_is_set) X(archive_entry_filetype) \
    X(archive_entry_perm) X(archive_entry_hardlink) X(archive_entry_symlink) X(archive_entry_sparse_count) \
    X(archive_version_string)

#define DECLARE(function) static __typeof__(&function) own_##function;
FUNCTIONS(DECLARE)

static const char *problem;

static void load(void) {
    void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        problem = "libarchive is not here: apt-get install libarchive13";
        return;
    }
#define FIND(function) \
    own_##function = (__typeof__(&function))dlsym(library, #function); \
    if (!own_##function) problem = "this libarchive has no " #function;
    FUNCTIONS(FIND)
}

const char *kopilka_archive_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return problem;
}

const char *kopilka_archive_version(void) { return own_archive_version_string(); }

static struct archive *own(kopilka_archive *archive) { return (struct archive *)archive; }

static struct archive *new_writer(void) {
    struct archive *writer = own_archive_write_new();
    if (!writer) return NULL;
    if (own_archive_write_set_format_pax_restricted(writer) == ARCHIVE_OK
        && own_archive_write_add_filter_zstd(writer) == ARCHIVE_OK)
        return writer;
    own_archive_write_free(writer);
    return NULL;
}

static kopilka_archive *opened(struct archive *writer, int result) {
    if (result == ARCHIVE_OK) return (kopilka_archive *)writer;
    own_archive_write_free(writer);
    return NULL;
}

kopilka_archive *kopilka_archive_writer(int descriptor) {
    struct archive *writer = new_writer();
    return writer ? opened(writer, own_archive_write_open_fd(writer, descriptor)) : NULL;
}

static la_ssize_t write_to(struct archive *writer, void *data, const void *bytes, size_t count) {
    (void)writer;
    struct kopilka_archive_stream *stream = data;
    return stream->write(stream->context, bytes, count) == 0 ? (la_ssize_t)count : -1;
}

kopilka_archive *kopilka_archive_stream_writer(struct kopilka_archive_stream *stream) {
    struct archive *writer = new_writer();
    if (!writer) return NULL;
    // No zeros at the end, as in a file.
    own_archive_write_set_bytes_in_last_block(writer, 1);
    return opened(writer, own_archive_write_open(writer, stream, NULL, write_to, NULL));
}

int kopilka_archive_begin(
    kopilka_archive *writer, const char *name, int64_t size, uint32_t permissions, int64_t seconds) {
    struct archive_entry *entry = own_archive_entry_new();
    if (!entry) return -1;
    own_archive_entry_set_pathname(entry, name);
    own_archive_entry_set_size(entry, size);
    own_archive_entry_set_filetype(entry, S_IFREG);
    own_archive_entry_set_perm(entry, permissions);
    own_archive_entry_set_mtime(entry, seconds, 0);
    int result = own_archive_write_header(own(writer), entry);
    own_archive_entry_free(entry);
    return result;
}

int kopilka_archive_write(kopilka_archive *writer, const void *bytes, size_t count) {
    const char *rest = bytes;
    while (count > 0) {
        la_ssize_t written = own_archive_write_data(own(writer), rest, count);
        if (written <= 0) return -1;
        rest += written;
        count -= (size_t)written;
    }
    return 0;
}

int kopilka_archive_finish(kopilka_archive *writer) { return own_archive_write_close(own(writer)); }

void kopilka_archive_free_writer(kopilka_archive *writer) { own_archive_write_free(own(writer)); }

static struct archive *new_reader(void) {
    struct archive *reader = own_archive_read_new();
    if (!reader) return NULL;
    own_archive_read_support_format_tar(reader);
    own_archive_read_support_filter_zstd(reader);
    return reader;
}

kopilka_archive *kopilka_archive_reader(int descriptor) {
    struct archive *reader = new_reader();
    if (reader) own_archive_read_open_fd(reader, descriptor, 65536);
    return (kopilka_archive *)reader;
}

static la_ssize_t read_from(struct archive *reader, void *data, const void **bytes) {
    (void)reader;
    struct kopilka_archive_stream *stream = data;
    return (la_ssize_t)stream->read(stream->context, bytes);
}

kopilka_archive *kopilka_archive_stream_reader(struct kopilka_archive_stream *stream) {
    struct archive *reader = new_reader();
    if (reader) own_archive_read_open(reader, stream, NULL, read_from, NULL);
    return (kopilka_archive *)reader;
}

int kopilka_archive_next(kopilka_archive *reader, struct kopilka_archive_entry *entry) {
    struct archive_entry *found = NULL;
    int result = own_archive_read_next_header(own(reader), &found);
    if (result == ARCHIVE_EOF) return 1;
    if (result != ARCHIVE_OK) return -1;
    entry->name = own_archive_entry_pathname(found);
    entry->size = own_archive_entry_size(found);
    entry->permissions = own_archive_entry_perm(found);
    entry->is_plain_file = own_archive_entry_filetype(found) == S_IFREG && !own_archive_entry_hardlink(found)
        && !own_archive_entry_symlink(found) && own_archive_entry_size_is_set(found)
        && own_archive_entry_sparse_count(found) == 0;
    return 0;
}

int64_t kopilka_archive_read(kopilka_archive *reader, void *bytes, size_t count) {
    return own_archive_read_data(own(reader), bytes, count);
}

void kopilka_archive_free_reader(kopilka_archive *reader) { own_archive_read_free(own(reader)); }

const char *kopilka_archive_problem(kopilka_archive *archive) {
    const char *text = own_archive_error_string(own(archive));
    return text ? text : "no reason given";
}
