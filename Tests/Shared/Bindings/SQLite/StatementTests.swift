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
        try connection.run("INSERT INTO v (i) VALUES (?1)", value)
        #expect(try connection.first("SELECT i FROM v") == value)
    }

    @Test(arguments: ["", "a", "zero \0 inside", "Копилка 🐖", String(repeating: "x", count: 100_000)])
    func textsKeepAllTheirBytes(text: String) throws {
        try connection.run("INSERT INTO v (t) VALUES (?1)", text)
        #expect(try connection.first("SELECT t FROM v") == text)
        #expect(try connection.first("SELECT length(CAST(t AS BLOB)) FROM v") == text.utf8.count)
    }

    @Test(arguments: [[], [0], [1, 0, 2], [UInt8](repeating: 0xFF, count: 100_000)] as [[UInt8]])
    func blobsKeepAllTheirBytes(bytes: [UInt8]) throws {
        try connection.run("INSERT INTO v (b) VALUES (?1)", bytes)
        #expect(try connection.first("SELECT b FROM v") == bytes)
        let statement = try connection.statement("SELECT b FROM v")
        #expect(try statement.step())
        #expect(statement.row.withBytes(at: 0) { $0.count } == bytes.count)
    }

    /// The set of numbers that the first row holds in each column; nil without a row.
    private func sets(_ sql: StaticString) throws -> [[Int64]]? { try sets(try connection.statement(sql)) }

    private func sets(_ statement: consuming Statement) throws -> [[Int64]]? {
        guard try statement.step() else { return nil }
        var sets: [[Int64]] = []
        for column in 0..<statement.row.count { sets.append(numbers(statement.row.bits(at: column))) }
        return sets
    }

    private func numbers(_ bits: [UInt64]) -> [Int64] {
        bits.indices.flatMap { word in
            (0..<64).filter { bits[word] >> UInt64($0) & 1 == 1 }.map { Int64(word * 64 + $0) }
        }
    }

    @Test(arguments: [0, 1, 63, 64, 65, 5_000])
    func numbersOfManyRowsComeAtOnce(count: Int) throws {
        let values = (0..<count).map { Int64($0) * 77 }
        for value in values.reversed() { try connection.run("INSERT INTO v (i) VALUES (?1)", value) }
        #expect(try sets("SELECT bits(i) FROM v") == [values])
        let halves = try sets("SELECT bits(i), bits(id) FROM v WHERE id % 2 = 0")
        #expect(halves?.first?.count == count / 2 && halves?.last == (0..<count / 2).map { Int64($0 + 1) * 2 })
    }

    @Test(arguments: [-1, Int64.min, 8_000_000_000, Int64.max])
    func numbersOfWhichThereIsNoSetAreRefused(number: Int64) throws {
        try connection.run("INSERT INTO v (i) VALUES (1), (?1)", number)
        #expect(throws: SQLiteError.self) { try sets("SELECT bits(i) FROM v") }
    }

    @Test func theRowsOfAPhraseComeAtOnce() throws {
        try connection.execute("CREATE VIRTUAL TABLE phrases USING fts5 (words, content = '')")
        for row in 0..<3_000 {
            let words = row % 3 == 0 ? "one two" : "two one three"
            try connection.run("INSERT INTO phrases (rowid, words) VALUES (?, ?)", row, words)
        }
        func rows(of phrase: String) throws -> [Int64]? {
            try sets(
                try connection.statement(
                    "SELECT bits_of_phrase(phrases) FROM phrases WHERE phrases MATCH ? LIMIT 1", phrase))?.first
        }
        #expect(try rows(of: "\"one two\"") == (0..<1_000).map { $0 * 3 })
        #expect(try rows(of: "three") == (0..<3_000).filter { $0 % 3 != 0 })
        #expect(try rows(of: "\"three one\"") == nil)
    }

    @Test func nullsAreNil() throws {
        try connection.run(
            "INSERT INTO v (i, r, t, b) VALUES (?, ?, ?, ?)", nil as Int64?, nil as Double?, nil as String?,
            nil as [UInt8]?)
        let isNil = try connection.first("SELECT i, r, t, b FROM v") {
            (integer: Int64?, real: Double?, text: String?, bytes: [UInt8]?) in
            [integer == nil, real == nil, text == nil, bytes == nil]
        }
        #expect(isNil == [true, true, true, true])
    }

    @Test func realsAreKept() throws {
        try connection.run("INSERT INTO v (r) VALUES (?1)", 0.1)
        #expect(try connection.first("SELECT r FROM v") == 0.1)
    }

    /// Values of the previous use must not remain in unbound placeholders.
    @Test func cachedStatementForgetsItsValues() throws {
        for value in [7, nil] as [Int64?] {
            let statement = try connection.statement("INSERT INTO v (i) VALUES (?)")
            if let value { statement.bind(value, at: 1) }
            #expect(try !statement.step())
        }
        #expect(try connection.first("SELECT i IS NULL FROM v WHERE id = 2") == true)
    }

    @Test func statementMayBeUsedInsideItself() throws {
        try connection.execute("INSERT INTO v (i) VALUES (1), (2), (3)")
        var pairs = 0
        func each(_ depth: Int) throws(SQLiteError) {
            try connection.query("SELECT i FROM v") { (_: Int64) throws(SQLiteError) in
                if depth > 0 { try each(depth - 1) } else { pairs += 1 }
            }
        }
        try each(1)
        #expect(pairs == 9)
    }

    @Test func statementIsRunManyTimesByResetting() throws {
        do {
            let statement = try connection.statement("INSERT INTO v (i) VALUES (?)")
            for value in 0..<10 {
                statement.bind(value)
                while try statement.step() {}
                statement.reset()
            }
        }
        #expect(try connection.first("SELECT sum(i) FROM v") == 45)
    }

    @Test func aColumnOfAnotherTypeIsAnErrorThatNamesBoth() throws {
        try connection.execute("INSERT INTO v (i) VALUES (1)")
        func refused<Value: SQLiteValue>(_: Value.Type) throws -> String {
            let error = try #require(throws: SQLiteError.self) {
                try connection.all("SELECT i AS number FROM v") { (value: Value) in value }
            }
            #expect(error.code == .mismatch)
            return "\(error)"
        }
        let text = try refused(String.self)
        #expect(text.contains("Column 0 (number) is read as text, but holds integer.") && text.contains("SELECT i"))
        #expect(try refused(Double.self).contains("read as real"))
        #expect(try refused([UInt8].self).contains("read as blob"))
        try connection.execute("UPDATE v SET i = NULL")
        #expect(try refused(Int64.self).contains("holds null"))
        connection.close()
    }

    @Test func errorOfTheReaderEndsTheQuery() throws {
        try connection.execute("INSERT INTO v (i) VALUES (1), (2)")
        var seen = 0
        let error = try #require(throws: SQLiteError.self) {
            try connection.query("SELECT i FROM v") { (_: Int64) throws(SQLiteError) in
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
            _ = try Connection(path: ":memory:").all("SELECT NULL") as [Int64]
        }
    }

    @Test func readingAColumnThatIsNotThereTraps() async {
        await #expect(processExitsWith: .failure) {
            let connection = try Connection(path: ":memory:")
            let statement = try connection.statement("SELECT 1")
            if try statement.step() { _ = statement.row.int64(at: 1) }
        }
    }

    @Test func bindingAPlaceholderThatIsNotThereTraps() async {
        await #expect(processExitsWith: .failure) {
            let connection = try Connection(path: ":memory:")
            try connection.statement("SELECT ?").bind(1, at: 2)
        }
    }
}
