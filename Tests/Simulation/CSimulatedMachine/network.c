#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"

// The functions of libzmq that move messages and wait for them; and the library's own.

// MARK: Sending

/// Waits until the message that begins so can be sent. Returns -1 when it cannot.
static int begin(struct network_socket *socket, const void *bytes, size_t size, int flags) {
    if (socket->is_sending) return 0;
    while (network_pattern_choose(socket, bytes, size, (flags & ZMQ_SNDMORE) != 0) != 0) {
        if (errno != EAGAIN || (flags & ZMQ_DONTWAIT) != 0) return -1;
        sim_block(INT64_MAX);
        if (socket->context->is_shut) {
            errno = ETERM;
            return -1;
        }
    }
    return 0;
}

int zmq_msg_send(zmq_msg_t *message, void *pointer, int flags) {
    sim_yield();
    struct network_socket *socket = network_socket_usable(pointer);
    if (socket == NULL) return -1;
    size_t size = zmq_msg_size(message);
    if (begin(socket, zmq_msg_data(message), size, flags) != 0) return -1;
    network_pattern_put(socket, network_frame_take(message), (flags & ZMQ_SNDMORE) != 0);
    return (int)size;
}

int zmq_send(void *pointer, const void *bytes, size_t size, int flags) {
    sim_yield();
    struct network_socket *socket = network_socket_usable(pointer);
    if (socket == NULL || begin(socket, bytes, size, flags) != 0) return -1;
    network_pattern_put(socket, network_content_copy(bytes, size), (flags & ZMQ_SNDMORE) != 0);
    return (int)size;
}

// MARK: Receiving

static struct network_content *next_content(struct network_socket *socket, int flags, int *sender) {
    struct network_content *content;
    while ((content = network_pattern_take(socket, sender)) == NULL) {
        errno = EAGAIN;
        if ((flags & ZMQ_DONTWAIT) != 0) return NULL;
        sim_block(INT64_MAX);
        errno = ETERM;
        if (socket->context->is_shut) return NULL;
    }
    return content;
}

int zmq_msg_recv(zmq_msg_t *message, void *pointer, int flags) {
    struct network_socket *socket = network_socket_usable(pointer);
    if (socket == NULL) return -1;
    int sender;
    struct network_content *content = next_content(socket, flags, &sender);
    if (content == NULL) return -1;
    size_t size = content->size;
    network_frame_fill(message, content, socket->has_more, sender);
    return (int)size;
}

int zmq_recv(void *pointer, void *bytes, size_t room, int flags) {
    struct network_socket *socket = network_socket_usable(pointer);
    if (socket == NULL) return -1;
    int sender;
    struct network_content *content = next_content(socket, flags, &sender);
    if (content == NULL) return -1;
    size_t size = content->size;
    size_t count = size < room ? size : room;
    if (count > 0) memcpy(bytes, content->bytes, count);
    network_content_free(content);
    return (int)size;
}

// MARK: Waiting

/// Looks at all items. Returns the number of those that are ready, -1 for one that cannot be.
static int look(zmq_pollitem_t *items, int count) {
    int ready = 0;
    for (int index = 0; index < count; index++) {
        zmq_pollitem_t *item = &items[index];
        item->revents = 0;
        if (item->socket == NULL) {
            if ((item->events & ~ZMQ_POLLIN) != 0) network_refuse("writing to a descriptor", "zmq_poll");
            // Asked even when nothing else is, so that the thread is woken.
            if (item->events != 0 && sim_pipe_is_readable(item->fd, sim_self())) item->revents = ZMQ_POLLIN;
        } else {
            struct network_socket *socket = network_socket_usable(item->socket);
            if (socket == NULL) return -1;
            if ((item->events & ZMQ_POLLIN) != 0 && network_pattern_is_readable(socket)) item->revents |= ZMQ_POLLIN;
            if ((item->events & ZMQ_POLLOUT) != 0 && network_pattern_is_writable(socket))
                item->revents |= ZMQ_POLLOUT;
        }
        ready += item->revents != 0;
    }
    return ready;
}

int zmq_poll(zmq_pollitem_t *items, int count, long milliseconds) {
    if (milliseconds == 0) sim_yield();
    int64_t deadline = INT64_MAX;
    if (milliseconds >= 0 && milliseconds < INT64_MAX / 1000000 / 2) deadline = sim_now() + milliseconds * 1000000;
    while (true) {
        int ready = look(items, count);
        if (ready != 0 || sim_now() >= deadline) return ready;
        sim_block(deadline);
    }
}

// MARK: The library

int zmq_errno(void) { return errno; }

const char *zmq_strerror(int number) {
    switch (number) {
    case EFSM: return "Operation cannot be accomplished in current state";
    case ENOCOMPATPROTO: return "The protocol is not compatible with the socket type";
    case ETERM: return "Context was terminated";
    case EMTHREAD: return "No thread available";
    case EHOSTUNREACH: return "Host unreachable";
    default: return strerror(number);
    }
}

void zmq_version(int *major, int *minor, int *patch) {
    *major = 4;
    *minor = 3;
    *patch = 4;
}

int zmq_has(const char *capability) { return strcmp(capability, "ipc") == 0 || strcmp(capability, "curve") == 0; }

int zmq_curve_keypair(char *public_key, char *secret_key) {
    (void)public_key;
    (void)secret_key;
    network_refuse("encryption", "zmq_curve_keypair");
}

int zmq_curve_public(char *public_key, const char *secret_key) {
    (void)public_key;
    (void)secret_key;
    network_refuse("encryption", "zmq_curve_public");
}
