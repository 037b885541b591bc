#pragma once

// A layer between SQLite and the file system that keeps a checksum with each page of a database file, so that a page
// that the disk has changed is never read as if it were right. The pages of the write-ahead log have checksums of
// SQLite's own.
//
// The checksum is the XXH3 of the page, seeded by the page's number, in the last eight bytes of the page, which SQLite
// leaves alone (byte 20 of the header: "reserved space at the end of each page",
// https://sqlite.org/fileformat2.html). Programs without this layer read such a file; after they have written to it, it
// counts as damaged.

enum {
    /// The bytes that each page reserves.
    kopilka_page_checksum_bytes = 8,
    /// A file control, with an int: says whether the pages of the file have checksums.
    kopilka_has_page_checksums = 0x6b50,
    /// A file control, with an int: tells a new file whether its pages will have checksums. Default 1.
    kopilka_set_page_checksums = 0x6b51,
    /// A file control, with a long long: says which page was read last without its checksum being right; 0 for none.
    kopilka_damaged_page = 0x6b52,
};

/// Returns the name of the layer for sqlite3_open_v2(3), 0 when there is no memory for it. It is no default: it lies over
/// whatever is the default when a file is opened.
const char *kopilka_page_checksums(void);
