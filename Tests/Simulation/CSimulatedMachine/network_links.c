#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "network.h"

// Connections between processes: their making, delays, faults and ends.

static const int64_t millisecond = 1000 * 1000;

static struct kopilka_network_faults faults = {.least = 20 * 1000, .most = 200 * 1000};
static struct kopilka_network_counts counts;
static struct network_link *links;
static uint32_t link_count;
static struct network_listener *listeners;
static struct network_dialer *dialers;

/// Two processes that cannot connect for some time.
struct cut {
    struct cut *next;
    int one, other;
    int64_t until;
};

static struct cut *cuts;

void kopilka_network_set(struct kopilka_network_faults given) { faults = given; }

struct kopilka_network_counts kopilka_network_count(void) { return counts; }

static int64_t between(int64_t least, int64_t most) {
    return most <= least ? least : least + (int64_t)sim_below((uint64_t)(most - least) + 1);
}

static int64_t delay(void) {
    if (faults.slow_one_in > 0 && sim_below(faults.slow_one_in) == 0) return between(faults.most, faults.slowest);
    return between(faults.least, faults.most);
}

// MARK: Wires

static void free_if_done(struct network_link *link) {
    for (int side = 0; side < 2; side++)
        if (link->sides[side].is_open || link->sides[side].incoming.is_armed) return;
    for (int side = 0; side < 2; side++) network_queue_clear(&link->sides[side].incoming.under_way);
    if (link->previous == NULL) links = link->next;
    else link->previous->next = link->next;
    if (link->next != NULL) link->next->previous = link->previous;
    free(link->endpoint);
    free(link);
}

static void deliver(struct network_link *link, int side, struct network_message *message);

static void arrive(void *argument) {
    struct network_wire *wire = argument;
    struct network_link *link = wire->link;
    int to = wire->to;
    // The wire stays armed meanwhile, so that nothing frees the link.
    while (wire->under_way.first != NULL && wire->under_way.first->when <= sim_now()) {
        struct network_message *message = network_queue_take(&wire->under_way);
        if (message->sign == network_sign_message || message->sign == network_sign_break) wire->messages--;
        deliver(link, to, message);
        // What has arrived takes no room of the sender, unless the receiver has too much already.
        network_pipe_note_room(link->sides[1 - to].pipe);
    }
    if (wire->under_way.first != NULL) return sim_at(wire->under_way.first->when, arrive, wire);
    wire->is_armed = false;
    free_if_done(link);
}

void network_link_carry(struct network_link *link, int to, struct network_message *message) {
    struct network_wire *wire = &link->sides[to].incoming;
    int64_t when = sim_now() + delay();
    wire->latest = when < wire->latest ? wire->latest : when;
    message->when = wire->latest;
    if (message->sign == network_sign_message) {
        wire->messages++;
        bool is_broken = faults.break_one_in > 0 && sim_below(faults.break_one_in) == 0;
        if (is_broken) message->sign = network_sign_break;
    }
    network_queue_add(&wire->under_way, message);
    if (wire->is_armed) return;
    wire->is_armed = true;
    sim_at(message->when, arrive, wire);
}

// MARK: Making connections

static bool is_cut(int one, int other) {
    for (struct cut **place = &cuts; *place != NULL;) {
        struct cut *cut = *place;
        if (cut->until <= sim_now()) {
            *place = cut->next;
            free(cut);
            continue;
        }
        if ((cut->one == one && cut->other == other) || (cut->one == other && cut->other == one)) return true;
        place = &cut->next;
    }
    return false;
}

static struct network_listener *listener_at(const char *endpoint) {
    for (struct network_listener *listener = listeners; listener != NULL; listener = listener->next)
        if (strcmp(listener->endpoint, endpoint) == 0) return listener;
    return NULL;
}

static void attempt(void *argument);

/// Asks for the next attempt, after the pause that libzmq would make: twice as long as the last, and a bit of chance.
static void retry(struct network_dialer *dialer) {
    struct network_options *options = &dialer->socket->options;
    if (options->reconnect < 0) return;
    if (dialer->interval == 0) dialer->interval = options->reconnect;
    int pause = dialer->interval;
    if (options->reconnect > 0) pause += (int)sim_below((uint64_t)options->reconnect);
    if (options->longest_reconnect > options->reconnect) {
        int64_t twice = (int64_t)dialer->interval * 2;
        dialer->interval = twice > options->longest_reconnect ? options->longest_reconnect : (int)twice;
    }
    network_monitor_tell(dialer->socket, ZMQ_EVENT_CONNECT_RETRIED, (uint32_t)pause, dialer->endpoint);
    dialer->is_timed = true;
    // At least the time of a message, or nothing else would ever happen at a pause of zero.
    sim_at(sim_now() + pause * millisecond + delay(), attempt, dialer);
}

static void attempt(void *argument) {
    struct network_dialer *dialer = argument;
    dialer->is_timed = false;
    if (dialer->is_closed) return free(dialer);
    struct network_socket *socket = dialer->socket;
    struct network_listener *listener = listener_at(dialer->endpoint);
    if (listener == NULL || is_cut(socket->process, listener->socket->process)) {
        network_monitor_tell(socket, ZMQ_EVENT_CLOSED, 0, dialer->endpoint);
        return retry(dialer);
    }
    struct network_link *link = network_allocate(sizeof *link);
    link->number = ++link_count;
    link->endpoint = strdup(dialer->endpoint);
    if (link->endpoint == NULL) abort();
    link->next = links;
    if (links != NULL) links->previous = link;
    links = link;
    struct network_socket *sockets[2] = {socket, listener->socket};
    for (int side = 0; side < 2; side++) {
        link->sides[side].socket = sockets[side];
        link->sides[side].process = sockets[side]->process;
        link->sides[side].is_open = true;
        link->sides[side].incoming.link = link;
        link->sides[side].incoming.to = side;
    }
    link->sides[0].dialer = dialer;
    dialer->link = link;
    dialer->interval = 0;
    network_monitor_tell(socket, ZMQ_EVENT_CONNECTED, link->number, link->endpoint);
    network_monitor_tell(listener->socket, ZMQ_EVENT_ACCEPTED, link->number, link->endpoint);
    for (int side = 0; side < 2; side++)
        network_link_carry(link, side, network_message_new(network_sign_ready, sockets[1 - side]->process));
}

// MARK: The ends of connections

/// A side is not there any more. Its pipe has no peer.
static struct network_dialer *leave(struct network_link *link, int number) {
    struct network_side *side = &link->sides[number];
    struct network_dialer *dialer = side->dialer;
    struct network_pipe *pipe = side->pipe;
    side->is_open = false;
    side->pipe = NULL;
    side->dialer = NULL;
    side->socket = NULL;
    if (dialer != NULL) dialer->link = NULL;
    if (pipe != NULL) {
        pipe->link = NULL;
        if (dialer == NULL) network_pipe_detach(pipe);
    }
    return dialer;
}

/// A side sees the end of the connection.
static void end(struct network_link *link, int number, bool is_final) {
    struct network_socket *socket = link->sides[number].socket;
    if (!link->sides[number].is_open) return;
    if (link->sides[number].pipe == NULL)
        network_monitor_tell(socket, ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL, EPIPE, link->endpoint);
    network_monitor_tell(socket, ZMQ_EVENT_DISCONNECTED, link->number, link->endpoint);
    struct network_dialer *dialer = leave(link, number);
    if (dialer != NULL && !is_final) retry(dialer);
    // It may wait for room that it will find elsewhere, or never.
    network_wake(socket);
}

/// Loses all that is under way.
static void break_link(struct network_link *link) {
    counts.breaks++;
    for (int side = 0; side < 2; side++) {
        network_queue_clear(&link->sides[side].incoming.under_way);
        link->sides[side].incoming.messages = 0;
    }
    end(link, 0, false);
    end(link, 1, false);
}

void network_link_close(struct network_link *link, int side) {
    if (!link->sides[side].is_open) return;
    int process = link->sides[side].process;
    leave(link, side);
    if (link->sides[1 - side].is_open)
        network_link_carry(link, 1 - side, network_message_new(network_sign_end, process));
    free_if_done(link);
}

void kopilka_network_cut(int one, int other, int64_t until) {
    struct cut *cut = network_allocate(sizeof *cut);
    *cut = (struct cut){cuts, one, other, until};
    cuts = cut;
    for (struct network_link *link = links, *next; link != NULL; link = next) {
        next = link->next;
        int first = link->sides[0].process, second = link->sides[1].process;
        if (!((first == one && second == other) || (first == other && second == one))) continue;
        break_link(link);
        free_if_done(link);
    }
}

// MARK: Arrivals

static void note(const struct network_message *message, int receiver) {
    counts.messages++;
    counts.bytes += message->bytes;
    sim_note((uint64_t)message->sender);
    sim_note((uint64_t)receiver);
    sim_note(message->bytes);
    for (uint32_t index = 0; index < message->count; index++)
        sim_note_bytes(message->frames[index]->bytes, message->frames[index]->size);
}

static void make_ready(struct network_link *link, int number) {
    struct network_side *side = &link->sides[number];
    struct network_pipe *pipe = side->dialer != NULL ? side->dialer->pipe : network_pipe_new(side->socket, NULL);
    side->pipe = pipe;
    pipe->link = link;
    pipe->side = number;
    if (number == 0) counts.connections++;
    network_monitor_tell(side->socket, ZMQ_EVENT_HANDSHAKE_SUCCEEDED, 0, link->endpoint);
    network_pattern_attach(pipe);
    struct network_message *message;
    while ((message = network_queue_take(&pipe->unsent)) != NULL) network_link_carry(link, 1 - number, message);
    network_wake(side->socket);
}

static bool is_too_long(const struct network_message *message, int64_t limit) {
    if (limit < 0) return false;
    for (uint32_t index = 0; index < message->count; index++)
        if (message->frames[index]->size > (uint64_t)limit) return true;
    return false;
}

static void deliver(struct network_link *link, int number, struct network_message *message) {
    struct network_side *side = &link->sides[number];
    if (!side->is_open) return network_message_free(message);
    switch (message->sign) {
    case network_sign_ready: make_ready(link, number); break;
    case network_sign_end: end(link, number, false); break;
    case network_sign_break: break_link(link); break;
    case network_sign_message:
        if (is_too_long(message, side->socket->options.longest_frame)) {
            // An error of the protocol: libzmq does not connect to such a peer again.
            int process = side->process;
            end(link, number, true);
            network_link_carry(link, 1 - number, network_message_new(network_sign_end, process));
            break;
        }
        note(message, side->process);
        return network_pattern_receive(side->pipe, message);
    }
    network_message_free(message);
}

bool network_pipe_has_room(struct network_pipe *pipe) {
    struct network_options *options = &pipe->socket->options;
    if (pipe->link == NULL && (pipe->dialer == NULL || options->is_immediate)) return false;
    if (options->send_limit == 0) return true;
    size_t used = pipe->unsent.count;
    if (pipe->link != NULL) {
        struct network_side *peer = &pipe->link->sides[1 - pipe->side];
        used += peer->incoming.messages;
        // What the peer does not take any more stays on this side.
        if (peer->pipe != NULL && peer->socket->options.receive_limit > 0) {
            size_t taken = (size_t)peer->socket->options.receive_limit;
            if (peer->pipe->arrived.count > taken) used += peer->pipe->arrived.count - taken;
        }
    }
    if (used < (size_t)options->send_limit) return true;
    pipe->is_missed = true;
    return false;
}

void network_pipe_note_room(struct network_pipe *pipe) {
    if (pipe == NULL || !pipe->is_missed) return;
    pipe->is_missed = false;
    network_wake(pipe->socket);
}

void network_pipe_send(struct network_pipe *pipe, struct network_message *message) {
    if (pipe->link != NULL) network_link_carry(pipe->link, 1 - pipe->side, message);
    else network_queue_add(&pipe->unsent, message);
}

// MARK: Endpoints

bool network_endpoint_check(const char *endpoint) {
    static const char scheme[] = "ipc://";
    if (strncmp(endpoint, scheme, sizeof scheme - 1) != 0) network_refuse("an endpoint other than ipc", endpoint);
    size_t length = strlen(endpoint) - (sizeof scheme - 1);
    errno = length == 0 ? EINVAL : ENAMETOOLONG;
    return length > 0 && length <= 107;
}

int network_listen(struct network_socket *socket, const char *endpoint) {
    // The sockets of dead processes have left.
    if (listener_at(endpoint) != NULL) {
        errno = EADDRINUSE;
        network_monitor_tell(socket, ZMQ_EVENT_BIND_FAILED, EADDRINUSE, endpoint);
        return -1;
    }
    struct network_listener *listener = network_allocate(sizeof *listener);
    *listener = (struct network_listener){listeners, socket, strdup(endpoint), socket->options.descriptor};
    if (listener->endpoint == NULL) abort();
    socket->options.descriptor = -1;
    listeners = listener;
    network_monitor_tell(socket, ZMQ_EVENT_LISTENING, 0, endpoint);
    return 0;
}

static void free_listener(struct network_listener **place) {
    struct network_listener *listener = *place;
    *place = listener->next;
    if (listener->descriptor >= 0) close(listener->descriptor);
    network_monitor_tell(listener->socket, ZMQ_EVENT_CLOSED, 0, listener->endpoint);
    free(listener->endpoint);
    free(listener);
}

int network_unlisten(struct network_socket *socket, const char *endpoint) {
    for (struct network_listener **place = &listeners; *place != NULL; place = &(*place)->next) {
        if ((*place)->socket != socket || strcmp((*place)->endpoint, endpoint) != 0) continue;
        free_listener(place);
        // The connections that it took end with it.
        for (struct network_link *link = links, *next; link != NULL; link = next) {
            next = link->next;
            if (link->sides[1].socket == socket && strcmp(link->endpoint, endpoint) == 0) network_link_close(link, 1);
        }
        return 0;
    }
    errno = ENOENT;
    return -1;
}

void network_dial(struct network_socket *socket, const char *endpoint) {
    struct network_dialer *dialer = network_allocate(sizeof *dialer);
    dialer->next = dialers;
    dialers = dialer;
    dialer->socket = socket;
    dialer->endpoint = strdup(endpoint);
    if (dialer->endpoint == NULL) abort();
    dialer->pipe = network_pipe_new(socket, dialer);
    dialer->is_timed = true;
    sim_at(sim_now() + delay(), attempt, dialer);
}

static void free_dialer(struct network_dialer **place) {
    struct network_dialer *dialer = *place;
    *place = dialer->next;
    struct network_pipe *pipe = dialer->pipe;
    if (dialer->link != NULL) network_link_close(dialer->link, 0);
    network_pipe_detach(pipe);
    free(dialer->endpoint);
    dialer->is_closed = true;
    // Otherwise the world still calls `attempt` with it.
    if (!dialer->is_timed) free(dialer);
}

int network_hang_up(struct network_socket *socket, const char *endpoint) {
    for (struct network_dialer **place = &dialers; *place != NULL; place = &(*place)->next) {
        if ((*place)->socket != socket || strcmp((*place)->endpoint, endpoint) != 0) continue;
        free_dialer(place);
        return 0;
    }
    errno = ENOENT;
    return -1;
}

void network_links_leave(struct network_socket *socket) {
    for (struct network_listener **place = &listeners; *place != NULL;) {
        if ((*place)->socket == socket) free_listener(place);
        else place = &(*place)->next;
    }
    for (struct network_dialer **place = &dialers; *place != NULL;) {
        if ((*place)->socket == socket) free_dialer(place);
        else place = &(*place)->next;
    }
    for (struct network_link *link = links, *next; link != NULL; link = next) {
        next = link->next;
        // A socket may be at both ends.
        bool is_at[2] = {link->sides[0].socket == socket, link->sides[1].socket == socket};
        if (is_at[0] && is_at[1]) network_link_close(link, 0);
        if (is_at[1]) network_link_close(link, 1);
        else if (is_at[0]) network_link_close(link, 0);
    }
}
