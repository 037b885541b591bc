import PostgreSQL
import TestSupport
import Testing

@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL cannot be started here"), .postgreSQL)
struct PostgreSQLValueTests {
    @Test func valuesOfAllTypesReturnAsTheyWere() async throws {
        let bytes = (0...255).map { UInt8($0) } + [0, 0]
        let text = "грош 🪙 \u{301} 'quoted' \\ \n$1"
        let row = try await SharedPostgreSQL.connected { connection in
            try connection.execute(
                """
                SELECT $1 AS yes, $2 AS small, $3 AS large, $4 AS number, $5 AS words, $6 AS data, $7 AS moment,
                    $8::text AS nothing, $9 AS "empty words", $10 AS "empty data", -7::smallint AS tiny,
                    to_char($7 AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS written
                """,
                [
                    .bool(true), .int32(.min), .int64(.max), .real(-0.1), .text(text), .bytes(bytes),
                    .timestamp(microseconds: 1_234_567_890_123_456), .null, .text(""), .bytes([]),
                ], within: ample)[0]
        }
        #expect(try row.bool("yes"))
        #expect(try row.int32("small") == .min && row.int64("small") == Int64(Int32.min))
        #expect(try row.int64("large") == .max)
        #expect(try row.real("number") == -0.1)
        #expect(try row.text("words") == text)
        #expect(try row.bytes("data") == bytes && row.withBytes("data", Array.init) == bytes)
        #expect(try row.timestamp("moment") == 1_234_567_890_123_456)
        #expect(try row.text("written") == "2009-02-13 23:31:30.123456")
        #expect(try row.isNull("nothing") && !row.isNull("words"))
        #expect(try row.text("empty words") == "" && row.bytes("empty data") == [])
        #expect(try row.int64("tiny") == -7 && row.int32("tiny") == -7)
        #expect(try row.bool(0) && row.text(4) == text)
        #expect(try row.text(8) == "")
    }

    @Test func rowsAreACollection() async throws {
        let rows = try await SharedPostgreSQL.connected {
            try $0.execute("SELECT n, n * n AS square FROM generate_series(1, 1000) AS n", within: ample)
        }
        #expect(rows.count == 1000 && rows.affected == 1000 && rows.command == "SELECT 1000")
        #expect(rows.columnNames == ["n", "square"])
        #expect(try rows.map { try $0.int64("square") } == (1...1000).map { $0 * $0 })
        let none = try await SharedPostgreSQL.connected { try $0.execute("SELECT 1 AS one WHERE false", within: ample) }
        #expect(none.isEmpty && none.columnNames == ["one"])
    }

    @Test func aValueThatIsReadAsAnotherTypeNamesItsColumn() async throws {
        let row = try await SharedPostgreSQL.connected {
            try $0.execute(
                "SELECT 1::bigint AS n, NULL::text AS t, 'infinity'::timestamptz AS i, 1.5::numeric AS m", within: ample
            )[0]
        }
        func column(_ body: () throws -> Void) -> String? {
            do {
                try body()
            } catch PostgreSQLError.badValue(let column, _) {
                return column
            } catch {}
            return nil
        }
        #expect(column { _ = try row.text("n") } == "n")
        #expect(column { _ = try row.int32("n") } == "n")
        #expect(column { _ = try row.bool(0) } == "0")
        #expect(column { _ = try row.text("t") } == "t")
        #expect(column { _ = try row.timestamp("i") } == "i")
        #expect(column { _ = try row.real("m") } == "m")
        #expect(column { _ = try row.int64("missing") } == "missing")
        #expect(column { _ = try row.isNull(4) } == "4")
        #expect(column { _ = try row.isNull(-1) } == "-1")
        #expect(!PostgreSQLError.badValue(column: "n", "").isInDoubt)
    }

    @Test func aTextWithAZeroByteIsNotSent() async throws {
        let (error, isOpen) = try await SharedPostgreSQL.failure {
            try $0.execute("SELECT $1, $2", [.int64(1), .text("a\0b")], within: ample)
        }
        #expect(error == .badParameter(2, "A text has no zero bytes."))
        #expect(!error.isInDoubt && isOpen)
    }

    @Test func aTimeThatPostgreSQLDoesNotHaveIsNotSent() async throws {
        let (error, _) = try await SharedPostgreSQL.failure {
            try $0.execute("SELECT $1", [.timestamp(microseconds: .min)], within: ample)
        }
        #expect(error == .badParameter(1, "The time is out of range."))
    }

    @Test func tooManyParametersAreNotSent() async throws {
        let (error, isOpen) = try await SharedPostgreSQL.failure {
            try $0.execute("SELECT 1", Array(repeating: .null, count: 65_536), within: ample)
        }
        guard case .badParameter = error else {
            Issue.record("\(error)")
            return
        }
        #expect(isOpen)
    }
}
