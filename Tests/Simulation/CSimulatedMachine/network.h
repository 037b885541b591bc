#pragma once
#include <zmq.h>

#include "CSimulatedMachine.h"
#include "machine.h"

// What the rooms of the simulated network know of each other. A message travels
//   socket -> pipe -> wire of a link -> pipe -> socket.
// A pipe is a socket's end of a connection; that of a socket that connects outlives the links that it makes, one after
// the other. All times and chances are the world's; all lists are in the order in which things came.

// MARK: Messages

/// The bytes of a frame. Messages share it once it was sent; nobody writes to it then.
struct network_content {
    size_t references;
    size_t size;
    /// Behind this structure, or lent by the program until `release` is called.
    uint8_t *bytes;
    zmq_free_fn *release;
    void *hint;
};

/// What travels in order: the wire's own signs, too.
enum network_sign {
    network_sign_message,
    /// The other side is ready for messages.
    network_sign_ready,
    /// The other side is gone.
    network_sign_end,
    /// A message that breaks the link where it would arrive.
    network_sign_break,
};

enum { network_few_frames = 4 };

struct network_message {
    struct network_message *next;
    /// The time of its arrival.
    int64_t when;
    enum network_sign sign;
    /// The process that sent it.
    int sender;
    uint32_t count, room;
    size_t bytes;
    struct network_content **frames;
    struct network_content *few[network_few_frames];
};

struct network_queue {
    struct network_message *first, *last;
    size_t count;
};

void *network_allocate(size_t size);
/// Ends the program: it asked for something that the simulated network does not have.
_Noreturn void network_refuse(const char *what, const char *about);
struct network_content *network_content_new(size_t size);
struct network_content *network_content_copy(const void *bytes, size_t size);
void network_content_free(struct network_content *content);
struct network_message *network_message_new(enum network_sign sign, int sender);
/// Takes over `content`.
void network_message_add(struct network_message *message, struct network_content *content);
/// Another message of the same contents.
struct network_message *network_message_share(const struct network_message *message);
void network_message_free(struct network_message *message);
void network_queue_add(struct network_queue *queue, struct network_message *message);
struct network_message *network_queue_take(struct network_queue *queue);
void network_queue_clear(struct network_queue *queue);
/// Makes an initialised frame of libzmq of `content`, which it takes over.
void network_frame_fill(zmq_msg_t *frame, struct network_content *content, bool has_more, int sender);
/// The content of a frame, which is empty afterwards. Lent bytes are copied and given back.
struct network_content *network_frame_take(zmq_msg_t *frame);

// MARK: Sockets

struct network_context {
    size_t sockets, most_sockets;
    bool is_shut, is_ended;
};

/// A prefix of messages that a subscriber wants.
struct network_wish {
    struct network_wish *next;
    size_t count, size;
    uint8_t bytes[];
};

struct network_pipe {
    /// The next pipe that has something to read.
    struct network_pipe *next_ready;
    bool is_ready;
    /// False when only what has arrived is left of it.
    bool is_attached;
    struct network_socket *socket;
    /// The maker of its links; NULL at a socket that was connected to.
    struct network_dialer *dialer;
    /// NULL while there is no connection.
    struct network_link *link;
    int side;
    /// The name that a router gives to its peer.
    uint32_t number;
    struct network_queue arrived, unsent;
    /// What the peer wants of a publisher.
    struct network_wish *wishes;
    /// The socket found no room in it, and is to be woken when there is.
    bool is_missed;
};

struct network_options {
    int send_limit, receive_limit, reconnect, longest_reconnect;
    int64_t longest_frame;
    bool is_mandatory, is_immediate, is_conflated;
    int descriptor;
};

struct network_monitor {
    char *endpoint;
    int events;
    /// The socket that reads the events, once it has connected.
    struct network_socket *reader;
    struct network_queue early;
};

struct network_socket {
    uint32_t mark;
    struct network_socket *next, *previous;
    struct network_context *context;
    int kind;
    int process;
    sim_thread *thread;
    struct network_options options;
    char *last_endpoint;
    /// The pipes that are attached, in the order in which they were: for a router in that of its names.
    struct network_pipe **pipes;
    size_t pipe_count, pipe_room;
    struct network_pipe *first_ready, *last_ready;
    /// What comes from no peer: events of a monitor, wishes that a publisher is told.
    struct network_pipe *own;
    uint32_t first_number, next_number;
    /// The pipe that is tried first.
    size_t turn;
    /// The message that is being sent, and where to; NULL when it is dropped.
    bool is_sending;
    struct network_message *sending;
    struct network_pipe *target;
    /// The message that is being received.
    struct network_message *reading;
    uint32_t next_frame;
    bool has_more;
    struct network_wish *wishes;
    struct network_content *welcome;
    struct network_monitor monitor;
    /// The socket whose events this one reads.
    struct network_socket *watched;
};

extern struct network_socket *network_sockets;

/// The socket, or NULL and `errno` when it cannot be used.
struct network_socket *network_socket_usable(void *pointer);
/// Wakes the thread of a socket, if it is there to be woken.
void network_wake(const struct network_socket *socket);
/// Gives up all that a socket has, but its structure.
void network_socket_empty(struct network_socket *socket);
struct network_pipe *network_pipe_new(struct network_socket *socket, struct network_dialer *dialer);
/// The pipe has no peer any more and goes once it was read to its end.
void network_pipe_detach(struct network_pipe *pipe);
/// Has a message read by the socket of the pipe.
void network_pipe_arrive(struct network_pipe *pipe, struct network_message *message);
/// True when the pipe takes a message.
bool network_pipe_has_room(struct network_pipe *pipe);
/// Wakes the socket of a pipe that had no room.
void network_pipe_note_room(struct network_pipe *pipe);
/// Sends a message, or keeps it until there is a connection.
void network_pipe_send(struct network_pipe *pipe, struct network_message *message);

// MARK: Patterns: what the kinds of sockets do differently.

/// Chooses where a message goes that begins with these bytes. Returns -1 and sets `errno` when it goes nowhere now.
int network_pattern_choose(struct network_socket *socket, const void *bytes, size_t size, bool has_more);
/// Takes the next frame of a message, and sends the message with its last.
void network_pattern_put(struct network_socket *socket, struct network_content *content, bool has_more);
/// The next frame to be received, NULL when there is none; and the process that sent it.
struct network_content *network_pattern_take(struct network_socket *socket, int *sender);
bool network_pattern_is_readable(const struct network_socket *socket);
bool network_pattern_is_writable(struct network_socket *socket);
/// A connection is ready.
void network_pattern_attach(struct network_pipe *pipe);
/// A message has come over a connection.
void network_pattern_receive(struct network_pipe *pipe, struct network_message *message);
/// A peer is gone: a publisher is told what nobody wants any more.
void network_pattern_forget(struct network_pipe *pipe);
void network_pattern_subscribe(struct network_socket *socket, const void *bytes, size_t size, bool is_wanted);

// MARK: Monitors

void network_monitor_tell(struct network_socket *socket, int event, uint32_t value, const char *endpoint);
void network_monitor_stop(struct network_socket *socket);
/// Has `reader` receive the events that go to this address. Returns false when none do.
bool network_monitor_connect(struct network_socket *reader, const char *endpoint);

// MARK: Links

struct network_wire {
    struct network_queue under_way;
    /// The arrival of the last message so far: none overtakes another.
    int64_t latest;
    /// The messages among what is under way.
    size_t messages;
    /// The world has been asked to deliver the first.
    bool is_armed;
    struct network_link *link;
    int to;
};

struct network_side {
    struct network_socket *socket;
    /// NULL until the connection is ready.
    struct network_pipe *pipe;
    struct network_dialer *dialer;
    int process;
    bool is_open;
    struct network_wire incoming;
};

/// A connection. Side 0 made it, side 1 was listening.
struct network_link {
    struct network_link *next, *previous;
    struct network_side sides[2];
    uint32_t number;
    char *endpoint;
};

/// Connects a socket to an endpoint, again and again.
struct network_dialer {
    struct network_dialer *next;
    struct network_socket *socket;
    char *endpoint;
    struct network_pipe *pipe;
    struct network_link *link;
    /// The last pause between attempts, in milliseconds; 0 after a success.
    int interval;
    bool is_timed, is_closed;
};

struct network_listener {
    struct network_listener *next;
    struct network_socket *socket;
    char *endpoint;
    int descriptor;
};

void network_link_carry(struct network_link *link, int to, struct network_message *message);
/// Closes a side; the other side notices it after all that was sent before.
void network_link_close(struct network_link *link, int side);
/// True when an address begins as those of Unix sockets do and can be one. Sets `errno`.
bool network_endpoint_check(const char *endpoint);
int network_listen(struct network_socket *socket, const char *endpoint);
int network_unlisten(struct network_socket *socket, const char *endpoint);
void network_dial(struct network_socket *socket, const char *endpoint);
int network_hang_up(struct network_socket *socket, const char *endpoint);
/// Gives up all listeners, attempts and connections of a socket.
void network_links_leave(struct network_socket *socket);
