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

    /// Of rows without an order, a limit takes any.
    @Test func noWriteTakesSomeRowsOfNoOrder() {
        let writes = Repository.current.houseFiles.flatMap { Self.writes(in: $0.lines.joined(separator: "\n")) }
        #expect(writes.filter(Self.takesAnyRows) == [])
    }

    @Test(arguments: [
        ("DELETE FROM v WHERE i IN (SELECT i FROM v LIMIT 5)", true),
        ("DELETE FROM v WHERE i IN (SELECT i FROM v WHERE (a) ORDER BY i LIMIT 5)", false),
        ("DELETE FROM v WHERE i IN (SELECT i FROM (SELECT i FROM v ORDER BY i) LIMIT 5)", true),
        ("UPDATE v SET a = 1 WHERE i = 2", false),
        ("INSERT INTO v SELECT i FROM w ORDER BY i; DELETE FROM v LIMIT 1", true),
    ])
    func limitsWithoutAnOrderAreFound(sql: String, isFound: Bool) { #expect(Self.takesAnyRows(sql) == isFound) }

    /// True when a LIMIT in SQL comes without an ORDER BY of the same SELECT.
    private static func takesAnyRows(_ sql: String) -> Bool {
        // Whether each open bracket, and the statement around all, has an order so far.
        var isOrdered = [false]
        for match in sql.matches(of: /[();]|\b(ORDER\s+BY|LIMIT)\b/) {
            switch match.0.prefix(1) {
            case "(": isOrdered.append(false)
            case ")": if isOrdered.count > 1 { isOrdered.removeLast() }
            case ";": isOrdered = [false]
            case "O": isOrdered[isOrdered.count - 1] = true
            default: if !isOrdered[isOrdered.count - 1] { return true }
            }
        }
        return false
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
