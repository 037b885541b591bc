#pragma once
// The checks of types are macros that need a constant option, which the functions below do not have.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// curl_easy_setopt, curl_multi_setopt and curl_easy_getinfo are variadic, which Swift cannot call. One function for each
// type of value; the caller takes the one that the option's manual page asks for.

typedef size_t (*kopilka_curl_sink)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*kopilka_curl_opener)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode kopilka_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_large(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_bytes(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_context(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_sink(CURL *handle, CURLoption option, kopilka_curl_sink value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_opener(CURL *handle, CURLoption option, kopilka_curl_opener value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_get_number(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode kopilka_curl_multi_set_number(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}

// The address stands behind the field `addr`, which is shorter than one of IPv6: `addrlen` bytes from here on.
static inline const void *kopilka_curl_address(const struct curl_sockaddr *address) { return &address->addr; }

// A macro with an operator, which Swift does not import.
static inline long kopilka_curl_global_all(void) { return CURL_GLOBAL_ALL; }
