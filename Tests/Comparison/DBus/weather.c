// The service in C with D-Bus. usage: weather ADDRESS DATABASE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#include "store.h"

#define NAME "org.example.Weather"
#define PATH "/org/example/Weather"

static int current(sd_bus_message *request, void *, sd_bus_error *fault) {
    const char *city;
    double degrees;
    int code = sd_bus_message_read(request, "s", &city);
    if (code < 0) return code;
    if (!store_find(city, &degrees)) return sd_bus_error_set(fault, NAME ".NotFound", "There is no such city.");
    return sd_bus_reply_method_return(request, "sd", city, degrees);
}

static int report(sd_bus_message *request, void *, sd_bus_error *fault) {
    const char *city;
    double degrees;
    int code = sd_bus_message_read(request, "sd", &city, &degrees);
    if (code < 0) return code;
    if (!store_keep(city, degrees)) return sd_bus_error_set(fault, NAME ".Storage", "The disk failed.");
    code = sd_bus_emit_signal(sd_bus_message_get_bus(request), PATH, NAME, "Reported", "sd", city, degrees);
    if (code < 0) return code;
    return sd_bus_reply_method_return(request, "sd", city, degrees);
}

static const sd_bus_vtable members[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Current", "s", "sd", current, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Report", "sd", "sd", report, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_SIGNAL("Reported", "sd", 0),
    SD_BUS_VTABLE_END,
};

static int check(int code) {
    if (code >= 0) return code;
    fprintf(stderr, "weather: %s\n", strerror(-code));
    exit(1);
}

int main(int, char **arguments) {
    store_open(arguments[2]);
    sd_bus *bus;
    check(sd_bus_new(&bus));
    check(sd_bus_set_address(bus, arguments[1]));
    check(sd_bus_set_bus_client(bus, true));
    check(sd_bus_start(bus));
    check(sd_bus_add_object_vtable(bus, NULL, PATH, NAME, members, NULL));
    check(sd_bus_request_name(bus, NAME, 0));
    // sd-bus does not reconnect. When the bus is gone, the process ends and its supervisor starts it again.
    for (;;) {
        if (check(sd_bus_process(bus, NULL)) == 0) check(sd_bus_wait(bus, UINT64_MAX));
    }
}
