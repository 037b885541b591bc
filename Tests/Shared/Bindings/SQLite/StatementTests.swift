import SQLite
import Testing

@Suite struct StatementTests {
    let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:")
        try connection.execute("CREATE TABLE v (id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB) STRICT")
    }

    @Test(arguments: [Int64.min, -1, 0, 1, Int64.max])
    func integersKeepAll64Bits(value: Int64) throws {
        try connection.run("INSERT INTO v (i) VALUES (?1)") { $0.bind(value, at: 1) }
        #expect(try connection.first("SELECT i FROM v") { $0.int64(at: 0) } == value)
    }

    @Test(arguments: ["", "a", "zero \0 inside", "Копилка 🐖", String(repeating: "x", count: 100_000)])
    func textsKeepAllTheirBytes(text: String) throws {
        try connection.run("INSERT INTO v (t) VALUES (?1)") { $0.bind(text, at: 1) }
        #expect(try connection.first("SELECT t FROM v") { $0.text(at: 0) } == text)
        #expect(
            try connection.first("SELECT length(CAST(t AS BLOB)) FROM v") { $0.int64(at: 0) } == Int64(text.utf8.count))
    }

    @Test(arguments: [[], [0], [1, 0, 2], [UInt8](repeating: 0xFF, count: 100_000)] as [[UInt8]])
    func blobsKeepAllTheirBytes(bytes: [UInt8]) throws {
        try connection.run("INSERT INTO v (b) VALUES (?1)") { $0.bind(bytes, at: 1) }
        try bytes.withUnsafeBytes { raw in
            try connection.run("INSERT INTO v (b) VALUES (?1)") { $0.bind(bytes: raw, at: 1) }
        }
        var read: [[UInt8]] = []
        try connection.query("SELECT b FROM v") { read.append($0.bytes(at: 0)) }
        #expect(read == [bytes, bytes])
        #expect(try connection.first("SELECT b FROM v") { $0.withBytes(at: 0) { $0.count } } == bytes.count)
    }

    /// Returns the numbers in a set of bits.
    private func numbers(_ bits: [UInt64]) -> [Int64] {
        bits.indices.flatMap { word in
            (0..<64).filter { bits[word] >> UInt64($0) & 1 == 1 }.map { Int64(word * 64 + $0) }
        }
    }

    @Test(arguments: [0, 1, 63, 64, 65, 5_000])
    func numbersOfManyRowsComeAtOnce(count: Int) throws {
        let values = (0..<count).map { Int64($0) * 77 }
        for value in values.reversed() { try connection.run("INSERT INTO v (i) VALUES (?1)") { $0.bind(value, at: 1) } }
        #expect(try connection.first("SELECT bits(i) FROM v") { numbers($0.bits(at: 0)) } == values)
        let halves = try connection.first("SELECT bits(i), bits(id) FROM v WHERE id % 2 = 0") {
            (numbers($0.bits(at: 0)).count, numbers($0.bits(at: 1)))
        }
        #expect(halves?.0 == count / 2 && halves?.1 == (0..<count / 2).map { Int64($0 + 1) * 2 })
    }

    @Test(arguments: [-1, Int64.min, 8_000_000_000, Int64.max])
    func numbersOfWhichThereIsNoSetAreRefused(number: Int64) throws {
        try connection.run("INSERT INTO v (i) VALUES (1), (?1)") { $0.bind(number, at: 1) }
        #expect(throws: SQLiteError.self) { try connection.first("SELECT bits(i) FROM v") { $0.bits(at: 0) } }
    }

    @Test func theRowsOfAPhraseComeAtOnce() throws {
        try connection.execute("CREATE VIRTUAL TABLE phrases USING fts5 (words, content = '')")
        for row in 0..<3_000 {
            try connection.run("INSERT INTO phrases (rowid, words) VALUES (?1, ?2)") {
                $0.bind(row, at: 1)
                $0.bind(row % 3 == 0 ? "one two" : "two one three", at: 2)
            }
        }
        func rows(of phrase: String) throws -> [Int64]? {
            try connection.first(
                "SELECT bits_of_phrase(phrases) FROM phrases WHERE phrases MATCH ?1 LIMIT 1",
                bind: { $0.bind(phrase, at: 1) }, { numbers($0.bits(at: 0)) })
        }
        #expect(try rows(of: "\"one two\"") == (0..<1_000).map { $0 * 3 })
        #expect(try rows(of: "three") == (0..<3_000).filter { $0 % 3 != 0 })
        #expect(try rows(of: "\"three one\"") == nil)
    }

    @Test func nullsAreNil() throws {
        try connection.run("INSERT INTO v (i, r, t, b) VALUES (?1, ?2, ?3, ?4)") { statement in
            statement.bind(nil as Int64?, at: 1)
            statement.bindNull(at: 2)
            statement.bind(nil as String?, at: 3)
            statement.bind(nil as [UInt8]?, at: 4)
        }
        var columns = 0
        var isNil: [Bool] = []
        try connection.query("SELECT i, r, t, b FROM v") { row in
            columns = row.count
            isNil = [
                row.optionalInt64(at: 0) == nil, row.isNull(at: 1), row.optionalText(at: 2) == nil,
                row.optionalBytes(at: 3) == nil,
            ]
        }
        #expect(columns == 4)
        #expect(isNil == [true, true, true, true])
    }

    @Test func realsAreKept() throws {
        try connection.run("INSERT INTO v (r) VALUES (?1)") { $0.bind(real: 0.1, at: 1) }
        #expect(try connection.first("SELECT r FROM v") { $0.real(at: 0) } == 0.1)
    }

    /// Values of the previous use must not remain in unbound placeholders.
    @Test func cachedStatementForgetsItsValues() throws {
        for value in [7, nil] as [Int64?] {
            try connection.run("INSERT INTO v (i) VALUES (?1)") { if let value { $0.bind(value, at: 1) } }
        }
        #expect(try connection.first("SELECT i FROM v WHERE id = 2") { $0.isNull(at: 0) } == true)
    }

    @Test func statementMayBeUsedInsideItself() throws {
        try connection.execute("INSERT INTO v (i) VALUES (1), (2), (3)")
        var pairs = 0
        func each(_ depth: Int) throws(SQLiteError) {
            try connection.query("SELECT i FROM v") { _ throws(SQLiteError) in
                if depth > 0 { try each(depth - 1) } else { pairs += 1 }
            }
        }
        try each(1)
        #expect(pairs == 9)
    }

    @Test func statementIsRunManyTimesByResetting() throws {
        do {
            let statement = try connection.statement("INSERT INTO v (i) VALUES (?1)")
            for value in 0..<10 {
                statement.bind(value, at: 1)
                while try statement.step() {}
                statement.reset()
            }
        }
        #expect(try connection.first("SELECT sum(i) FROM v") { $0.int64(at: 0) } == 45)
    }

    @Test func errorOfTheReaderEndsTheQuery() throws {
        try connection.execute("INSERT INTO v (i) VALUES (1), (2)")
        var seen = 0
        let error = try #require(throws: SQLiteError.self) {
            try connection.query("SELECT i FROM v") { _ throws(SQLiteError) in
                seen += 1
                throw SQLiteError(code: .mismatch, message: "not today")
            }
        }
        #expect(error.code == .mismatch)
        #expect(seen == 1)
        connection.close()
    }

    @Test(arguments: ["", "  -- nothing", "SELEC 1", "SELECT 1; SELECT 2", "SELECT * FROM missing"])
    func wrongSQLIsRefused(sql: String) throws {
        do {
            _ = try connection.statement(dynamic: sql)
            Issue.record("\(sql) was taken")
        } catch {
            #expect(error.code == .sql)
        }
    }

    @Test func dynamicStatementRuns() throws {
        let statement = try connection.statement(dynamic: "SELECT 40 + 2;\n")
        var answers: [Int64] = []
        while try statement.step() { answers.append(statement.row.int64(at: 0)) }
        #expect(answers == [42])
    }

    @Test func readingANullAsAnIntegerTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = try Connection(path: ":memory:").first("SELECT NULL") { $0.int64(at: 0) }
        }
    }

    @Test func readingAColumnThatIsNotThereTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = try Connection(path: ":memory:").first("SELECT 1") { $0.int64(at: 1) }
        }
    }

    @Test func bindingAPlaceholderThatIsNotThereTraps() async {
        await #expect(processExitsWith: .failure) {
            try Connection(path: ":memory:").run("SELECT ?1") { $0.bind(1, at: 2) }
        }
    }
}
