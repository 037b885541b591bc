import PostgreSQL
import Synchronization
import TestSupport
import Testing

/// A statement whose answer does not come. Each test knows how far the statement got.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL cannot be started here"), .postgreSQL)
struct PostgreSQLLossTests {
    /// Runs `body` with a connection, and `strike` once the server waits in that connection's statement.
    ///
    /// - Parameter event: The name of the wait in `pg_stat_activity`.
    private static func struck(
        on server: TemporaryPostgreSQL, during event: String,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Void,
        _ strike: @escaping @Sendable (Int32) throws -> Void
    ) async throws -> (error: PostgreSQLError, isOpen: Bool) {
        let process = Mutex<Int32>(0)
        async let failure = SharedPostgreSQL.failure(on: server) { connection in
            process.withLock { $0 = connection.serverProcess }
            try body(connection)
        }
        try await eventually("the statement waits") {
            let number = process.withLock { $0 }
            guard number != 0 else { return false }
            return try await onThread {
                try server.sql(
                    "SELECT count(*) FROM pg_stat_activity WHERE pid = \(number) AND wait_event = '\(event)';"
                ).hasPrefix("1")
            }
        }
        let number = process.withLock { $0 }
        try await onThread { try strike(number) }
        return try await failure
    }

    @Test func aTerminatedSessionLosesTheConnectionInDoubt() async throws {
        let server = try SharedPostgreSQL.current()
        let (error, isOpen) = try await Self.struck(on: server, during: "PgSleep") {
            try $0.execute("SELECT pg_sleep(600)", within: .seconds(300))
        } _: { process in
            try server.sql("SELECT pg_terminate_backend(\(process));")
        }
        guard case .connectionLost(_, "57P01", true) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(error.isInDoubt && !isOpen)
    }

    @Test func aKilledServerLosesTheConnectionInDoubt() async throws {
        let server = try await onThread { try TemporaryPostgreSQL(isDurable: false) }
        let (error, isOpen) = try await Self.struck(on: server, during: "PgSleep") {
            try $0.execute("SELECT pg_sleep(600)", within: .seconds(300))
        } _: { _ in
            server.kill()
        }
        guard case .connectionLost(_, _, true) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(error.isInDoubt && !isOpen)
        try await onThread { try server.start() }
        #expect(
            try await SharedPostgreSQL.connected(to: server) { try $0.execute("SELECT 1", within: ample).count } == 1)
        server.remove()
    }

    /// The death of an idle connection is found before the next statement is sent, which leaves no doubt.
    @Test func aConnectionThatDiedWhileIdleLeavesNoDoubt() async throws {
        let server = try SharedPostgreSQL.current()
        let (error, isOpen) = try await SharedPostgreSQL.failure { connection in
            let process = connection.serverProcess
            try server.sql("SELECT pg_terminate_backend(\(process));")
            while try server.sql("SELECT count(*) FROM pg_stat_activity WHERE pid = \(process);").hasPrefix("1") {}
            try connection.execute("SELECT 1", within: ample)
        }
        guard case .connectionLost(_, "57P01", false) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!error.isInDoubt && !isOpen)
    }

    @Test func aMissedDeadlineClosesTheConnectionInDoubt() async throws {
        let start = ContinuousClock.now
        let (error, isOpen) = try await SharedPostgreSQL.failure {
            // Long enough for a busy machine to send the statement before the deadline.
            try $0.execute("SELECT pg_sleep(600)", within: .seconds(8))
        }
        #expect(error == .timedOut(wasSent: true))
        #expect(error.isInDoubt && !isOpen)
        #expect(ContinuousClock.now - start < .seconds(300))
    }

    @Test func aDeadlineThatHasPassedSendsNothing() async throws {
        let (error, isOpen) = try await SharedPostgreSQL.failure {
            try $0.execute("SELECT pg_sleep(600)", within: .zero)
        }
        #expect(error == .timedOut(wasSent: false))
        #expect(!error.isInDoubt && isOpen)
    }

    @Test func aCancellationEndsTheStatementOnly() async throws {
        let server = try SharedPostgreSQL.current()
        let cancellation = Mutex<PostgreSQLCancellation?>(nil)
        let (error, isOpen) = try await Self.struck(on: server, during: "PgSleep") { connection in
            let made = try connection.cancellation()
            cancellation.withLock { $0 = made }
            try connection.execute("SELECT pg_sleep(600)", within: .seconds(300))
        } _: { _ in
            cancellation.withLock { _ = $0?.request() }
        }
        #expect(error.sqlState == "57014" && !error.isInDoubt && isOpen)
    }

    /// The commit waits for a standby that does not exist. The end of the wait makes an unreplicated row visible, and
    /// only the warning tells.
    @Test func theEndOfAWaitForAStandbyIsAWarning() async throws {
        let server = try await Self.serverWithoutItsStandby()
        let warnings = Mutex<[String]>([])
        let (error, isOpen) = try await Self.struck(on: server, during: "SyncRep") { connection in
            let rows = try connection.execute("INSERT INTO log VALUES (1)", within: .seconds(300))
            warnings.withLock { $0 = rows.notices.map(\.description) }
            try connection.execute("SELECT nothing", within: ample)
        } _: { process in
            try server.sql("SELECT pg_cancel_backend(\(process));")
        }
        #expect(error.sqlState == "42703" && isOpen)
        let warning = "WARNING 01000: canceling wait for synchronous replication due to user request"
        #expect(warnings.withLock { $0 } == [warning])
        #expect(try server.sql("SELECT count(*) FROM log;").hasPrefix("1"))
        server.remove()
    }

    /// The row is there although the statement failed: this is why a lost connection leaves a doubt.
    @Test func aSessionThatIsTerminatedInItsCommitLeavesItsRow() async throws {
        let server = try await Self.serverWithoutItsStandby()
        let (error, isOpen) = try await Self.struck(on: server, during: "SyncRep") {
            try $0.execute("INSERT INTO log VALUES (1)", within: .seconds(300))
        } _: { process in
            try server.sql("SELECT pg_terminate_backend(\(process));")
        }
        guard case .connectionLost(_, _, true) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(error.isInDoubt && !isOpen)
        #expect(try server.sql("SELECT count(*) FROM log;").hasPrefix("1"))
        server.remove()
    }

    private static func serverWithoutItsStandby() async throws -> TemporaryPostgreSQL {
        try await onThread {
            let server = try TemporaryPostgreSQL(settings: ["synchronous_standby_names=nobody"], isDurable: false)
            try server.sql("SET synchronous_commit = local; CREATE TABLE log (n bigint);")
            return server
        }
    }

    // MARK: Servers that are not PostgreSQL

    /// Returns the error of one statement on a server that answers it by `body`.
    private static func failure(
        limits: PostgreSQLLimits = PostgreSQLLimits(), _ body: @escaping @Sendable (RawSession) -> Void
    ) async throws -> (error: PostgreSQLError, isOpen: Bool) {
        let server = try FakePostgreSQL { session in
            session.welcome()
            session.readStatement()
            body(session)
        }
        let url = try PostgreSQLURL(server.url)
        let outcome = try await onThread { () -> (PostgreSQLError, Bool)? in
            let connection = try PostgreSQLConnection.open(url, limits: limits, within: ample)
            do {
                try connection.execute("INSERT INTO log VALUES (1)", within: ample)
                return nil
            } catch let error as PostgreSQLError {
                return (error, connection.isOpen)
            }
        }
        return try #require(outcome)
    }

    /// PostgreSQL sends the end of a statement before it commits.
    @Test func theEndOfAStatementWithoutItsCommitIsADoubt() async throws {
        let (error, isOpen) = try await Self.failure { session in
            session.send("1", [])
            session.send("2", [])
            session.send("n", [])
            session.send("C", Array("INSERT 0 1\0".utf8))
        }
        guard case .connectionLost(_, nil, true) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!isOpen)
    }

    @Test(arguments: ["40003", "08006", "57P05", "XX000", "58030"])
    func aServerThatDoesNotKnowLeavesADoubt(sqlState: String) async throws {
        let (error, isOpen) = try await Self.failure { session in
            session.send("E", severity: "ERROR", sqlState, "the result is ambiguous")
            session.becomeReady()
            session.readMessage()
        }
        #expect(error.sqlState == sqlState && error.isInDoubt && isOpen)
    }

    /// libpq makes room for the declared size at once; we count what arrives.
    @Test func aMessageWithoutAnEndIsCutOff() async throws {
        for type: Character in ["D", "E", "N", "S"] {
            let (error, isOpen) = try await Self.failure(limits: PostgreSQLLimits(bytes: 1 << 20)) { session in
                session.send("1", [])
                session.send("2", [])
                session.send(
                    "T",
                    [0, 1] + Array("t\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 1])
                session.send(type, [], declaring: 1 << 29)
                while session.sendBytes([UInt8](repeating: 120, count: 1 << 16)) {}
            }
            if ["E", "N", "D"].contains(type) {
                #expect(error == .tooLarge("More than 1048576 bytes arrived."), "\(type)")
            }
            #expect(error.isInDoubt && !isOpen, "\(type)")
        }
    }

    @Test func aCopyIsNoAnswer() async throws {
        let (error, isOpen) = try await Self.failure { session in
            session.send("1", [])
            session.send("2", [])
            session.send("G", [0, 0, 0])
            session.readMessage()
        }
        guard case .badAnswer = error else {
            Issue.record("\(error)")
            return
        }
        #expect(error.isInDoubt && !isOpen)
    }

    @Test func anAnswerOutOfTurnLosesTheConnection() async throws {
        let (error, isOpen) = try await Self.failure { session in
            session.send("Q", Array("what?\0".utf8))
            session.readMessage()
        }
        #expect(error.isInDoubt && !isOpen)
    }
}
