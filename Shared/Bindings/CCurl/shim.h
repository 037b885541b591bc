#pragma once
// The checks of types are macros that need a constant option, which the functions below do not have.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

// libcurl is loaded when the first client is made, not with the program: with what it needs itself it is 23 libraries,
// which cost 5 ms at the start and 6 MB of memory also where nothing is ever asked over HTTP. So no function of it is
// called by its name; each stands in this table, and the small functions below call it from there.
typedef struct {
    CURLcode (*global_init)(long flags);
    char *(*version)(void);
    CURL *(*easy_init)(void);
    CURLcode (*easy_setopt)(CURL *handle, CURLoption option, ...);
    CURLcode (*easy_getinfo)(CURL *handle, CURLINFO info, ...);
    void (*easy_cleanup)(CURL *handle);
    const char *(*easy_strerror)(CURLcode code);
    struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
    void (*slist_free_all)(struct curl_slist *list);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_setopt)(CURLM *multi, CURLMoption option, ...);
    CURLMcode (*multi_add_handle)(CURLM *multi, CURL *handle);
    CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *handle);
    CURLMcode (*multi_perform)(CURLM *multi, int *running);
    CURLMcode (*multi_poll)(CURLM *multi, struct curl_waitfd *extra, unsigned count, int milliseconds, int *ready);
    CURLMcode (*multi_wakeup)(CURLM *multi);
    CURLMsg *(*multi_info_read)(CURLM *multi, int *left);
    CURLMcode (*multi_cleanup)(CURLM *multi);
} kopilka_curl;

typedef size_t (*kopilka_curl_sink)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*kopilka_curl_opener)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

// Loads the library, fills the table and initialises: curl_global_init(3). Gives back what failed, NULL when nothing did.
static inline const char *kopilka_curl_load(kopilka_curl *curl) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define KOPILKA_CURL_FIND(name)                                                                                        \
    *(void **)&curl->name = dlsym(library, "curl_" #name);                                                             \
    if (!curl->name) return "it has no function curl_" #name;
    KOPILKA_CURL_FIND(global_init)
    KOPILKA_CURL_FIND(version)
    KOPILKA_CURL_FIND(easy_init)
    KOPILKA_CURL_FIND(easy_setopt)
    KOPILKA_CURL_FIND(easy_getinfo)
    KOPILKA_CURL_FIND(easy_cleanup)
    KOPILKA_CURL_FIND(easy_strerror)
    KOPILKA_CURL_FIND(slist_append)
    KOPILKA_CURL_FIND(slist_free_all)
    KOPILKA_CURL_FIND(multi_init)
    KOPILKA_CURL_FIND(multi_setopt)
    KOPILKA_CURL_FIND(multi_add_handle)
    KOPILKA_CURL_FIND(multi_remove_handle)
    KOPILKA_CURL_FIND(multi_perform)
    KOPILKA_CURL_FIND(multi_poll)
    KOPILKA_CURL_FIND(multi_wakeup)
    KOPILKA_CURL_FIND(multi_info_read)
    KOPILKA_CURL_FIND(multi_cleanup)
#undef KOPILKA_CURL_FIND
    return curl->global_init(CURL_GLOBAL_ALL) == CURLE_OK ? NULL : "it cannot be initialised";
}

static inline const char *kopilka_curl_version(const kopilka_curl *curl) { return curl->version(); }

static inline CURL *kopilka_curl_easy_init(const kopilka_curl *curl) { return curl->easy_init(); }

static inline void kopilka_curl_easy_cleanup(const kopilka_curl *curl, CURL *handle) { curl->easy_cleanup(handle); }

static inline const char *kopilka_curl_strerror(const kopilka_curl *curl, CURLcode code) {
    return curl->easy_strerror(code);
}

static inline struct curl_slist *kopilka_curl_append(
    const kopilka_curl *curl, struct curl_slist *list, const char *text) {
    return curl->slist_append(list, text);
}

static inline void kopilka_curl_free_list(const kopilka_curl *curl, struct curl_slist *list) {
    curl->slist_free_all(list);
}

// curl_easy_setopt, curl_multi_setopt and curl_easy_getinfo are variadic, which Swift cannot call. One function for each
// type of value; the caller takes the one that the option's manual page asks for.

static inline CURLcode kopilka_curl_set_number(
    const kopilka_curl *curl, CURL *handle, CURLoption option, long value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_large(
    const kopilka_curl *curl, CURL *handle, CURLoption option, curl_off_t value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_text(
    const kopilka_curl *curl, CURL *handle, CURLoption option, const char *value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_bytes(
    const kopilka_curl *curl, CURL *handle, CURLoption option, const void *value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_list(
    const kopilka_curl *curl, CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_context(
    const kopilka_curl *curl, CURL *handle, CURLoption option, void *value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_sink(
    const kopilka_curl *curl, CURL *handle, CURLoption option, kopilka_curl_sink value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_set_opener(
    const kopilka_curl *curl, CURL *handle, CURLoption option, kopilka_curl_opener value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode kopilka_curl_get_number(const kopilka_curl *curl, CURL *handle, CURLINFO info, long *value) {
    return curl->easy_getinfo(handle, info, value);
}

static inline CURLM *kopilka_curl_multi_init(const kopilka_curl *curl) { return curl->multi_init(); }

static inline CURLMcode kopilka_curl_multi_set_number(
    const kopilka_curl *curl, CURLM *multi, CURLMoption option, long value) {
    return curl->multi_setopt(multi, option, value);
}

static inline CURLMcode kopilka_curl_add(const kopilka_curl *curl, CURLM *multi, CURL *handle) {
    return curl->multi_add_handle(multi, handle);
}

static inline CURLMcode kopilka_curl_remove(const kopilka_curl *curl, CURLM *multi, CURL *handle) {
    return curl->multi_remove_handle(multi, handle);
}

static inline CURLMcode kopilka_curl_perform(const kopilka_curl *curl, CURLM *multi, int *running) {
    return curl->multi_perform(multi, running);
}

static inline CURLMcode kopilka_curl_poll(const kopilka_curl *curl, CURLM *multi, int milliseconds) {
    return curl->multi_poll(multi, NULL, 0, milliseconds, NULL);
}

static inline CURLMcode kopilka_curl_wakeup(const kopilka_curl *curl, CURLM *multi) {
    return curl->multi_wakeup(multi);
}

static inline CURLMsg *kopilka_curl_next_message(const kopilka_curl *curl, CURLM *multi, int *left) {
    return curl->multi_info_read(multi, left);
}

static inline CURLMcode kopilka_curl_multi_cleanup(const kopilka_curl *curl, CURLM *multi) {
    return curl->multi_cleanup(multi);
}

// The address stands behind the field `addr`, which is shorter than one of IPv6: `addrlen` bytes from here on.
static inline const void *kopilka_curl_address(const struct curl_sockaddr *address) { return &address->addr; }
