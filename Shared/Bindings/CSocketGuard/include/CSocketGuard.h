#pragma once

#include <stdint.h>

// Functions of the C library that libzmq calls, replaced for the whole process: the executable's symbols come first in
// the dynamic linker's search. Each does what libzmq has no option for.

/// Opens the reserve descriptor and starts to guard `accept`, `accept4` and `connect` of this process.
///
/// libzmq aborts the process when an ipc listener runs out of descriptors (its list of harmless errors lacks
/// EMFILE, ENOBUFS and ENOMEM). While the guard stands, such an accept refuses the waiting connection and
/// fails with ECONNABORTED, which libzmq survives.
///
/// A stream connection to a Unix socket fails with EACCES when its listener belongs to another user than this process
/// or root (SO_PEERCRED). libzmq connects again by itself whenever a connection is lost, so the check has to stand where
/// every attempt passes; it precedes the first byte.
///
/// May be called any number of times, from any thread.
void kopilka_socket_guard_install(void);

/// The number of connections refused so far for want of descriptors or memory.
uint64_t kopilka_accept_guard_refused(void);

/// The number of connections given up so far because their listener was another user's.
uint64_t kopilka_connect_guard_refused(void);
