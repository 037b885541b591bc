import SQLite
import Testing

@Suite struct ValueTests {
    enum Colour: String, SQLiteConvertible {
        case red, blue
    }

    struct Value: Equatable {
        let id: Int
        let colour: Colour?
        let weight: Double
    }

    let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:")
        try connection.execute("CREATE TABLE v (id INTEGER PRIMARY KEY, colour TEXT, weight REAL NOT NULL) STRICT")
        try connection.run("INSERT INTO v (id, colour, weight) VALUES (?, ?, ?)", 1, Colour.red, 0.5)
        try connection.run("INSERT INTO v (id, colour, weight) VALUES (?, ?, ?)", 2, nil as Colour?, 1.5)
    }

    @Test func columnsAreReadInTheirOrder() throws {
        let values = try connection.all("SELECT id, colour, weight FROM v ORDER BY id", as: Value.init)
        #expect(values == [Value(id: 1, colour: .red, weight: 0.5), Value(id: 2, colour: nil, weight: 1.5)])
        var ids: [Int] = []
        try connection.query("SELECT id, weight FROM v WHERE weight > ?", 1.0) { (id: Int, _: Double) in ids.append(id)
        }
        #expect(ids == [2])
    }

    @Test func oneColumnNeedsNoReader() throws {
        #expect(try connection.all("SELECT id FROM v ORDER BY id") == [1, 2])
        #expect(try connection.first("SELECT weight FROM v WHERE id = ?", 2) == 1.5)
    }

    @Test func firstIsNilWithoutARowAndForNull() throws {
        let colours: [Colour?] = try [1, 2, 3].map { try connection.first("SELECT colour FROM v WHERE id = ?", $0) }
        #expect(colours == [.red, nil, nil])
    }

    @Test func eachValueComesBackAsItWas() throws {
        let bytes: [UInt8] = [0, 255]
        let found = try connection.first("SELECT ?, ?, ?, ?, ?, ?", Int64.min, true, "ü\0", bytes, -0.5, nil as String?)
        {
            (number: Int64, flag: Bool, text: String, bytes: [UInt8], real: Double, nothing: String?) in
            number == .min && flag && text == "ü\0" && bytes == [0, 255] && real == -0.5 && nothing == nil
        }
        #expect(found == true)
    }

    @Test func aPlaceholderMayStandTwice() throws {
        #expect(try connection.first("SELECT ?1 + ?2 + ?1", 1, 20) == 22)
    }

    @Test func aValueThatTheTypeDoesNotHaveIsRefused() throws {
        try connection.run("UPDATE v SET colour = 'green'")
        let error = try #require(throws: SQLiteError.self) {
            let _: [Colour] = try connection.all("SELECT colour FROM v")
        }
        #expect(error.code == .corrupt)
    }

    @Test func aStatementRunsManyTimes() throws {
        let statement = try connection.statement("INSERT INTO v (colour, weight) VALUES (?, ?)")
        for weight in [3.0, 4.0] { try statement.run(Colour.blue, weight) }
        #expect(try connection.first("SELECT sum(weight) FROM v WHERE colour = ?", Colour.blue) == 7.0)
    }

    @Test func anotherNumberOfValuesTraps() async {
        await #expect(processExitsWith: .failure) { try Connection(path: ":memory:").run("SELECT ?, ?", 1) }
        await #expect(processExitsWith: .failure) { try Connection(path: ":memory:").run("SELECT ?") }
    }

    @Test func anotherNumberOfColumnsTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = try Connection(path: ":memory:").all("SELECT 1, 2") { (one: Int) in one }
        }
        await #expect(processExitsWith: .failure) {
            let _: Int? = try Connection(path: ":memory:").first("SELECT 1, 2")
        }
    }
}
