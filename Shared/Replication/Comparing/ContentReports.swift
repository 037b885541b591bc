import Domain
import PostgreSQL
import Storage

/// The reports on the content of a house, in the database of its log: the last one of each service and machine. For one
/// thread, which waits.
///
/// The owner of the database can delete reports or keep old ones, but not make any: a missing one is no equal one.
public final class ContentReports {
    /// The report of one machine.
    public struct Line: Sendable {
        /// The service.
        public let service: String
        /// The machine.
        public let host: String
        /// What it says; nil when the house did not make it.
        public let report: ContentReport?
    }

    private let house: String
    private let seals: [String: ContentSeal]
    private let connection: LogConnection
    private let patience: Duration

    /// Creates the access to the reports of services of one house; nothing is connected yet.
    public convenience init(_ accesses: [LogAccess], patience: Duration = .seconds(10)) {
        precondition(!accesses.isEmpty, "Reports are those of some service.")
        self.init(accesses, LogConnection(accesses[0].url, named: "kopilka comparison"), patience: patience)
    }

    init(_ accesses: [LogAccess], _ connection: LogConnection, patience: Duration) {
        house = accesses[0].house
        seals = Dictionary(accesses.map { ($0.service, ContentSeal($0)) }, uniquingKeysWith: { first, _ in first })
        self.connection = connection
        self.patience = patience
    }

    /// Closes the connection.
    public func close() { connection.close() }

    /// Returns all reports, by service and machine. One that is too long to be one is left out.
    /// - Throws: ``CommitLogError`` `unreachable`.
    public func read() throws(CommitLogError) -> [Line] {
        let rows = try run(Self.list)
        return try reporting {
            try rows.compactMap { row in
                let (service, host) = (try row.text("service"), try row.text("host"))
                guard !host.isEmpty, let seal = seals[service] else { return nil }
                return Line(service: service, host: host, report: seal.open(try row.bytes("body"), of: host))
            }
        }
    }

    /// Puts the report of a machine in the place of its last one.
    /// - Throws: ``CommitLogError`` `unreachable`.
    func publish(_ report: ContentReport, of host: String, for service: String) throws(CommitLogError) {
        guard let seal = seals[service] else { return }
        let body = try reporting { try seal.seal(report, of: host) }
        try run(Self.put, .text(service), .text(host), .int64(report.time.microseconds), .bytes(body))
    }

    /// Removes the report of a machine that has another copy now.
    /// - Throws: ``CommitLogError`` `unreachable`.
    public func withdraw(of host: String, for service: String) throws(CommitLogError) {
        try run(Self.withdraw, .text(service), .text(host))
    }

    /// Asks the leader of a service for a comparison now. It is asked once, however often it is called before.
    /// - Throws: ``CommitLogError`` `unreachable`.
    public func wish(for service: String) throws(CommitLogError) {
        try run(Self.put, .text(service), .text(""), .int64(0), .bytes([]))
    }

    /// Returns true, once, when somebody has asked for a comparison.
    /// - Throws: ``CommitLogError`` `unreachable`.
    func takeWish(for service: String) throws(CommitLogError) -> Bool {
        try run(Self.takeWish, .text(service)).affected > 0
    }

    @discardableResult
    private func run(
        _ statement: PostgreSQLStatement, _ values: PostgreSQLValue...
    ) throws(CommitLogError) -> PostgreSQLRows {
        try reporting {
            try connection.usable(mayHurry: true).execute(statement, [.text(house)] + values, within: patience)
        }
    }

    private func reporting<Value>(_ body: () throws -> Value) throws(CommitLogError) -> Value {
        do { return try body() } catch let error as CommitLogError { throw error } catch let error as PostgreSQLError {
            guard error.sqlState == "42P01" else {
                throw CommitLogError(.unreachable, "The reports on the content cannot be used: \(error)")
            }
            throw CommitLogError(
                .unreachable,
                """
                The log's database has no table kopilka_comparisons, and this role may not make it: gateway house \
                compare with the role that owns the other tables does.
                """)
        } catch {
            throw CommitLogError(.unreachable, "The reports on the content cannot be used: \(error)")
        }
    }
}

// The statements.
extension ContentReports {
    private static let list = PostgreSQLStatement(
        "content reports",
        """
        SELECT service, host, body FROM kopilka_comparisons WHERE house = $1 AND octet_length(body) <= 1048576
        ORDER BY service, host LIMIT 4096
        """,
        parameters: [.text])

    private static let put = PostgreSQLStatement(
        "put content report",
        """
        INSERT INTO kopilka_comparisons (house, service, host, time_us, body) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (house, service, host) DO UPDATE SET time_us = excluded.time_us, body = excluded.body
        """, parameters: [.text, .text, .text, .int64, .bytes])

    private static let withdraw = PostgreSQLStatement(
        "withdraw content report", "DELETE FROM kopilka_comparisons WHERE house = $1 AND service = $2 AND host = $3",
        parameters: [.text, .text, .text])

    /// A wish has the place of a machine without a name.
    private static let takeWish = PostgreSQLStatement(
        "take wish", "DELETE FROM kopilka_comparisons WHERE house = $1 AND service = $2 AND host = ''",
        parameters: [.text, .text])
}
