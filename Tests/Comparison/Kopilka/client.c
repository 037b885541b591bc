// The client of Kopilka's protocol (Shared/Docs/PROTOCOL.md) for the load program.
#include "client.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <zmq.h>

// Reads of events are named by numbers above those of the load program's requests.
static const uint64_t READ = 1ULL << 40;
static void *context, *dealer, *monitor;
static long cursor;
static bool is_following;

// libzmq retries a connection in silence, so whether somebody listens is asked with a bare socket.
static bool listens(const char *path) {
    struct sockaddr_un address = {AF_UNIX, ""};
    int bare = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    bool is_open = connect(bare, (struct sockaddr *)&address, sizeof address) == 0;
    close(bare);
    return is_open;
}

bool client_open(const char *address) {
    if (!listens(address + strlen("ipc://"))) return false;
    context = zmq_ctx_new();
    dealer = zmq_socket(context, ZMQ_DEALER);
    zmq_setsockopt(dealer, ZMQ_LINGER, &(int){0}, sizeof(int));
    zmq_socket_monitor(dealer, "inproc://monitor", ZMQ_EVENT_DISCONNECTED);
    monitor = zmq_socket(context, ZMQ_PAIR);
    zmq_connect(monitor, "inproc://monitor");
    return zmq_connect(dealer, address) == 0;
}

void client_close(void) {
    zmq_socket_monitor(dealer, NULL, 0);
    zmq_close(monitor);
    zmq_close(dealer);
    zmq_ctx_term(context);
}

static void request(uint64_t token, const char *method, cJSON *params, const char *key) {
    cJSON *request = cJSON_CreateObject(), *meta = cJSON_CreateObject();
    cJSON_AddStringToObject(request, "jsonrpc", "2.0");
    cJSON_AddNumberToObject(request, "id", (double)token);
    cJSON_AddStringToObject(request, "method", method);
    cJSON_AddItemToObject(request, "params", params);
    // A service whose events are for users only is followed with the token of one.
    if (getenv("WEATHER_SESSION")) cJSON_AddStringToObject(meta, "session", getenv("WEATHER_SESSION"));
    if (key) cJSON_AddStringToObject(meta, "idempotencyKey", key);
    cJSON_AddItemToObject(params, "_meta", meta);
    char *text = cJSON_PrintUnformatted(request);
    if (zmq_send(dealer, text, strlen(text), ZMQ_DONTWAIT) < 0) answered(token, false, 0);
    free(text);
    cJSON_Delete(request);
}

void client_current(uint64_t token, const char *city) {
    cJSON *params = cJSON_CreateObject();
    cJSON_AddStringToObject(params, "city", city);
    request(token, "weather.current", params, NULL);
}

void client_report(uint64_t token, const char *city, double degrees, const char *key) {
    cJSON *params = cJSON_CreateObject();
    cJSON_AddStringToObject(params, "city", city);
    cJSON_AddNumberToObject(params, "degrees", degrees);
    request(token, "weather.report", params, key);
}

static uint64_t current_read;

static void read_events(void) {
    cJSON *params = cJSON_CreateObject();
    cJSON_AddNumberToObject(params, "after", cursor);
    cJSON_AddNumberToObject(params, "limit", 1000);
    cJSON_AddNumberToObject(params, "wait", 30000);
    // Of two reads that a lost connection leaves behind, only the last one counts.
    current_read++;
    request(READ + current_read, "weather.events", params, NULL);
}

void client_follow(void) {
    is_following = true;
    read_events();
}

static void take_events(cJSON *page) {
    cJSON *event;
    cJSON_ArrayForEach(event, cJSON_GetObjectItem(page, "events")) {
        cJSON *data = cJSON_GetObjectItem(event, "data");
        const char *city = cJSON_GetStringValue(cJSON_GetObjectItem(data, "city"));
        if (city) told(city);
    }
    // After a fault the same page is read again.
    if (page) cursor = cJSON_GetNumberValue(cJSON_GetObjectItem(page, "last"));
    else usleep(10000);
    read_events();
}

static void take(const char *text, size_t length) {
    cJSON *reply = cJSON_ParseWithLength(text, length), *result = cJSON_GetObjectItem(reply, "result");
    uint64_t token = cJSON_GetNumberValue(cJSON_GetObjectItem(reply, "id"));
    if (token == READ + current_read) take_events(result);
    else if (token < READ)
        answered(token, result != NULL, cJSON_GetNumberValue(cJSON_GetObjectItem(result, "degrees")));
    cJSON_Delete(reply);
}

void client_wait(int milliseconds) {
    zmq_pollitem_t items[] = {{dealer, 0, ZMQ_POLLIN, 0}, {monitor, 0, ZMQ_POLLIN, 0}};
    zmq_poll(items, 2, milliseconds);
    zmq_msg_t message;
    zmq_msg_init(&message);
    while (zmq_msg_recv(&message, dealer, ZMQ_DONTWAIT) >= 0) take(zmq_msg_data(&message), zmq_msg_size(&message));
    // What a lost connection carried is not answered. libzmq connects again, and what is sent meanwhile waits.
    while (zmq_msg_recv(&message, monitor, ZMQ_DONTWAIT) >= 0) {
        if (zmq_msg_more(&message)) continue;
        lost();
        if (is_following) read_events();
    }
    zmq_msg_close(&message);
}
