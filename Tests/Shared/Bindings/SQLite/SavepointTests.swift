import SQLite
import TestSupport
import Testing

@Suite struct SavepointTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:")
        try connection.execute("CREATE TABLE v (i INTEGER) STRICT")
    }

    private func write(_ value: Int) throws {
        try connection.run("INSERT INTO v (i) VALUES (?1)") { $0.bind(value, at: 1) }
    }

    private func values() throws -> [Int64] {
        var values: [Int64] = []
        try connection.query("SELECT i FROM v ORDER BY rowid") { values.append($0.int64(at: 0)) }
        return values
    }

    @Test func thoseWithinOthersGoBackAlone() throws {
        try connection.execute("BEGIN")
        connection.setSavepoint()
        connection.setSavepoint()
        try write(1)
        try connection.goBackToSavepoint()
        #expect(try values() == [])
        try write(2)
        connection.setSavepoint()
        try connection.releaseSavepoint()
        connection.setSavepoint()
        try connection.execute("INSERT INTO v (i) VALUES (3)")
        try connection.releaseSavepoint()
        #expect(try values() == [2, 3])
        try connection.goBackToSavepoint()
        #expect(try values() == [])
        try write(4)
        try connection.execute("COMMIT")
        #expect(try values() == [4])
    }

    @Test func aTransactionThatEndedByItselfLeavesNoneBehind() throws {
        try connection.execute("BEGIN")
        connection.setSavepoint()
        connection.setSavepoint()
        try write(1)
        try connection.execute("ROLLBACK")
        try connection.goBackToSavepoint()
        try connection.goBackToSavepoint()
        try connection.execute("BEGIN")
        connection.setSavepoint()
        try write(2)
        try connection.releaseSavepoint()
        try connection.execute("COMMIT")
        #expect(try values() == [2])
    }

    @Test func theyDoWhatAListOfListsDoes() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        try connection.execute("BEGIN")
        var marks: [[Int64]] = []
        var expected: [Int64] = []
        for step in 0..<2_000 {
            switch random.below(6) {
            case 0 where marks.count < 6:
                connection.setSavepoint()
                marks.append(expected)
            case 1 where !marks.isEmpty:
                try connection.releaseSavepoint()
                marks.removeLast()
            case 2 where !marks.isEmpty:
                try connection.goBackToSavepoint()
                expected = marks.removeLast()
            case 3:
                #expect(try values() == expected, "seed \(seed), step \(step)")
            default:
                try write(step)
                expected.append(Int64(step))
            }
            // Limits the number of rows to compare.
            if marks.isEmpty, expected.count > 40 {
                try connection.run("DELETE FROM v")
                expected = []
            }
        }
        for _ in marks { try connection.releaseSavepoint() }
        try connection.execute("COMMIT")
        #expect(try values() == expected, "seed \(seed)")
    }
}
