#pragma once
#include <dlfcn.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

// libmicrohttpd is loaded when the first server starts, not with the program. With GnuTLS it is 12 libraries, which the
// commands of the gateway never use.
//
// The list below has each function once: its result, its name, its parameters and its arguments. The table of
// functions, the loader and the callable functions are made from it. The compiler checks each entry against the
// declaration in microhttpd.h, because the table has the types of the declarations.
#define KOPILKA_MHD_FUNCTIONS(F)                                                                                       \
    F(const char *, MHD_get_version, (const kopilka_mhd *mhd), ())                                                     \
    F(enum MHD_Result, MHD_is_feature_supported, (const kopilka_mhd *mhd, enum MHD_FEATURE feature), (feature))        \
    F(void, MHD_stop_daemon, (const kopilka_mhd *mhd, struct MHD_Daemon *daemon), (daemon))                            \
    F(enum MHD_Result, MHD_run, (const kopilka_mhd *mhd, struct MHD_Daemon *daemon), (daemon))                         \
    F(enum MHD_Result, MHD_get_timeout,                                                                                \
      (const kopilka_mhd *mhd, struct MHD_Daemon *daemon, unsigned long long *milliseconds), (daemon, milliseconds))   \
    F(enum MHD_Result, MHD_add_connection,                                                                             \
      (const kopilka_mhd *mhd, struct MHD_Daemon *daemon, int descriptor, const struct sockaddr *address,              \
       socklen_t length),                                                                                              \
      (daemon, descriptor, address, length))                                                                           \
    F(void, MHD_suspend_connection, (const kopilka_mhd *mhd, struct MHD_Connection *connection), (connection))         \
    F(void, MHD_resume_connection, (const kopilka_mhd *mhd, struct MHD_Connection *connection), (connection))          \
    F(int, MHD_get_connection_values_n,                                                                                \
      (const kopilka_mhd *mhd, struct MHD_Connection *connection, enum MHD_ValueKind kind,                             \
       MHD_KeyValueIteratorN iterator, void *context),                                                                 \
      (connection, kind, iterator, context))                                                                           \
    F(enum MHD_Result, MHD_queue_response,                                                                             \
      (const kopilka_mhd *mhd, struct MHD_Connection *connection, unsigned status, struct MHD_Response *response),     \
      (connection, status, response))                                                                                  \
    F(struct MHD_Response *, MHD_create_response_from_buffer,                                                          \
      (const kopilka_mhd *mhd, size_t size, void *bytes, enum MHD_ResponseMemoryMode mode), (size, bytes, mode))       \
    F(struct MHD_Response *, MHD_create_response_from_callback,                                                        \
      (const kopilka_mhd *mhd, uint64_t size, size_t block, MHD_ContentReaderCallback reader, void *context,           \
       MHD_ContentReaderFreeCallback release),                                                                         \
      (size, block, reader, context, release))                                                                         \
    F(enum MHD_Result, MHD_add_response_header,                                                                        \
      (const kopilka_mhd *mhd, struct MHD_Response *response, const char *name, const char *value),                    \
      (response, name, value))                                                                                         \
    F(void, MHD_destroy_response, (const kopilka_mhd *mhd, struct MHD_Response *response), (response))

typedef struct {
#define KOPILKA_MHD_FIELD(result, name, parameters, arguments) __typeof__(&name) name;
    KOPILKA_MHD_FUNCTIONS(KOPILKA_MHD_FIELD)
#undef KOPILKA_MHD_FIELD
    // Variadic, so that the functions below call them.
    __typeof__(&MHD_start_daemon) MHD_start_daemon;
    __typeof__(&MHD_get_daemon_info) MHD_get_daemon_info;
    __typeof__(&MHD_get_connection_info) MHD_get_connection_info;
} kopilka_mhd;

// Loads the library and fills the table: dlopen(3), dlsym(3). Returns the failure, NULL without one.
static inline const char *kopilka_mhd_load(kopilka_mhd *mhd) {
    void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define KOPILKA_MHD_FIND(result, name, parameters, arguments)                                                          \
    *(void **)&mhd->name = dlsym(library, #name);                                                                      \
    if (!mhd->name) return "it has no function " #name;
    KOPILKA_MHD_FUNCTIONS(KOPILKA_MHD_FIND)
    KOPILKA_MHD_FIND(, MHD_start_daemon, , )
    KOPILKA_MHD_FIND(, MHD_get_daemon_info, , )
    KOPILKA_MHD_FIND(, MHD_get_connection_info, , )
#undef KOPILKA_MHD_FIND
    return mhd->MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES ? NULL : "it was built without epoll";
}

// kopilka_MHD_run(mhd, daemon) calls MHD_run(daemon) of the loaded library.
#define KOPILKA_MHD_CALL(result, name, parameters, arguments)                                                          \
    static inline result kopilka_##name parameters { return mhd->name arguments; }
KOPILKA_MHD_FUNCTIONS(KOPILKA_MHD_CALL)
#undef KOPILKA_MHD_CALL

// The last message of a daemon, for the error when it can not start.
typedef struct {
    char text[512];
} kopilka_mhd_message;

static inline void kopilka_mhd_keep_message(void *context, const char *format, va_list arguments) {
    kopilka_mhd_message *message = (kopilka_mhd_message *)context;
    vsnprintf(message->text, sizeof message->text, format, arguments);
}

// What a daemon is started with. `key` and `chain` are PEM and end with a zero byte, or NULL for one without TLS.
typedef struct {
    unsigned connection_limit;
    size_t connection_memory;
    const char *key;
    const char *chain;
    const char *priorities;
    void *context;
    MHD_AccessHandlerCallback on_access;
    MHD_NotifyConnectionCallback on_connection;
    MHD_RequestCompletedCallback on_completed;
    void *(*on_target)(void *context, const char *target, struct MHD_Connection *connection);
    kopilka_mhd_message *message;
} kopilka_mhd_settings;

// Paths and queries stay as they were sent: they are decoded after they have been split.
static inline size_t kopilka_mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

// Starts a daemon without a thread and without a listening socket: its owner accepts connections, adds them, and runs
// it. MHD_start_daemon
static inline struct MHD_Daemon *kopilka_mhd_start(const kopilka_mhd *mhd, const kopilka_mhd_settings *settings) {
    unsigned flags = MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->chain},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)settings->priorities},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    if (settings->key) flags |= MHD_USE_TLS;
    settings->message->text[0] = 0;
    return mhd->MHD_start_daemon(
        flags, 0, NULL, NULL, settings->on_access, settings->context,
        // The logger first, so that it gets the messages about the options behind it.
        MHD_OPTION_EXTERNAL_LOGGER, kopilka_mhd_keep_message, (void *)settings->message,  //
        MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,                          //
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,                  //
        MHD_OPTION_CONNECTION_TIMEOUT, 0u,                                                //
        MHD_OPTION_STRICT_FOR_CLIENT, 1,                                                  //
        MHD_OPTION_UNESCAPE_CALLBACK, kopilka_mhd_keep_escapes, NULL,                     //
        MHD_OPTION_URI_LOG_CALLBACK, settings->on_target, settings->context,              //
        MHD_OPTION_NOTIFY_COMPLETED, settings->on_completed, settings->context,           //
        MHD_OPTION_NOTIFY_CONNECTION, settings->on_connection, settings->context,         //
        MHD_OPTION_ARRAY, settings->key ? tls : none,                                     //
        MHD_OPTION_END);
}

// The descriptor that polls readable when the daemon has something to do; -1 without one. MHD_get_daemon_info
static inline int kopilka_mhd_epoll_descriptor(const kopilka_mhd *mhd, struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = mhd->MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

// What the callback for connections attached to this one. MHD_get_connection_info
static inline void *kopilka_mhd_attachment(const kopilka_mhd *mhd, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        mhd->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// Swift imports the enumerations of the library as closed ones or as numbers, depending on the compiler's version: these
// names stay.
static const enum MHD_Result kopilka_mhd_yes = MHD_YES;
static const enum MHD_Result kopilka_mhd_no = MHD_NO;
static const enum MHD_ValueKind kopilka_mhd_headers = MHD_HEADER_KIND;
static const enum MHD_ResponseMemoryMode kopilka_mhd_copied = MHD_RESPMEM_MUST_COPY;
static const enum MHD_ConnectionNotificationCode kopilka_mhd_started = MHD_CONNECTION_NOTIFY_STARTED;

// Returned by readers of content.
enum kopilka_mhd_content { kopilka_mhd_end_of_stream = -1, kopilka_mhd_broken_stream = -2 };
_Static_assert(kopilka_mhd_end_of_stream == MHD_CONTENT_READER_END_OF_STREAM, "the same number");
_Static_assert(kopilka_mhd_broken_stream == MHD_CONTENT_READER_END_WITH_ERROR, "the same number");

// accept4(2), which Swift does not import. Returns -1 and errno on failure.
static inline int kopilka_mhd_accept(int listening, struct sockaddr_storage *address, socklen_t *length) {
    return accept4(listening, (struct sockaddr *)address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// tcp(7): the connection ends when bytes that were sent are not acknowledged for this time. Without effect on a Unix
// socket.
static inline void kopilka_mhd_bound_silence(int descriptor, unsigned milliseconds) {
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
}

// eventfd(2), which Swift does not import: a counter that polls readable when it is not 0. Returns -1 and errno on
// failure.
static inline int kopilka_mhd_bell(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
static inline void kopilka_mhd_ring(int bell) { (void)!eventfd_write(bell, 1); }
static inline void kopilka_mhd_silence(int bell) {
    eventfd_t count;
    (void)!eventfd_read(bell, &count);
}

// pthread_setname_np(3) for this thread, which Swift does not import; at most 15 bytes.
static inline void kopilka_mhd_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
