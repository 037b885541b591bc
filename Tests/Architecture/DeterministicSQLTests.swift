import Testing

/// Statements that write are recorded in the commit log and repeated elsewhere. So they use no function whose result
/// depends on when or where it runs.
@Suite struct DeterministicSQLTests {
    /// The functions in SQL that writes. Each gives the same result for the same arguments and rows.
    private static let known: Set<String> = [
        "cast", "coalesce", "ifnull", "json_extract", "json_insert", "json_remove", "max", "min", "raise",
    ]

    @Test func writesUseKnownFunctionsOnly() {
        let files = Repository.current.houseFiles.filter { !$0.path.hasPrefix("Services/Gateway/") }
        let used = Set(files.flatMap { Self.functions(in: $0.lines.joined(separator: "\n")) })
        #expect(used == Self.known)
    }

    @Test(arguments: [
        ("connection.run(\"INSERT INTO v (i) VALUES (random())\")", ["random"]),
        ("\"\"\"\nUPDATE v SET at = strftime('%s', 'now')\nWHERE id = ?\n\"\"\"", ["strftime"]),
        ("\"SELECT datetime('now')\"", []), ("let a = random()", []),
    ])
    func functionsAreFound(source: String, found: [String]) {
        #expect(Self.functions(in: source) == Set(found))
    }

    /// No keyword stands for the present time either.
    @Test func noWriteAsksForTheTime() {
        let writes = Repository.current.houseFiles.flatMap { Self.writes(in: $0.lines.joined(separator: "\n")) }
        #expect(!writes.isEmpty)
        #expect(writes.filter { $0.contains(/CURRENT_(TIMESTAMP|DATE|TIME)/.ignoresCase()) } == [])
    }

    private static func functions(in source: String) -> Set<String> {
        Set(writes(in: source).flatMap { $0.matches(of: /\b([A-Za-z_]+)\(/).map { $0.1.lowercased() } })
    }

    /// Returns the texts with SQL that writes.
    private static func writes(in source: String) -> [String] {
        source.matches(of: /"""(?<long>[\s\S]*?)"""|"(?<short>(?:[^"\\\n]|\\.)*)"/).compactMap { match in
            let text = String(match.long ?? match.short ?? "")
            let isWrite = text.contains(
                /\b(INSERT INTO|INSERT OR|UPDATE\s+\w+\s+SET|DELETE FROM|REPLACE INTO|ON CONFLICT)\b/)
            return isWrite && !text.contains("kopilka_") ? text : nil
        }
    }
}
