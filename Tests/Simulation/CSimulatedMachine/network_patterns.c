#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"

// What the kinds of sockets do with messages: routers, dealers, publishers and subscribers, and readers of monitors.

/// A router names a peer by a zero byte and a number.
enum { name_bytes = 5 };

// MARK: Sending

static struct network_pipe *pipe_named(struct network_socket *socket, const uint8_t *name, size_t size) {
    if (size != name_bytes || name[0] != 0) return NULL;
    uint32_t number = (uint32_t)name[1] << 24 | (uint32_t)name[2] << 16 | (uint32_t)name[3] << 8 | name[4];
    // Numbers ascend from the first, by which they are compared: they may wrap around.
    size_t low = 0, high = socket->pipe_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        uint32_t other = socket->pipes[middle]->number;
        if (other == number) return socket->pipes[middle];
        if (other - socket->first_number < number - socket->first_number) low = middle + 1;
        else high = middle;
    }
    return NULL;
}

static int choose_peer(struct network_socket *socket, const void *bytes, size_t size, bool has_more) {
    socket->target = NULL;
    // A name alone is no message.
    if (!has_more) return 0;
    struct network_pipe *pipe = pipe_named(socket, bytes, size);
    bool has_room = pipe != NULL && network_pipe_has_room(pipe);
    if (has_room) socket->target = pipe;
    if (has_room || !socket->options.is_mandatory) return 0;
    errno = pipe == NULL ? EHOSTUNREACH : EAGAIN;
    return -1;
}

static int choose_next(struct network_socket *socket) {
    for (size_t step = 0; step < socket->pipe_count; step++) {
        size_t index = (socket->turn + step) % socket->pipe_count;
        if (!network_pipe_has_room(socket->pipes[index])) continue;
        socket->target = socket->pipes[index];
        socket->turn = index + 1;
        return 0;
    }
    errno = EAGAIN;
    return -1;
}

int network_pattern_choose(struct network_socket *socket, const void *bytes, size_t size, bool has_more) {
    switch (socket->kind) {
    case ZMQ_ROUTER: return choose_peer(socket, bytes, size, has_more);
    case ZMQ_DEALER: return choose_next(socket);
    case ZMQ_XPUB: return 0;
    default: errno = ENOTSUP; return -1;
    }
}

static bool is_wanted(const struct network_wish *wishes, const struct network_content *content) {
    for (; wishes != NULL; wishes = wishes->next)
        if (content->size >= wishes->size && memcmp(content->bytes, wishes->bytes, wishes->size) == 0) return true;
    return false;
}

static void publish(struct network_socket *socket, struct network_message *message) {
    for (size_t index = 0; index < socket->pipe_count; index++) {
        struct network_pipe *pipe = socket->pipes[index];
        // A slow subscriber misses it.
        if (is_wanted(pipe->wishes, message->frames[0]) && network_pipe_has_room(pipe))
            network_pipe_send(pipe, network_message_share(message));
    }
    network_message_free(message);
}

void network_pattern_put(struct network_socket *socket, struct network_content *content, bool has_more) {
    bool is_name = !socket->is_sending && socket->kind == ZMQ_ROUTER;
    socket->is_sending = has_more;
    if (is_name) {
        network_content_free(content);
        return;
    }
    if (socket->sending == NULL) socket->sending = network_message_new(network_sign_message, socket->process);
    network_message_add(socket->sending, content);
    if (has_more) return;
    struct network_message *message = socket->sending;
    struct network_pipe *target = socket->target;
    socket->sending = NULL;
    socket->target = NULL;
    if (socket->kind == ZMQ_XPUB) publish(socket, message);
    else if (target != NULL) network_pipe_send(target, message);
    else network_message_free(message);
}

bool network_pattern_is_writable(struct network_socket *socket) {
    switch (socket->kind) {
    case ZMQ_XPUB: return true;
    case ZMQ_ROUTER:
        if (!socket->options.is_mandatory) return true;
        break;
    case ZMQ_DEALER: break;
    default: return false;
    }
    bool has_room = false;
    for (size_t index = 0; index < socket->pipe_count && !has_room; index++)
        has_room = network_pipe_has_room(socket->pipes[index]);
    return has_room;
}

// MARK: Receiving

bool network_pattern_is_readable(const struct network_socket *socket) {
    return socket->reading != NULL || socket->first_ready != NULL;
}

/// Takes one message of each pipe in turn.
static struct network_message *next_message(struct network_socket *socket, struct network_pipe **from) {
    struct network_pipe *pipe = socket->first_ready;
    if (pipe == NULL) return NULL;
    struct network_message *message = network_queue_take(&pipe->arrived);
    *from = pipe;
    if (pipe->arrived.first != NULL && pipe->next_ready == NULL) return message;
    socket->first_ready = pipe->next_ready;
    if (socket->first_ready == NULL) socket->last_ready = NULL;
    pipe->next_ready = NULL;
    pipe->is_ready = pipe->arrived.first != NULL;
    if (pipe->is_ready) {
        socket->last_ready->next_ready = pipe;
        socket->last_ready = pipe;
    }
    return message;
}

static struct network_content *name_of(uint32_t number) {
    uint8_t name[name_bytes] = {0, number >> 24 & 255, number >> 16 & 255, number >> 8 & 255, number & 255};
    return network_content_copy(name, sizeof name);
}

struct network_content *network_pattern_take(struct network_socket *socket, int *sender) {
    if (socket->reading == NULL) {
        struct network_pipe *pipe;
        struct network_message *message = next_message(socket, &pipe);
        if (message == NULL) return NULL;
        socket->reading = message;
        socket->next_frame = 0;
        uint32_t number = pipe->number;
        if (pipe->link != NULL) network_pipe_note_room(pipe->link->sides[1 - pipe->side].pipe);
        if (!pipe->is_attached && !pipe->is_ready) free(pipe);
        if (socket->kind == ZMQ_ROUTER) {
            socket->has_more = true;
            *sender = message->sender;
            return name_of(number);
        }
    }
    struct network_message *message = socket->reading;
    struct network_content *content = message->frames[socket->next_frame];
    message->frames[socket->next_frame++] = NULL;
    *sender = message->sender;
    socket->has_more = socket->next_frame < message->count;
    if (!socket->has_more) {
        socket->reading = NULL;
        network_message_free(message);
    }
    return content;
}

// MARK: Publishers and subscribers

enum { wish_ends = 0, wish_begins = 1 };

static struct network_wish **find(struct network_wish **place, const void *bytes, size_t size) {
    while (*place != NULL && ((*place)->size != size || memcmp((*place)->bytes, bytes, size) != 0))
        place = &(*place)->next;
    return place;
}

static void add_wish(struct network_wish **place, const void *bytes, size_t size) {
    struct network_wish *wish = network_allocate(sizeof *wish + size);
    wish->count = 1;
    wish->size = size;
    if (size > 0) memcpy(wish->bytes, bytes, size);
    *place = wish;
}

static void remove_wish(struct network_wish **place) {
    struct network_wish *wish = *place;
    *place = wish->next;
    free(wish);
}

/// The message by which a subscriber tells its wish, and a publisher's program is told.
static struct network_message *wish_message(int sender, uint8_t kind, const void *bytes, size_t size) {
    struct network_content *content = network_content_new(1 + size);
    content->bytes[0] = kind;
    if (size > 0) memcpy(content->bytes + 1, bytes, size);
    struct network_message *message = network_message_new(network_sign_message, sender);
    network_message_add(message, content);
    return message;
}

void network_pattern_subscribe(struct network_socket *socket, const void *bytes, size_t size, bool is_wanted) {
    struct network_wish **place = find(&socket->wishes, bytes, size);
    if (is_wanted) {
        if (*place != NULL) (*place)->count++;
        else add_wish(place, bytes, size);
    } else {
        if (*place == NULL || --(*place)->count > 0) return;
        remove_wish(place);
    }
    for (size_t index = 0; index < socket->pipe_count; index++) {
        struct network_pipe *pipe = socket->pipes[index];
        // A new connection is told all wishes.
        if (pipe->link == NULL) continue;
        network_pipe_send(
            pipe, wish_message(socket->process, is_wanted ? wish_begins : wish_ends, bytes, size));
    }
}

static bool does_anybody_want(struct network_socket *socket, const void *bytes, size_t size) {
    for (size_t index = 0; index < socket->pipe_count; index++)
        if (*find(&socket->pipes[index]->wishes, bytes, size) != NULL) return true;
    return false;
}

/// Keeps what a subscriber wants, and tells the program the first and the last wish of a kind.
static void receive_wish(struct network_pipe *pipe, const struct network_message *message) {
    const uint8_t *bytes = message->frames[0]->bytes + 1;
    size_t size = message->frames[0]->size - 1;
    bool begins = message->frames[0]->bytes[0] == wish_begins;
    struct network_wish **place = find(&pipe->wishes, bytes, size);
    if (begins == (*place != NULL)) return;
    bool is_first = begins && !does_anybody_want(pipe->socket, bytes, size);
    if (begins) add_wish(place, bytes, size);
    else remove_wish(place);
    if (is_first || (!begins && !does_anybody_want(pipe->socket, bytes, size)))
        network_pipe_arrive(
            pipe->socket->own, wish_message(message->sender, begins ? wish_begins : wish_ends, bytes, size));
}

void network_pattern_forget(struct network_pipe *pipe) {
    while (pipe->wishes != NULL) {
        struct network_wish *wish = pipe->wishes;
        pipe->wishes = wish->next;
        if (pipe->socket->kind == ZMQ_XPUB && !does_anybody_want(pipe->socket, wish->bytes, wish->size))
            network_pipe_arrive(pipe->socket->own, wish_message(-1, wish_ends, wish->bytes, wish->size));
        free(wish);
    }
}

// MARK: Connections

void network_pattern_attach(struct network_pipe *pipe) {
    struct network_socket *socket = pipe->socket;
    if (socket->welcome != NULL) {
        struct network_message *message = network_message_new(network_sign_message, socket->process);
        socket->welcome->references++;
        network_message_add(message, socket->welcome);
        network_pipe_send(pipe, message);
    }
    if (socket->kind != ZMQ_SUB) return;
    for (struct network_wish *wish = socket->wishes; wish != NULL; wish = wish->next)
        network_pipe_send(pipe, wish_message(socket->process, wish_begins, wish->bytes, wish->size));
}

void network_pattern_receive(struct network_pipe *pipe, struct network_message *message) {
    struct network_socket *socket = pipe->socket;
    struct network_content *first = message->frames[0];
    switch (socket->kind) {
    case ZMQ_XPUB:
        if (first->size == 0 || first->bytes[0] > wish_begins) break;
        receive_wish(pipe, message);
        return network_message_free(message);
    case ZMQ_SUB:
        if (!is_wanted(socket->wishes, first)) return network_message_free(message);
        if (socket->options.is_conflated && pipe->arrived.first != NULL) {
            // The newest takes the place of the one that nobody has read.
            network_message_free(network_queue_take(&pipe->arrived));
            return network_queue_add(&pipe->arrived, message);
        }
        break;
    default: break;
    }
    network_pipe_arrive(pipe, message);
}
