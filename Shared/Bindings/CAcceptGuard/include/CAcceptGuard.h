#pragma once

#include <stdint.h>

/// Opens the reserve descriptor and starts to guard `accept` and `accept4` of this process.
///
/// libzmq aborts the process when an ipc listener runs out of descriptors (its list of harmless errors lacks
/// EMFILE, ENOBUFS and ENOMEM). While the guard stands, such an accept refuses the waiting connection and
/// fails with ECONNABORTED, which libzmq survives. May be called any number of times, from any thread.
void kopilka_accept_guard_install(void);

/// The number of connections refused so far for want of descriptors or memory.
uint64_t kopilka_accept_guard_refused(void);
