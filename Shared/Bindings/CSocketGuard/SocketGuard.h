#pragma once

#include "CSocketGuard.h"

#include <stdatomic.h>
#include <stdbool.h>

/// Whether a context of ZeroMQ was made in this process: before that nothing is guarded.
extern _Atomic bool kopilka_socket_guard_is_installed;

/// Whether a connection of `listener` may be kept; if it is watched it is from now on.
bool kopilka_receive_guard_admit(int listener, int descriptor);
