// The service in C with NATS. usage: weather ADDRESS DATABASE
#include <cjson/cJSON.h>
#include <nats/nats.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store.h"

static void check(natsStatus status) {
    if (status == NATS_OK) return;
    fprintf(stderr, "weather: %s\n", natsStatus_GetText(status));
    exit(1);
}

static void publish(natsConnection *connection, const char *subject, cJSON *value) {
    char *text = cJSON_PrintUnformatted(value);
    natsConnection_PublishString(connection, subject, text);
    free(text);
}

static void answer(natsConnection *connection, natsMsg *message, cJSON *value) {
    if (natsMsg_GetReply(message)) publish(connection, natsMsg_GetReply(message), value);
    cJSON_Delete(value);
}

static void refuse(natsConnection *connection, natsMsg *message, const char *why) {
    cJSON *fault = cJSON_CreateObject();
    cJSON_AddStringToObject(fault, "error", why);
    answer(connection, message, fault);
}

static void current(natsConnection *connection, natsSubscription *, natsMsg *message, void *) {
    cJSON *request = cJSON_ParseWithLength(natsMsg_GetData(message), natsMsg_GetDataLength(message));
    const char *city = cJSON_GetStringValue(cJSON_GetObjectItem(request, "city"));
    double degrees;
    if (!city) {
        refuse(connection, message, "A request needs a city.");
    } else if (!store_find(city, &degrees)) {
        refuse(connection, message, "There is no such city.");
    } else {
        cJSON *reading = cJSON_CreateObject();
        cJSON_AddStringToObject(reading, "city", city);
        cJSON_AddNumberToObject(reading, "degrees", degrees);
        answer(connection, message, reading);
    }
    cJSON_Delete(request);
    natsMsg_Destroy(message);
}

static void report(natsConnection *connection, natsSubscription *, natsMsg *message, void *) {
    cJSON *reading = cJSON_ParseWithLength(natsMsg_GetData(message), natsMsg_GetDataLength(message));
    const char *city = cJSON_GetStringValue(cJSON_GetObjectItem(reading, "city"));
    cJSON *degrees = cJSON_GetObjectItem(reading, "degrees");
    if (!city || !cJSON_IsNumber(degrees)) {
        refuse(connection, message, "A report needs a city and degrees.");
    } else if (!store_keep(city, degrees->valuedouble)) {
        refuse(connection, message, "The disk failed.");
    } else {
        publish(connection, "weather.reported", reading);
        answer(connection, message, cJSON_Duplicate(reading, true));
    }
    cJSON_Delete(reading);
    natsMsg_Destroy(message);
}

int main(int, char **arguments) {
    store_open(arguments[2]);
    natsOptions *options;
    natsConnection *connection;
    natsSubscription *currents, *reports;
    check(natsOptions_Create(&options));
    check(natsOptions_SetURL(options, arguments[1]));
    // Otherwise the library gathers messages for a millisecond before it sends them.
    check(natsOptions_SetSendAsap(options, true));
    check(natsConnection_Connect(&connection, options));
    check(natsConnection_Subscribe(&currents, connection, "weather.current", current, NULL));
    check(natsConnection_Subscribe(&reports, connection, "weather.report", report, NULL));
    // The threads of the library do the work.
    while (!natsConnection_IsClosed(connection)) sleep(1);
    return 1;
}
