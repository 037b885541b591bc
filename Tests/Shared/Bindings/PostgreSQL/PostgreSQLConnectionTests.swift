import PostgreSQL
import TestSupport
import Testing

@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL cannot be started here"), .postgreSQL)
struct PostgreSQLConnectionTests {
    @Test func aStatementSaysWhatItDid() async throws {
        let rows = try await SharedPostgreSQL.connected { connection in
            [
                try connection.execute("CREATE TEMPORARY TABLE t (n bigint PRIMARY KEY)", within: ample),
                try connection.execute("INSERT INTO t VALUES (1), (2), (3)", within: ample),
                try connection.execute("UPDATE t SET n = n + 10 WHERE n > $1", [.int64(1)], within: ample),
                try connection.execute("DELETE FROM t RETURNING n", within: ample),
                try connection.execute("", within: ample),
            ]
        }
        #expect(rows.map(\.command) == ["CREATE TABLE", "INSERT 0 3", "UPDATE 2", "DELETE 3", ""])
        #expect(rows.map(\.affected) == [0, 3, 2, 3, 0])
        #expect(rows.map(\.count) == [0, 0, 0, 3, 0])
    }

    @Test func aViolatedConstraintIsRefusedForCertain() async throws {
        let (error, isOpen) = try await SharedPostgreSQL.failure { connection in
            try connection.execute(
                "CREATE TEMPORARY TABLE c (number bigint, CONSTRAINT one_number PRIMARY KEY (number))", within: ample)
            for _ in 1...2 { try connection.execute("INSERT INTO c VALUES ($1)", [.int64(77)], within: ample) }
        }
        guard case .refused(let refusal) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(refusal.sqlState == "23505" && refusal.constraint == "one_number" && refusal.severity == "ERROR")
        #expect(error.sqlState == "23505" && !error.isInDoubt && isOpen)
        // The server's detail quotes the row.
        #expect(!"\(error)".contains("77"))
    }

    /// The server sends the end of the statement first, and then the error of its commit.
    @Test func aConstraintThatIsCheckedAtTheCommitIsRefused() async throws {
        let (error, isOpen) = try await SharedPostgreSQL.failure { connection in
            try connection.execute(
                "CREATE TEMPORARY TABLE d (n bigint UNIQUE DEFERRABLE INITIALLY DEFERRED)", within: ample)
            try connection.execute("INSERT INTO d VALUES (1), (1) RETURNING n", within: ample)
        }
        #expect(error.sqlState == "23505" && !error.isInDoubt && isOpen)
    }

    @Test func aConnectionIsUsableAfterARefusal() async throws {
        let outcome = try await SharedPostgreSQL.connected { connection -> [String] in
            var states: [String] = []
            do {
                try connection.execute("SELECT nothing FROM nowhere", within: ample)
            } catch let error as PostgreSQLError {
                states.append(error.sqlState ?? "")
            }
            return states + [try connection.execute("SELECT 'here'", within: ample)[0].text(0)]
        }
        #expect(outcome == ["42P01", "here"])
    }

    /// PostgreSQL answers the commit of a failed transaction with success.
    @Test func theCommitOfAFailedTransactionSaysThatItRolledBack() async throws {
        let seen = try await SharedPostgreSQL.connected { connection -> [String] in
            try connection.execute("BEGIN", within: ample)
            let isInside = connection.isInTransaction
            do {
                try connection.execute("SELECT 1 / 0", within: ample)
            } catch PostgreSQLError.refused {}
            let command = try connection.execute("COMMIT", within: ample).command
            return ["\(isInside)", command, "\(connection.isInTransaction)"]
        }
        #expect(seen == ["true", "ROLLBACK", "false"])
    }

    @Test func preparedStatementsAreExecutedAgain() async throws {
        let statement = PostgreSQLStatement(
            "add", "INSERT INTO p VALUES ($1, $2) RETURNING n", parameters: [.int64, .text])
        let seen = try await SharedPostgreSQL.connected { connection -> [String] in
            try connection.execute("CREATE TEMPORARY TABLE p (n bigint PRIMARY KEY, t text)", within: ample)
            // Nulls first: they do not decide the types.
            try connection.execute(statement, [.int64(0), .null], within: ample)
            for number in 1...99 {
                try connection.execute(statement, [.int64(Int64(number)), .text("t")], within: ample)
            }
            var states: [String] = []
            do {
                try connection.execute(statement, [.int64(5), .null], within: ample)
            } catch let error as PostgreSQLError {
                states.append(error.sqlState ?? "")
            }
            let last = try connection.execute(statement, [.int64(100), .null], within: ample)
            let count = try connection.execute("SELECT count(*), count(t) FROM p", within: ample)[0]
            let prepared = try connection.execute("SELECT count(*) FROM pg_prepared_statements", within: ample)[0]
            return states + ["\(try last[0].int64("n"))", "\(try count.int64(0))"]
                + ["\(try count.int64(1))", "\(try prepared.int64(0))"]
        }
        #expect(seen == ["23505", "100", "101", "99", "1"])
    }

    @Test func aPreparedStatementTakesItsTypesOnly() async throws {
        let statement = PostgreSQLStatement("typed", "SELECT $1", parameters: [.int64])
        for values: [PostgreSQLValue] in [[.text("1")], [.int32(1)], [], [.int64(1), .int64(2)]] {
            let (error, isOpen) = try await SharedPostgreSQL.failure {
                try $0.execute(statement, values, within: ample)
            }
            guard case .badParameter = error else {
                Issue.record("\(values): \(error)")
                continue
            }
            #expect(isOpen && !error.isInDoubt)
        }
    }

    @Test func aStatementThatCannotBePreparedIsRefused() async throws {
        let (error, isOpen) = try await SharedPostgreSQL.failure {
            try $0.execute(PostgreSQLStatement("wrong", "SELEKT 1"), within: ample)
        }
        #expect(error.sqlState == "42601" && !error.isInDoubt && isOpen)
    }

    @Test func noticesBelongToTheirStatement() async throws {
        let seen = try await SharedPostgreSQL.connected { connection -> [[String]] in
            let raised = try connection.execute(
                """
                DO $$ BEGIN
                    RAISE WARNING 'careful
                now';
                    RAISE NOTICE 'by the way';
                END $$
                """, within: ample)
            let quiet = try connection.execute("SELECT 1", within: ample)
            do {
                try connection.execute(
                    "DO $$ BEGIN RAISE WARNING 'before the end'; RAISE EXCEPTION 'end'; END $$", within: ample)
            } catch PostgreSQLError.refused {}
            let many = try connection.execute(
                "DO $$ BEGIN FOR i IN 1..250 LOOP RAISE NOTICE 'again'; END LOOP; END $$", within: ample)
            return [
                raised.notices.map(\.description), quiet.notices.map(\.description),
                ["\(many.notices.count)", "\(many.omittedNotices)"],
            ]
        }
        #expect(seen[0] == ["WARNING 01000: careful now", "NOTICE 00000: by the way"])
        #expect(seen[1] == [])
        #expect(seen[2] == ["100", "150"])
    }

    @Test func noticesOfAFailedStatementCanBeRead() async throws {
        let notices = try await SharedPostgreSQL.connected { connection -> [String] in
            do {
                try connection.execute(
                    "DO $$ BEGIN RAISE WARNING 'before the end'; RAISE EXCEPTION 'end'; END $$", within: ample)
            } catch PostgreSQLError.refused {}
            return connection.notices.map(\.message)
        }
        #expect(notices == ["before the end"])
    }

    // MARK: Limits

    @Test func tooManyRowsCloseTheConnection() async throws {
        let (error, isOpen) = try await SharedPostgreSQL.failure { connection in
            connection.limits.rows = 1000
            try connection.execute("SELECT generate_series(1, 1000)", within: ample)
            try connection.execute("SELECT generate_series(1, 1001)", within: ample)
        }
        #expect(error == .tooLarge("There are more than 1000 rows."))
        #expect(error.isInDoubt && !isOpen)
    }

    @Test func tooManyBytesCloseTheConnection() async throws {
        for (sql, sum): (StaticString, String) in [
            ("SELECT repeat('x', 1000) FROM generate_series(1, 10)", "many rows"),
            ("SELECT NULL FROM generate_series(1, 2000)", "nulls"),
        ] {
            let (error, isOpen) = try await SharedPostgreSQL.failure { connection in
                connection.limits.bytes = 9_999
                try connection.execute(sql, within: ample)
            }
            #expect(error == .tooLarge("The rows have more than 9999 bytes."), "\(sum)")
            #expect(!isOpen)
        }
    }

    /// What waits in the socket's buffer is counted once, however often it is looked at.
    @Test func manyLargeRowsFitIntoTheirLimit() async throws {
        let count = try await SharedPostgreSQL.connected { connection in
            connection.limits.bytes = 12_100_000
            return try connection.execute(
                "SELECT n, decode(repeat('00', 4000), 'hex') FROM generate_series(1, 3000) AS n", within: ample
            ).count
        }
        #expect(count == 3000)
    }

    @Test func aLargeValueFitsIntoItsLimit() async throws {
        let size = try await SharedPostgreSQL.connected { connection in
            connection.limits.bytes = 20_000_000
            let sent = [UInt8](repeating: 7, count: 19_000_000)
            return try connection.execute("SELECT $1", [.bytes(sent)], within: ample)[0].withBytes(0) { $0.count }
        }
        #expect(size == 19_000_000)
    }
}
