import PostgreSQL
import TestSupport
import Testing

/// Runs a whole suite with one PostgreSQL server, which lives as long as the suite.
struct SharedPostgreSQL: SuiteTrait, TestScoping {
    @TaskLocal private static var running: TemporaryPostgreSQL?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let server = try await onThread {
            try TemporaryPostgreSQL(
                accessRules: ["local all guarded scram-sha-256", "local all trusting password"], isDurable: false)
        }
        defer { server.remove() }
        try await Self.$running.withValue(server) { try await body() }
    }

    /// Returns the server of the current suite.
    static func current() throws -> TemporaryPostgreSQL {
        try #require(running, "The suite lacks the trait that starts its server.")
    }

    /// Runs `body` with a new connection on a thread of its own.
    static func connected<Value: Sendable>(
        to server: TemporaryPostgreSQL? = nil, _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        let url = try PostgreSQLURL(try (server ?? current()).url())
        return try await onThread { try body(try PostgreSQLConnection.open(url, within: .seconds(60))) }
    }

    /// Returns the error of `body`, which has a new connection on a thread of its own, and whether the connection was
    /// open afterwards.
    static func failure(
        on server: TemporaryPostgreSQL? = nil, _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Void
    ) async throws -> (error: PostgreSQLError, isOpen: Bool) {
        let outcome = try await connected(to: server) { connection -> (PostgreSQLError, Bool)? in
            do {
                try body(connection)
                return nil
            } catch let error as PostgreSQLError {
                return (error, connection.isOpen)
            }
        }
        return try #require(outcome, "Nothing was thrown.")
    }
}

extension Trait where Self == SharedPostgreSQL {
    /// A PostgreSQL server that the whole suite shares.
    static var postgreSQL: Self { SharedPostgreSQL() }
}

/// Enough time for a statement on a machine under load.
let ample = Duration.seconds(60)
