#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "network.h"

// Sockets, their pipes and options. The calls that move messages are in network.c.

enum { living = 0x736f636b, dead = 0x64656164, most_sockets = 1023, usual_limit = 1000, usual_reconnect = 100 };

/// The sockets that live, in the order in which they were made.
struct network_socket *network_sockets;
static struct network_socket *newest;
/// What killed processes have left. Objects that outlive their process in the real one may still close it.
static struct network_socket *left;

// MARK: Contexts

void *zmq_ctx_new(void) {
    struct network_context *context = network_allocate(sizeof *context);
    context->most_sockets = most_sockets;
    return context;
}

int zmq_ctx_set(void *pointer, int option, int value) {
    struct network_context *context = pointer;
    if (option == ZMQ_MAX_SOCKETS) context->most_sockets = (size_t)value;
    return 0;
}

int zmq_ctx_shutdown(void *pointer) {
    struct network_context *context = pointer;
    context->is_shut = true;
    for (struct network_socket *socket = network_sockets; socket != NULL; socket = socket->next)
        if (socket->context == context) network_wake(socket);
    return 0;
}

int zmq_ctx_term(void *pointer) {
    struct network_context *context = pointer;
    zmq_ctx_shutdown(context);
    context->is_ended = true;
    if (context->sockets == 0) free(context);
    return 0;
}

static void leave_context(struct network_socket *socket) {
    struct network_context *context = socket->context;
    socket->context = NULL;
    if (--context->sockets == 0 && context->is_ended) free(context);
}

// MARK: Pipes

void network_wake(const struct network_socket *socket) {
    if (sim_lives(socket->process)) sim_wake(socket->thread);
}

struct network_pipe *network_pipe_new(struct network_socket *socket, struct network_dialer *dialer) {
    struct network_pipe *pipe = network_allocate(sizeof *pipe);
    pipe->socket = socket;
    pipe->dialer = dialer;
    pipe->is_attached = true;
    pipe->number = socket->next_number++;
    if (socket->pipe_count == socket->pipe_room) {
        socket->pipe_room = socket->pipe_room * 2 + 4;
        socket->pipes = realloc(socket->pipes, socket->pipe_room * sizeof *socket->pipes);
        if (socket->pipes == NULL) abort();
    }
    socket->pipes[socket->pipe_count++] = pipe;
    return pipe;
}

static void free_pipe(struct network_pipe *pipe) {
    network_queue_clear(&pipe->arrived);
    network_queue_clear(&pipe->unsent);
    free(pipe);
}

void network_pipe_detach(struct network_pipe *pipe) {
    struct network_socket *socket = pipe->socket;
    size_t index = 0;
    while (socket->pipes[index] != pipe) index++;
    socket->pipe_count--;
    memmove(&socket->pipes[index], &socket->pipes[index + 1], (socket->pipe_count - index) * sizeof pipe);
    pipe->is_attached = false;
    pipe->dialer = NULL;
    if (socket->target == pipe) socket->target = NULL;
    network_queue_clear(&pipe->unsent);
    network_pattern_forget(pipe);
    if (!pipe->is_ready) free_pipe(pipe);
}

void network_pipe_arrive(struct network_pipe *pipe, struct network_message *message) {
    struct network_socket *socket = pipe->socket;
    network_queue_add(&pipe->arrived, message);
    if (!pipe->is_ready) {
        pipe->is_ready = true;
        pipe->next_ready = NULL;
        if (socket->last_ready == NULL) socket->first_ready = pipe;
        else socket->last_ready->next_ready = pipe;
        socket->last_ready = pipe;
    }
    network_wake(socket);
}

// MARK: The life of a socket

void *zmq_socket(void *pointer, int kind) {
    struct network_context *context = pointer;
    if (kind != ZMQ_ROUTER && kind != ZMQ_DEALER && kind != ZMQ_XPUB && kind != ZMQ_SUB && kind != ZMQ_PAIR)
        network_refuse("a socket of another kind than router, dealer, xpub, sub and pair", "zmq_socket");
    if (context->is_shut || context->sockets >= context->most_sockets) {
        errno = context->is_shut ? ETERM : EMFILE;
        return NULL;
    }
    struct network_socket *socket = network_allocate(sizeof *socket);
    context->sockets++;
    socket->mark = living;
    socket->context = context;
    socket->kind = kind;
    socket->process = sim_process();
    socket->thread = sim_self();
    socket->options = (struct network_options){
        .send_limit = usual_limit, .receive_limit = usual_limit, .reconnect = usual_reconnect, .longest_frame = -1,
        .descriptor = -1};
    socket->first_number = socket->next_number = (uint32_t)sim_random();
    socket->own = network_allocate(sizeof *socket->own);
    socket->own->socket = socket;
    socket->own->is_attached = true;
    socket->previous = newest;
    if (newest == NULL) network_sockets = socket;
    else newest->next = socket;
    newest = socket;
    return socket;
}

void network_socket_empty(struct network_socket *socket) {
    network_links_leave(socket);
    network_monitor_stop(socket);
    if (socket->watched != NULL) {
        // Nobody reads the events any more.
        network_queue_clear(&socket->watched->monitor.early);
        free(socket->watched->monitor.endpoint);
        socket->watched->monitor = (struct network_monitor){0};
        socket->watched = NULL;
    }
    // All pipes are detached by now; those that remain have something to read.
    while (socket->first_ready != NULL) {
        struct network_pipe *pipe = socket->first_ready;
        socket->first_ready = pipe->next_ready;
        if (pipe != socket->own) free_pipe(pipe);
    }
    socket->last_ready = NULL;
    free_pipe(socket->own);
    network_message_free(socket->sending);
    network_message_free(socket->reading);
    while (socket->wishes != NULL) {
        struct network_wish *wish = socket->wishes;
        socket->wishes = wish->next;
        free(wish);
    }
    network_content_free(socket->welcome);
    free(socket->pipes);
    free(socket->last_endpoint);
    if (socket->previous == NULL) network_sockets = socket->next;
    else socket->previous->next = socket->next;
    if (socket->next == NULL) newest = socket->previous;
    else socket->next->previous = socket->previous;
}

int zmq_close(void *pointer) {
    struct network_socket *socket = pointer;
    if (socket != NULL && socket->mark == dead) {
        for (struct network_socket **place = &left; *place != NULL; place = &(*place)->next) {
            if (*place != socket) continue;
            *place = socket->next;
            leave_context(socket);
            socket->mark = 0;
            free(socket);
            return 0;
        }
    }
    if (socket == NULL || socket->mark != living) {
        errno = ENOTSOCK;
        return -1;
    }
    network_socket_empty(socket);
    leave_context(socket);
    socket->mark = 0;
    free(socket);
    return 0;
}

void sim_network_forget(int process) {
    for (struct network_socket *socket = network_sockets, *next; socket != NULL; socket = next) {
        next = socket->next;
        if (socket->process != process) continue;
        // One that was given and never bound stays the program's, but not a dead one's.
        if (socket->options.descriptor >= 0) close(socket->options.descriptor);
        network_socket_empty(socket);
        struct network_socket *rest = left;
        *socket = (struct network_socket){
            .mark = dead, .next = rest, .context = socket->context, .kind = socket->kind, .process = process};
        left = socket;
    }
}

struct network_socket *network_socket_usable(void *pointer) {
    struct network_socket *socket = pointer;
    errno = ENOTSOCK;
    if (socket == NULL || socket->mark != living) return NULL;
    errno = ETERM;
    return socket->context->is_shut ? NULL : socket;
}

// MARK: Options

static int integer(const void *value, size_t size) {
    int number;
    if (size != sizeof number) network_refuse("an option of this size", "zmq_setsockopt");
    memcpy(&number, value, sizeof number);
    return number;
}

int zmq_setsockopt(void *pointer, int option, const void *value, size_t size) {
    struct network_socket *socket = network_socket_usable(pointer);
    if (socket == NULL) return -1;
    struct network_options *options = &socket->options;
    errno = EINVAL;
    switch (option) {
    case ZMQ_SNDHWM: options->send_limit = integer(value, size); return 0;
    case ZMQ_RCVHWM: options->receive_limit = integer(value, size); return 0;
    case ZMQ_RECONNECT_IVL: options->reconnect = integer(value, size); return 0;
    case ZMQ_RECONNECT_IVL_MAX: options->longest_reconnect = integer(value, size); return 0;
    case ZMQ_IMMEDIATE: options->is_immediate = integer(value, size) != 0; return 0;
    case ZMQ_CONFLATE: options->is_conflated = integer(value, size) != 0; return 0;
    case ZMQ_USE_FD: options->descriptor = integer(value, size); return 0;
    case ZMQ_ROUTER_MANDATORY:
        if (socket->kind != ZMQ_ROUTER) return -1;
        options->is_mandatory = integer(value, size) != 0;
        return 0;
    case ZMQ_MAXMSGSIZE:
        if (size != sizeof options->longest_frame) return -1;
        memcpy(&options->longest_frame, value, size);
        return 0;
    case ZMQ_SUBSCRIBE:
    case ZMQ_UNSUBSCRIBE:
        if (socket->kind != ZMQ_SUB) return -1;
        network_pattern_subscribe(socket, value, size, option == ZMQ_SUBSCRIBE);
        return 0;
    case ZMQ_XPUB_WELCOME_MSG:
        if (socket->kind != ZMQ_XPUB) return -1;
        network_content_free(socket->welcome);
        socket->welcome = size == 0 ? NULL : network_content_copy(value, size);
        return 0;
    // Nothing lingers; what is about real connections has no meaning here.
    case ZMQ_LINGER:
    case ZMQ_BACKLOG:
    case ZMQ_HANDSHAKE_IVL:
    case ZMQ_HEARTBEAT_IVL:
    case ZMQ_HEARTBEAT_TIMEOUT:
    case ZMQ_HEARTBEAT_TTL:
    case ZMQ_CONNECT_TIMEOUT:
    case ZMQ_IPC_FILTER_UID:
    case ZMQ_IPV6: return 0;
    default: network_refuse("an option", "zmq_setsockopt");
    }
}

static int give(void *value, size_t *size, const void *bytes, size_t count) {
    if (*size < count) {
        errno = EINVAL;
        return -1;
    }
    memcpy(value, bytes, count);
    *size = count;
    return 0;
}

int zmq_getsockopt(void *pointer, int option, void *value, size_t *size) {
    struct network_socket *socket = network_socket_usable(pointer);
    if (socket == NULL) return -1;
    int number = 0;
    switch (option) {
    case ZMQ_EVENTS:
        number = (network_pattern_is_readable(socket) ? ZMQ_POLLIN : 0)
            | (network_pattern_is_writable(socket) ? ZMQ_POLLOUT : 0);
        break;
    case ZMQ_RCVMORE: number = socket->has_more; break;
    case ZMQ_TYPE: number = socket->kind; break;
    case ZMQ_LAST_ENDPOINT: {
        const char *text = socket->last_endpoint == NULL ? "" : socket->last_endpoint;
        return give(value, size, text, strlen(text) + 1);
    }
    default: network_refuse("an option", "zmq_getsockopt");
    }
    return give(value, size, &number, sizeof number);
}

// MARK: Endpoints

static void keep_endpoint(struct network_socket *socket, const char *endpoint) {
    char *copy = strdup(endpoint);
    if (copy == NULL) abort();
    free(socket->last_endpoint);
    socket->last_endpoint = copy;
}

int zmq_bind(void *pointer, const char *endpoint) {
    struct network_socket *socket = network_socket_usable(pointer);
    if (socket == NULL || !network_endpoint_check(endpoint)) return -1;
    if (socket->kind == ZMQ_SUB || socket->kind == ZMQ_PAIR) network_refuse("such a listener", endpoint);
    if (network_listen(socket, endpoint) != 0) return -1;
    keep_endpoint(socket, endpoint);
    return 0;
}

int zmq_connect(void *pointer, const char *endpoint) {
    struct network_socket *socket = network_socket_usable(pointer);
    if (socket == NULL) return -1;
    if (socket->kind == ZMQ_PAIR) {
        if (!network_monitor_connect(socket, endpoint)) network_refuse("a pair that reads no monitor", endpoint);
    } else {
        if (!network_endpoint_check(endpoint)) return -1;
        if (socket->kind == ZMQ_ROUTER || socket->kind == ZMQ_XPUB) network_refuse("such a connection", endpoint);
        network_dial(socket, endpoint);
    }
    keep_endpoint(socket, endpoint);
    return 0;
}

int zmq_unbind(void *pointer, const char *endpoint) {
    struct network_socket *socket = network_socket_usable(pointer);
    return socket == NULL ? -1 : network_unlisten(socket, endpoint);
}

int zmq_disconnect(void *pointer, const char *endpoint) {
    struct network_socket *socket = network_socket_usable(pointer);
    return socket == NULL ? -1 : network_hang_up(socket, endpoint);
}

int zmq_socket_monitor(void *pointer, const char *endpoint, int events) {
    struct network_socket *socket = network_socket_usable(pointer);
    if (socket == NULL) return -1;
    network_monitor_stop(socket);
    if (endpoint == NULL) return 0;
    for (struct network_socket *other = network_sockets; other != NULL; other = other->next) {
        const char *taken = other->context == socket->context ? other->monitor.endpoint : NULL;
        if (taken == NULL || strcmp(taken, endpoint) != 0) continue;
        errno = EADDRINUSE;
        return -1;
    }
    socket->monitor.events = events;
    socket->monitor.endpoint = strdup(endpoint);
    if (socket->monitor.endpoint == NULL) abort();
    return 0;
}
