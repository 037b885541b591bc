#pragma once

#include <stdbool.h>
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

/// Lets this thread connect to the sockets of other users until it is called with false: for a library that verifies its
/// servers in another way. libzmq connects on threads of its own, which are never paused.
void kopilka_connect_guard_pause(bool paused);

/// The number of connections refused so far for want of descriptors or memory.
uint64_t kopilka_accept_guard_refused(void);

/// The number of connections given up so far because their listener was another user's.
uint64_t kopilka_connect_guard_refused(void);

/// What the connections of a listener may keep in memory before somebody takes it from libzmq.
struct kopilka_receive_limits {
    /// Bytes of one message, all frames together. libzmq has a limit for each frame alone.
    int64_t message_bytes;
    /// Frames of one message.
    int64_t message_frames;
    /// What one connection has sent and nobody has taken: unfinished messages and whole ones. Each frame counts for its
    /// bytes and KOPILKA_FRAME_CHARGE.
    int64_t connection_bytes;
    /// The same of all connections. Beyond it those are ended that have more than their share.
    int64_t all_bytes;
    /// Connections at once; more are closed as soon as they are accepted. 0 is no limit.
    int64_t connections;
    /// Bytes of one command; 0 is those of a message. Those of a handshake are short, and strangers send them.
    int64_t command_bytes;
    /// Whether commands count like messages that nobody takes: for a publisher, which keeps subscriptions.
    bool counts_commands;
};

/// What a frame costs libzmq beside its bytes.
enum { KOPILKA_FRAME_CHARGE = 64 };

/// Has `recv` count what comes on connections that `accept4` takes from `listener`, and end those that send too much with
/// ECONNRESET: libzmq queues the frames of an unfinished message without any bound, and whole messages by number.
///
/// Peers older than ZMTP 2 are ended at once. Until the listener is closed; `close` forgets descriptors.
void kopilka_receive_guard_watch(int listener, struct kopilka_receive_limits limits);

/// Notes that a message that came on `descriptor` was taken. Ignores connections that are not watched.
void kopilka_receive_guard_taken(int descriptor, int64_t bytes, int64_t frames);

/// Lets `recv` of this thread take so many bytes and fail with ECONNRESET afterwards; a negative number is no limit. For a
/// library that makes room for whatever the head of a message announces, during its calls.
void kopilka_receive_guard_allow(int64_t bytes);

/// What remains of the allowance of this thread.
int64_t kopilka_receive_guard_allowed(void);

/// The number of connections ended so far because they sent too much.
uint64_t kopilka_receive_guard_cut(void);
