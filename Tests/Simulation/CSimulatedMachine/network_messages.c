#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "network.h"

// Frames and messages. A frame of the program (zmq_msg_t) refers to a content; so do messages under way.

enum { frame_mark = 0x6672616d, process_identifier_base = 1000 };

/// What a zmq_msg_t holds.
struct frame {
    struct network_content *content;
    /// The process that sent it as libzmq reports it; NULL for a frame that was not received from a peer.
    const char *peer_address;
    uint32_t mark;
    uint32_t has_more;
};

_Static_assert(sizeof(struct frame) <= sizeof(zmq_msg_t), "a frame fits into libzmq's");

void *network_allocate(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL) abort();
    return memory;
}

void network_refuse(const char *what, const char *about) {
    fprintf(stderr, "The simulated network does not know %s (%s).\n", what, about);
    abort();
}

// MARK: Contents

struct network_content *network_content_new(size_t size) {
    struct network_content *content = malloc(sizeof *content + size);
    if (content == NULL) abort();
    *content = (struct network_content){.references = 1, .size = size, .bytes = (uint8_t *)(content + 1)};
    return content;
}

struct network_content *network_content_copy(const void *bytes, size_t size) {
    struct network_content *content = network_content_new(size);
    if (size > 0) memcpy(content->bytes, bytes, size);
    return content;
}

void network_content_free(struct network_content *content) {
    if (content == NULL || --content->references > 0) return;
    if (content->release != NULL) content->release(content->bytes, content->hint);
    free(content);
}

// MARK: Messages

struct network_message *network_message_new(enum network_sign sign, int sender) {
    struct network_message *message = malloc(sizeof *message);
    if (message == NULL) abort();
    *message = (struct network_message){.sign = sign, .sender = sender, .room = network_few_frames};
    message->frames = message->few;
    return message;
}

void network_message_add(struct network_message *message, struct network_content *content) {
    if (message->count == message->room) {
        size_t room = message->room * 2;
        struct network_content **frames = network_allocate(room * sizeof *frames);
        memcpy(frames, message->frames, message->count * sizeof *frames);
        if (message->frames != message->few) free(message->frames);
        message->frames = frames;
        message->room = (uint32_t)room;
    }
    message->frames[message->count++] = content;
    message->bytes += content->size;
}

struct network_message *network_message_share(const struct network_message *message) {
    struct network_message *other = network_message_new(message->sign, message->sender);
    for (uint32_t index = 0; index < message->count; index++) {
        message->frames[index]->references++;
        network_message_add(other, message->frames[index]);
    }
    return other;
}

void network_message_free(struct network_message *message) {
    if (message == NULL) return;
    // The frames that were received are gone from it.
    for (uint32_t index = 0; index < message->count; index++) network_content_free(message->frames[index]);
    if (message->frames != message->few) free(message->frames);
    free(message);
}

void network_queue_add(struct network_queue *queue, struct network_message *message) {
    message->next = NULL;
    if (queue->last == NULL) queue->first = message;
    else queue->last->next = message;
    queue->last = message;
    queue->count++;
}

struct network_message *network_queue_take(struct network_queue *queue) {
    struct network_message *message = queue->first;
    if (message == NULL) return NULL;
    queue->first = message->next;
    if (queue->first == NULL) queue->last = NULL;
    queue->count--;
    message->next = NULL;
    return message;
}

void network_queue_clear(struct network_queue *queue) {
    struct network_message *message;
    while ((message = network_queue_take(queue)) != NULL) network_message_free(message);
}

// MARK: Frames

/// The address of a process. It lives as long as the world, because frames refer to it.
static const char *address_of(int process) {
    static char **addresses;
    static int room;
    if (process < 0) return NULL;
    if (process >= room) {
        int larger = process * 2 + 16;
        addresses = realloc(addresses, (size_t)larger * sizeof *addresses);
        if (addresses == NULL) abort();
        memset(addresses + room, 0, (size_t)(larger - room) * sizeof *addresses);
        room = larger;
    }
    if (addresses[process] == NULL) {
        char text[64];
        snprintf(
            text, sizeof text, "localhost:%u:%u:%d", (unsigned)getuid(), (unsigned)getgid(),
            process_identifier_base + process);
        addresses[process] = strdup(text);
        if (addresses[process] == NULL) abort();
    }
    return addresses[process];
}

static struct frame *inside(zmq_msg_t *message) { return (struct frame *)message; }

static const struct frame *inside_of(const zmq_msg_t *message) { return (const struct frame *)message; }

static bool is_valid(const zmq_msg_t *message) {
    if (inside_of(message)->mark == frame_mark) return true;
    errno = EFAULT;
    return false;
}

static void fill(zmq_msg_t *message, struct network_content *content, bool has_more, const char *peer_address) {
    *inside(message) = (struct frame){content, peer_address, frame_mark, has_more};
}

void network_frame_fill(zmq_msg_t *frame, struct network_content *content, bool has_more, int sender) {
    network_content_free(inside(frame)->content);
    fill(frame, content, has_more, address_of(sender));
}

struct network_content *network_frame_take(zmq_msg_t *frame) {
    struct network_content *content = inside(frame)->content;
    if (content == NULL) {
        content = network_content_new(0);
    } else if (content->release != NULL) {
        // The bytes may be those of a process that is dead when the message arrives.
        struct network_content *copy = network_content_copy(content->bytes, content->size);
        network_content_free(content);
        content = copy;
    }
    fill(frame, NULL, false, NULL);
    return content;
}

int zmq_msg_init(zmq_msg_t *message) {
    fill(message, NULL, false, NULL);
    return 0;
}

int zmq_msg_init_size(zmq_msg_t *message, size_t size) {
    fill(message, network_content_new(size), false, NULL);
    return 0;
}

int zmq_msg_init_data(zmq_msg_t *message, void *data, size_t size, zmq_free_fn *release, void *hint) {
    struct network_content *content = network_content_new(0);
    content->size = size;
    content->bytes = data;
    content->release = release;
    content->hint = hint;
    // Without a function the bytes are the caller's for ever, but not the world's.
    if (release == NULL) {
        network_content_free(content);
        content = network_content_copy(data, size);
    }
    fill(message, content, false, NULL);
    return 0;
}

int zmq_msg_close(zmq_msg_t *message) {
    if (!is_valid(message)) return -1;
    network_content_free(inside(message)->content);
    *inside(message) = (struct frame){0};
    return 0;
}

int zmq_msg_move(zmq_msg_t *destination, zmq_msg_t *source) {
    if (!is_valid(destination) || !is_valid(source)) return -1;
    if (destination == source) return 0;
    network_content_free(inside(destination)->content);
    *inside(destination) = *inside(source);
    fill(source, NULL, false, NULL);
    return 0;
}

int zmq_msg_copy(zmq_msg_t *destination, zmq_msg_t *source) {
    if (!is_valid(destination) || !is_valid(source)) return -1;
    if (destination == source) return 0;
    if (inside(source)->content != NULL) inside(source)->content->references++;
    network_content_free(inside(destination)->content);
    *inside(destination) = *inside(source);
    return 0;
}

void *zmq_msg_data(zmq_msg_t *message) {
    if (!is_valid(message)) return NULL;
    struct network_content *content = inside(message)->content;
    return content == NULL ? (void *)message : content->bytes;
}

size_t zmq_msg_size(const zmq_msg_t *message) {
    const struct network_content *content = inside_of(message)->content;
    return content == NULL ? 0 : content->size;
}

int zmq_msg_more(const zmq_msg_t *message) { return inside_of(message)->has_more != 0; }

int zmq_msg_get(const zmq_msg_t *message, int property) {
    const struct frame *frame = inside_of(message);
    switch (property) {
    case ZMQ_MORE: return frame->has_more != 0;
    // There is no descriptor, so nothing is accounted to one.
    case ZMQ_SRCFD: return -1;
    case ZMQ_SHARED: return frame->content != NULL && frame->content->references > 1;
    default: errno = EINVAL; return -1;
    }
}

const char *zmq_msg_gets(const zmq_msg_t *message, const char *property) {
    const char *address = inside_of(message)->peer_address;
    if (address != NULL && strcmp(property, "Peer-Address") == 0) return address;
    errno = EINVAL;
    return NULL;
}
