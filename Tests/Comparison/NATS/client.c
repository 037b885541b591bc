// The client of NATS for the load program.
#include "client.h"

#include <cjson/cJSON.h>
#include <nats/nats.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static natsConnection *connection;
// Replies arrive at subjects below this inbox, so that one subscription serves all requests.
static natsInbox *inbox;
static natsSubscription *replies, *events;
static atomic_bool is_lost;

// A thread of the library calls this.
static void disconnected(natsConnection *, void *) { is_lost = true; }

bool client_open(const char *address) {
    natsOptions *options;
    char subject[128];
    natsOptions_Create(&options);
    natsOptions_SetURL(options, address);
    natsOptions_SetSendAsap(options, true);
    natsOptions_SetDisconnectedCB(options, disconnected, NULL);
    bool is_open = natsConnection_Connect(&connection, options) == NATS_OK;
    natsOptions_Destroy(options);
    if (!is_open) return false;
    natsInbox_Create(&inbox);
    snprintf(subject, sizeof subject, "%s.*", inbox);
    natsConnection_SubscribeSync(&replies, connection, subject);
    return true;
}

void client_close(void) {
    natsSubscription_Destroy(replies);
    natsConnection_Destroy(connection);
    natsInbox_Destroy(inbox);
    is_lost = false;
}

void client_follow(void) { natsConnection_SubscribeSync(&events, connection, "weather.reported"); }

static void request(uint64_t token, const char *subject, cJSON *value) {
    char reply[128], *text = cJSON_PrintUnformatted(value);
    snprintf(reply, sizeof reply, "%s.%lu", inbox, (unsigned long)token);
    if (natsConnection_PublishRequestString(connection, subject, reply, text) != NATS_OK) answered(token, false, 0);
    free(text);
    cJSON_Delete(value);
}

void client_current(uint64_t token, const char *city) {
    cJSON *value = cJSON_CreateObject();
    cJSON_AddStringToObject(value, "city", city);
    request(token, "weather.current", value);
}

void client_report(uint64_t token, const char *city, double degrees, const char *key) {
    (void)key;
    cJSON *value = cJSON_CreateObject();
    cJSON_AddStringToObject(value, "city", city);
    cJSON_AddNumberToObject(value, "degrees", degrees);
    request(token, "weather.report", value);
}

static void take(natsMsg *message) {
    cJSON *value = cJSON_ParseWithLength(natsMsg_GetData(message), natsMsg_GetDataLength(message));
    const char *city = cJSON_GetStringValue(cJSON_GetObjectItem(value, "city"));
    if (events) {
        if (city) told(city);
    } else {
        uint64_t token = strtoull(strrchr(natsMsg_GetSubject(message), '.') + 1, NULL, 10);
        answered(token, city != NULL, cJSON_GetNumberValue(cJSON_GetObjectItem(value, "degrees")));
    }
    cJSON_Delete(value);
    natsMsg_Destroy(message);
}

void client_wait(int milliseconds) {
    natsMsg *message;
    natsStatus status;
    while ((status = natsSubscription_NextMsg(&message, events ? events : replies, milliseconds)) == NATS_OK) {
        take(message);
        milliseconds = 0;
    }
    // The server says at once that nobody serves a subject. The library does not say which request that was.
    if (atomic_exchange(&is_lost, false) || status == NATS_NO_RESPONDERS) lost();
}
