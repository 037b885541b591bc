// The client of D-Bus for the load program.
#include "client.h"

#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define NAME "org.example.Weather"
#define PATH "/org/example/Weather"

static sd_bus *bus;
static const char *place;
static bool is_following;

bool client_open(const char *address) {
    place = address;
    if (sd_bus_new(&bus) >= 0 && sd_bus_set_address(bus, address) >= 0 && sd_bus_set_bus_client(bus, true) >= 0
        && sd_bus_start(bus) >= 0 && sd_bus_get_unique_name(bus, &(const char *){0}) >= 0) return true;
    client_close();
    return false;
}

void client_close(void) { bus = sd_bus_close_unref(bus); }

static int take_event(sd_bus_message *event, void *, sd_bus_error *) {
    const char *city;
    if (sd_bus_message_read(event, "sd", &city, NULL) >= 0) told(city);
    return 0;
}

void client_follow(void) {
    is_following = true;
    sd_bus_match_signal(bus, NULL, NAME, PATH, NAME, "Reported", take_event, NULL);
}

static int take_answer(sd_bus_message *answer, void *token, sd_bus_error *) {
    const char *city;
    double degrees = 0;
    bool is_success = !sd_bus_message_is_method_error(answer, NULL);
    if (is_success) sd_bus_message_read(answer, "sd", &city, &degrees);
    answered((uint64_t)token, is_success, degrees);
    return 0;
}

void client_current(uint64_t token, const char *city) {
    int code = sd_bus_call_method_async(bus, NULL, NAME, PATH, NAME, "Current", take_answer, (void *)token, "s", city);
    if (code < 0) answered(token, false, 0);
}

void client_report(uint64_t token, const char *city, double degrees, const char *key) {
    (void)key;
    int code = sd_bus_call_method_async(
        bus, NULL, NAME, PATH, NAME, "Report", take_answer, (void *)token, "sd", city, degrees);
    if (code < 0) answered(token, false, 0);
}

// sd-bus does not reconnect: a lost bus is opened again here, with the match of the events.
static void reopen(void) {
    client_close();
    lost();
    while (!client_open(place)) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (is_following) client_follow();
}

void client_wait(int milliseconds) {
    int code = 0;
    for (bool has_waited = false;;) {
        while ((code = sd_bus_process(bus, NULL)) > 0) has_waited = true;
        if (code < 0) return reopen();
        if (has_waited) return;
        has_waited = true;
        if (sd_bus_wait(bus, milliseconds * 1000ULL) < 0) return reopen();
    }
}
