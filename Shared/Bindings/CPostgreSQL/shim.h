#pragma once
#include <dlfcn.h>
#include <postgresql/libpq-fe.h>

// libpq is loaded when the first connection is made, not with the program. It needs 22 further libraries, among them
// those of LDAP and Kerberos. They cost 2.4 ms at each start, and a house on one machine never uses them.
//
// The list below has each function once: its result, its name, its parameters and its arguments. The table of
// functions, the loader and the callable functions are made from it. The compiler checks each entry against the
// declaration in libpq-fe.h, because the table has the types of the declarations.
#define KOPILKA_PQ_FUNCTIONS(F)                                                                                        \
    F(int, PQlibVersion, (const kopilka_pq *pq), ())                                                                   \
    F(int, PQisthreadsafe, (const kopilka_pq *pq), ())                                                                 \
    F(PQconninfoOption *, PQconninfoParse, (const kopilka_pq *pq, const char *text, char **message), (text, message))  \
    F(void, PQconninfoFree, (const kopilka_pq *pq, PQconninfoOption *options), (options))                              \
    F(void, PQfreemem, (const kopilka_pq *pq, void *memory), (memory))                                                 \
    F(PGconn *, PQconnectStartParams,                                                                                  \
      (const kopilka_pq *pq, const char *const *names, const char *const *values, int expand),                         \
      (names, values, expand))                                                                                         \
    F(PostgresPollingStatusType, PQconnectPoll, (const kopilka_pq *pq, PGconn *connection), (connection))              \
    F(void, PQfinish, (const kopilka_pq *pq, PGconn *connection), (connection))                                        \
    F(ConnStatusType, PQstatus, (const kopilka_pq *pq, const PGconn *connection), (connection))                        \
    F(PGTransactionStatusType, PQtransactionStatus, (const kopilka_pq *pq, const PGconn *connection), (connection))    \
    F(char *, PQerrorMessage, (const kopilka_pq *pq, const PGconn *connection), (connection))                          \
    F(char *, PQpass, (const kopilka_pq *pq, const PGconn *connection), (connection))                                  \
    F(int, PQsocket, (const kopilka_pq *pq, const PGconn *connection), (connection))                                   \
    F(int, PQbackendPID, (const kopilka_pq *pq, const PGconn *connection), (connection))                               \
    F(int, PQserverVersion, (const kopilka_pq *pq, const PGconn *connection), (connection))                            \
    F(int, PQsslInUse, (const kopilka_pq *pq, PGconn *connection), (connection))                                       \
    F(int, PQconnectionNeedsPassword, (const kopilka_pq *pq, const PGconn *connection), (connection))                  \
    F(int, PQconnectionUsedPassword, (const kopilka_pq *pq, const PGconn *connection), (connection))                   \
    F(const char *, PQparameterStatus, (const kopilka_pq *pq, const PGconn *connection, const char *name),             \
      (connection, name))                                                                                              \
    F(PQnoticeReceiver, PQsetNoticeReceiver,                                                                           \
      (const kopilka_pq *pq, PGconn *connection, PQnoticeReceiver receiver, void *context),                            \
      (connection, receiver, context))                                                                                 \
    F(int, PQsetnonblocking, (const kopilka_pq *pq, PGconn *connection, int on), (connection, on))                     \
    F(int, PQsendQueryParams,                                                                                          \
      (const kopilka_pq *pq, PGconn *connection, const char *sql, int count, const Oid *types,                         \
       const char *const *values, const int *lengths, const int *formats, int format),                                 \
      (connection, sql, count, types, values, lengths, formats, format))                                               \
    F(int, PQsendPrepare,                                                                                              \
      (const kopilka_pq *pq, PGconn *connection, const char *name, const char *sql, int count, const Oid *types),      \
      (connection, name, sql, count, types))                                                                           \
    F(int, PQsendQueryPrepared,                                                                                        \
      (const kopilka_pq *pq, PGconn *connection, const char *name, int count, const char *const *values,               \
       const int *lengths, const int *formats, int format),                                                            \
      (connection, name, count, values, lengths, formats, format))                                                     \
    F(int, PQsetSingleRowMode, (const kopilka_pq *pq, PGconn *connection), (connection))                               \
    F(int, PQflush, (const kopilka_pq *pq, PGconn *connection), (connection))                                          \
    F(int, PQconsumeInput, (const kopilka_pq *pq, PGconn *connection), (connection))                                   \
    F(int, PQisBusy, (const kopilka_pq *pq, PGconn *connection), (connection))                                         \
    F(PGresult *, PQgetResult, (const kopilka_pq *pq, PGconn *connection), (connection))                               \
    F(PGnotify *, PQnotifies, (const kopilka_pq *pq, PGconn *connection), (connection))                                \
    F(PGcancel *, PQgetCancel, (const kopilka_pq *pq, PGconn *connection), (connection))                               \
    F(void, PQfreeCancel, (const kopilka_pq *pq, PGcancel *cancel), (cancel))                                          \
    F(int, PQcancel, (const kopilka_pq *pq, PGcancel *cancel, char *message, int size), (cancel, message, size))       \
    F(void, PQclear, (const kopilka_pq *pq, PGresult *result), (result))                                               \
    F(ExecStatusType, PQresultStatus, (const kopilka_pq *pq, const PGresult *result), (result))                        \
    F(char *, PQresultErrorField, (const kopilka_pq *pq, const PGresult *result, int field), (result, field))          \
    F(char *, PQcmdStatus, (const kopilka_pq *pq, PGresult *result), (result))                                         \
    F(char *, PQcmdTuples, (const kopilka_pq *pq, PGresult *result), (result))                                         \
    F(int, PQntuples, (const kopilka_pq *pq, const PGresult *result), (result))                                        \
    F(int, PQnfields, (const kopilka_pq *pq, const PGresult *result), (result))                                        \
    F(char *, PQfname, (const kopilka_pq *pq, const PGresult *result, int column), (result, column))                   \
    F(Oid, PQftype, (const kopilka_pq *pq, const PGresult *result, int column), (result, column))                      \
    F(int, PQfformat, (const kopilka_pq *pq, const PGresult *result, int column), (result, column))                    \
    F(int, PQgetisnull, (const kopilka_pq *pq, const PGresult *result, int row, int column), (result, row, column))    \
    F(int, PQgetlength, (const kopilka_pq *pq, const PGresult *result, int row, int column), (result, row, column))    \
    F(char *, PQgetvalue, (const kopilka_pq *pq, const PGresult *result, int row, int column), (result, row, column))

typedef struct {
#define KOPILKA_PQ_FIELD(result, name, parameters, arguments) __typeof__(&name) name;
    KOPILKA_PQ_FUNCTIONS(KOPILKA_PQ_FIELD)
#undef KOPILKA_PQ_FIELD
} kopilka_pq;

// Loads the library and fills the table: dlopen(3), dlsym(3). Returns the failure, NULL without one.
static inline const char *kopilka_pq_load(kopilka_pq *pq) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define KOPILKA_PQ_FIND(result, name, parameters, arguments)                                                           \
    *(void **)&pq->name = dlsym(library, #name);                                                                       \
    if (!pq->name) return "it has no function " #name;
    KOPILKA_PQ_FUNCTIONS(KOPILKA_PQ_FIND)
#undef KOPILKA_PQ_FIND
    return pq->PQisthreadsafe() ? NULL : "it was built without threads";
}

// kopilka_PQfinish(pq, connection) calls PQfinish(connection) of the loaded library.
#define KOPILKA_PQ_CALL(result, name, parameters, arguments)                                                           \
    static inline result kopilka_##name parameters { return pq->name arguments; }
KOPILKA_PQ_FUNCTIONS(KOPILKA_PQ_CALL)
#undef KOPILKA_PQ_CALL

// The fields of an error or a notice: character constants are macros that Swift does not import.
enum kopilka_pq_field {
    kopilka_pq_severity = PG_DIAG_SEVERITY,
    kopilka_pq_severity_in_english = PG_DIAG_SEVERITY_NONLOCALIZED,
    kopilka_pq_sqlstate = PG_DIAG_SQLSTATE,
    kopilka_pq_message = PG_DIAG_MESSAGE_PRIMARY,
    kopilka_pq_constraint = PG_DIAG_CONSTRAINT_NAME,
};
