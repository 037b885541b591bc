import SQLite
import TestSupport
import Testing

/// Goal: what was recorded at one database makes the same content in a copy.
@Suite struct RecordingTests {
    private let origin: Connection
    private let copy: Connection

    init() throws {
        origin = try Connection(path: ":memory:")
        copy = try Connection(path: ":memory:")
        for connection in [origin, copy] {
            try connection.execute(
                """
                CREATE TABLE v (id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB) STRICT;
                CREATE TABLE seen (id INTEGER PRIMARY KEY, n INTEGER NOT NULL DEFAULT 0) STRICT;
                CREATE TRIGGER counts AFTER INSERT ON v BEGIN
                    INSERT INTO seen (id, n) VALUES (new.id, 1) ON CONFLICT (id) DO UPDATE SET n = n + 1;
                END;
                """)
        }
        origin.recordChanges()
    }

    private struct Value: Equatable {
        let id: Int64
        let i: Int64?
        let r: Double?
        let t: String?
        let b: [UInt8]?
    }

    private func values(_ connection: Connection) throws -> [Value] {
        try connection.all("SELECT id, i, r, t, b FROM v ORDER BY id", as: Value.init)
    }

    private func seen(_ connection: Connection) throws -> [Int64] {
        try connection.all("SELECT id * 1000 + n FROM seen ORDER BY id")
    }

    private func carryOver(_ work: () throws -> Void) throws {
        try origin.run("BEGIN IMMEDIATE")
        try work()
        let changes = origin.takeChanges()
        try origin.run("COMMIT")
        try copy.run("BEGIN")
        try copy.repeatChanges(changes)
        try copy.run("COMMIT")
        #expect(try values(origin) == values(copy))
        #expect(try seen(origin) == seen(copy))
    }

    @Test func valuesOfEachKindArriveUnchanged() throws {
        try carryOver {
            let sql: StaticString = "INSERT INTO v (i, r, t, b) VALUES (?, ?, ?, ?)"
            try origin.run(sql, Int64.min, -0.5, "", [UInt8]())
            try origin.run(sql, Int64.max, Double.greatestFiniteMagnitude, "ё\u{0}z", [0, 255] as [UInt8])
            try origin.run(sql, nil as Int64?, nil as Double?, nil as String?, nil as [UInt8]?)
            try origin.run(sql, -1, 0.0, String(repeating: "long ", count: 5000), [UInt8](repeating: 7, count: 70_000))
        }
        #expect(try values(copy).count == 4)
    }

    /// FTS5 writes its index when a savepoint is set; repeated, there is none, and other statements write it.
    @Test func fullTextIsRepeatedThoughItsIndexIsWrittenAtOtherTimes() throws {
        for connection in [origin, copy] {
            try connection.execute("CREATE VIRTUAL TABLE words USING fts5 (t, content = '')")
        }
        func job(_ work: () throws -> Void) throws {
            origin.setSavepoint()
            try work()
            try origin.releaseSavepoint()
        }
        for round in 0..<60 {
            try carryOver {
                for number in 0..<3 {
                    try job {
                        try origin.run(
                            "INSERT INTO words (rowid, t) VALUES (?, ?)", round * 3 + number + 1,
                            "word\(round) shared \(number)")
                    }
                }
                guard round % 4 == 3 else { return }
                try job {
                    try origin.run(
                        "INSERT INTO words (words, rowid, t) VALUES ('delete', ?, ?)", (round - 2) * 3 + 1,
                        "word\(round - 2) shared 0")
                }
            }
        }
        for word in ["shared", "word1", "word5", "word40"] {
            let sql: StaticString = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid"
            let (found, copied): ([Int64], [Int64]) = (try origin.all(sql, word), try copy.all(sql, word))
            #expect(found == copied && !found.isEmpty)
        }
    }

    @Test func aStatementThatFailsLeavesNothing() throws {
        try carryOver {
            try origin.run("INSERT INTO v (id) VALUES (?)", 1)
            #expect(throws: SQLiteError.self) { try origin.run("INSERT INTO v (id) VALUES (?)", 1) }
            try origin.run("INSERT INTO v (id) VALUES (?)", 2)
        }
    }

    @Test func rowsThatAStatementReturnsAreNoFurtherRuns() throws {
        try carryOver {
            let ids: [Int64] = try origin.all(
                "INSERT INTO v (i) VALUES (?), (?), (?) RETURNING id", 1, 2, 3)
            #expect(ids.count == 3)
            // Only its first row is asked for.
            #expect(try origin.first("INSERT INTO v (i) VALUES (?), (?) RETURNING id", 4, 5) == 4)
        }
        #expect(try values(copy).count == 5)
    }

    @Test func scriptsAndSchemasAreChangesToo() throws {
        try origin.execute("BEGIN")
        try origin.execute("CREATE TABLE w (x INTEGER); INSERT INTO w VALUES (5)")
        let changes = origin.takeChanges()
        try origin.execute("COMMIT")
        #expect(origin.takeChanges() == [], "BEGIN and COMMIT are none")
        try copy.repeatChanges(changes)
        #expect(try copy.first("SELECT x FROM w") == 5)
    }

    @Test func readingIsNoChange() throws {
        try origin.run("BEGIN")
        let _: [Int64] = try origin.all("SELECT id FROM v WHERE id > ?", 1)
        #expect(origin.takeChanges() == [])
        try origin.run("COMMIT")
    }

    @Test func aCopyThatIsNotOneIsNoticed() throws {
        try copy.run("INSERT INTO v (id, i) VALUES (7, 1)")
        try origin.run("BEGIN")
        try origin.run("UPDATE v SET i = ? WHERE id = 7", 2)
        let changes = origin.takeChanges()
        try origin.run("COMMIT")
        #expect(throws: SQLiteError(code: .corrupt, message: "")) { try copy.repeatChanges(changes) }
    }

    @Test func damagedRecordsAreRefused() throws {
        try origin.run("BEGIN")
        try origin.run("INSERT INTO v (i, t) VALUES (?, ?)", 300, "text")
        let changes = origin.takeChanges()
        for count in 1..<changes.count {
            #expect(throws: SQLiteError.self, "\(count)") { try copy.repeatChanges(Array(changes.prefix(count))) }
        }
        #expect(throws: SQLiteError.self) { try copy.repeatChanges([9]) }
        #expect(throws: SQLiteError.self) {
            try copy.repeatChanges([UInt8](repeating: 0xFF, count: 12))
        }
        #expect(try values(copy) == [])
    }

    @Test(arguments: 0..<20) func anyWorkWithSavepointsIsRepeated(round: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            try carryOver { for _ in 0..<20 { try work(&random, depth: 0) } }
        }
        #expect(try values(origin) == values(copy), "seed \(seed)")
    }

    private func work(_ random: inout SeededGenerator, depth: Int) throws {
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
            try origin.run(
                "INSERT INTO v (i, t) VALUES (?, ?)", Int64.random(in: .min ... .max, using: &random),
                Bool.random(using: &random) ? "a" : nil as String?)
        case 3:
            try origin.run("UPDATE v SET r = ? WHERE id % 3 = 0", Double.random(in: -1...1, using: &random))
        case 4: try origin.run("DELETE FROM v WHERE id = ?", Int.random(in: 0..<40, using: &random))
        case 5: try? origin.run("INSERT INTO v (id) VALUES (?)", Int.random(in: 1..<40, using: &random))
        default:
            guard depth < 3 else { return }
            origin.setSavepoint()
            for _ in 0..<3 { try work(&random, depth: depth + 1) }
            if Bool.random(using: &random) { try origin.releaseSavepoint() } else { try origin.goBackToSavepoint() }
        }
    }
}
