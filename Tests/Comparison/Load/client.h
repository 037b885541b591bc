// What the load program needs of a technology. One thread calls it, and there is one connection.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Connects. False if nobody listens there.
bool client_open(const char *address);
void client_close(void);

// Asks for events as well.
void client_follow(void);

// Send a request. The token returns with the answer; the key names the attempt, for technologies that have such keys.
void client_current(uint64_t token, const char *city);
void client_report(uint64_t token, const char *city, double degrees, const char *key);

// Waits until something arrives, at most as long as said, and hands over everything that is there.
void client_wait(int milliseconds);

// The load program has these for the clients. `lost` means that no request in flight will be answered.
void answered(uint64_t token, bool is_success, double degrees);
void lost(void);
void told(const char *city);

#ifdef __cplusplus
}
#endif
