#pragma once
#include <stddef.h>
#include <stdint.h>

// libarchive, loaded when the first archive is opened and not when a program starts: it brings fifteen libraries with
// it, which would cost every run of the gateway 2 ms. The functions are checked against archive.h by the compiler.

/// A writer or a reader of libarchive's.
typedef struct kopilka_archive kopilka_archive;

/// What stands in front of an entry's bytes. Texts are borrowed until the next call.
struct kopilka_archive_entry {
    /// NULL when it is no text.
    const char *name;
    int64_t size;
    uint32_t permissions;
    /// Not 0 for a plain file that is no link of any kind and says its size.
    int is_plain_file;
};

/// Where the bytes of an archive go, or come from, other than a descriptor. It stays where it is until the archive is
/// freed.
struct kopilka_archive_stream {
    void *context;
    /// Takes all bytes: 0, or not.
    int (*write)(void *context, const void *bytes, size_t count);
    /// Gives bytes that stay until the next call: their count, 0 at the end, below 0 for a failure.
    int64_t (*read)(void *context, const void **bytes);
};

/// Loads the library. Returns NULL, or why it cannot be loaded.
const char *kopilka_archive_load(void);
/// The name and version of the loaded library: archive_version_string(3).
const char *kopilka_archive_version(void);

/// A new writer of pax archives, compressed by zstd, to a descriptor. NULL when there is no memory or no zstd.
kopilka_archive *kopilka_archive_writer(int descriptor);
/// The same to a stream. Freeing it may still write.
kopilka_archive *kopilka_archive_stream_writer(struct kopilka_archive_stream *stream);
/// Begins an entry. 0, or not.
int kopilka_archive_begin(kopilka_archive *writer, const char *name, int64_t size, uint32_t permissions, int64_t seconds);
/// Adds bytes to the entry. 0, or not.
int kopilka_archive_write(kopilka_archive *writer, const void *bytes, size_t count);
/// Ends the archive. 0, or not.
int kopilka_archive_finish(kopilka_archive *writer);
/// Frees a writer.
void kopilka_archive_free_writer(kopilka_archive *writer);

/// A new reader of tar archives, compressed by zstd or not, from a descriptor. NULL when there is no memory; one that
/// could not open says so at the first call.
kopilka_archive *kopilka_archive_reader(int descriptor);
/// The same from a stream.
kopilka_archive *kopilka_archive_stream_reader(struct kopilka_archive_stream *stream);
/// 0 for the next entry, 1 at the end, below 0 for an archive that cannot be read.
int kopilka_archive_next(kopilka_archive *reader, struct kopilka_archive_entry *entry);
/// Bytes of the entry, 0 at its end, below 0 for an archive that cannot be read.
int64_t kopilka_archive_read(kopilka_archive *reader, void *bytes, size_t count);
/// Frees a reader.
void kopilka_archive_free_reader(kopilka_archive *reader);

/// What libarchive says went wrong.
const char *kopilka_archive_problem(kopilka_archive *archive);
