import CPostgreSQL

/// A message that the server sent beside a result: a notice or a warning.
///
/// `canceling wait for synchronous replication` is such a warning (SQLSTATE 01000): the statement succeeds although no
/// standby has confirmed it.
public struct PostgreSQLNotice: Equatable, Sendable, CustomStringConvertible {
    /// `WARNING`, `NOTICE`, `INFO`, `LOG` or `DEBUG`, whatever the language of the server. An idle connection can also
    /// receive `FATAL`, when the server stops.
    public let severity: String
    /// The five characters of the SQLSTATE; empty when libpq itself created the notice.
    public let sqlState: String
    /// The primary message, in the language of the server.
    public let message: String

    public init(severity: String, sqlState: String, message: String) {
        self.severity = severity
        self.sqlState = sqlState
        self.message = message
    }

    /// `WARNING 01000: canceling wait for synchronous replication due to user request`
    public var description: String { "\(severity) \(sqlState): \(message)" }
}

/// Collects the notices of a connection. `PQsetNoticeReceiver`
final class NoticeCollector {
    private(set) var notices: [PostgreSQLNotice] = []
    /// The number of notices beyond the limit.
    private(set) var omitted = 0
    private let text: ServerText

    /// Begins to collect the notices of a connection.
    ///
    /// libpq keeps an unretained pointer to the collector. It is valid whenever libpq uses it:
    /// - The receiver runs only inside calls of libpq, and the owner of the connection makes these calls. The owner
    ///   keeps the collector in a constant, and its caller keeps the owner during the call.
    /// - Results have a copy of the pointer and use it when they are read. The owner clears each result within the call
    ///   that received it, so no result outlives the owner.
    /// - The owner calls `PQfinish` before it releases the collector.
    init(_ pq: UnsafePointer<kopilka_pq>, _ connection: OpaquePointer, _ text: ServerText) {
        self.text = text
        _ = kopilka_PQsetNoticeReceiver(
            pq, connection,
            { context, result in
                guard let context, let result else { return }
                Unmanaged<NoticeCollector>.fromOpaque(context).takeUnretainedValue().add(result)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Forgets the notices before the next statement.
    func removeAll() { (notices, omitted) = ([], 0) }

    private func add(_ result: OpaquePointer) {
        guard notices.count < PostgreSQLLimits.notices else {
            omitted += 1
            return
        }
        notices.append(
            PostgreSQLNotice(
                severity: text.field(kopilka_pq_severity_in_english, of: result)
                    ?? text.field(kopilka_pq_severity, of: result) ?? "NOTICE",
                sqlState: text.field(kopilka_pq_sqlstate, of: result) ?? "",
                message: text.field(kopilka_pq_message, of: result) ?? ""))
    }
}
