#include <stdlib.h>
#include <string.h>

#include "network.h"

// The events of a socket, which another one receives: the event and its value, and the endpoint.

void network_monitor_tell(struct network_socket *socket, int event, uint32_t value, const char *endpoint) {
    struct network_monitor *monitor = &socket->monitor;
    if (monitor->endpoint == NULL || (monitor->events & event) == 0) return;
    uint16_t kind = (uint16_t)event;
    struct network_content *head = network_content_new(sizeof kind + sizeof value);
    memcpy(head->bytes, &kind, sizeof kind);
    memcpy(head->bytes + sizeof kind, &value, sizeof value);
    struct network_message *message = network_message_new(network_sign_message, -1);
    network_message_add(message, head);
    network_message_add(message, network_content_copy(endpoint, strlen(endpoint)));
    if (monitor->reader == NULL) network_queue_add(&monitor->early, message);
    else network_pipe_arrive(monitor->reader->own, message);
}

void network_monitor_stop(struct network_socket *socket) {
    struct network_monitor *monitor = &socket->monitor;
    if (monitor->endpoint == NULL) return;
    network_monitor_tell(socket, ZMQ_EVENT_MONITOR_STOPPED, 0, "");
    if (monitor->reader != NULL) monitor->reader->watched = NULL;
    network_queue_clear(&monitor->early);
    free(monitor->endpoint);
    *monitor = (struct network_monitor){0};
}

bool network_monitor_connect(struct network_socket *reader, const char *endpoint) {
    for (struct network_socket *socket = network_sockets; socket != NULL; socket = socket->next) {
        struct network_monitor *monitor = &socket->monitor;
        if (monitor->endpoint == NULL || socket->context != reader->context) continue;
        if (monitor->reader != NULL || strcmp(monitor->endpoint, endpoint) != 0) continue;
        monitor->reader = reader;
        reader->watched = socket;
        struct network_message *message;
        while ((message = network_queue_take(&monitor->early)) != NULL) network_pipe_arrive(reader->own, message);
        return true;
    }
    return false;
}
