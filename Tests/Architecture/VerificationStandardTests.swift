import Testing

/// ASVS.md covers each requirement of levels 1 and 2 once, and names an existing test or file for each one that is met.
@Suite struct VerificationStandardTests {
    /// A row: one requirement, or all of a section or a chapter.
    private struct Row {
        let scope: String
        let level: String
        let state: String
        let ground: String
        /// The requirements that it covers, from the standard's own list.
        let requirements: [Requirement]
    }

    private struct Requirement: Hashable {
        let id: String
        let level: String
    }

    private static let repository = Repository.current
    private static let text = repository.text("Shared/Docs/ASVS.md")

    /// Every requirement of levels 1 and 2 of version 5.0.0, `V1.2.3 1` on each line.
    private static let standard: [Requirement] = repository.text("Tests/Samples/Standards/asvs-5.0.0.txt")
        .split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            return Requirement(id: String(parts[0]), level: String(parts[1]))
        }

    private static let rows: [Row] = MarkdownTable.rows(in: text).map { cells in
        let scope = String(cells[0])
        return Row(
            scope: scope, level: String(cells[1]), state: String(cells[3]), ground: String(cells[4]),
            requirements: standard.filter { $0.id == scope || $0.id.hasPrefix(scope + ".") })
    }

    @Test func theListIsThatOfTheStandard() {
        // There are 345 in all, 92 of them of level 3.
        #expect(Self.standard.filter { $0.level == "1" }.count == 70)
        #expect(Self.standard.filter { $0.level == "2" }.count == 183)
    }

    @Test func eachRequirementIsAnsweredOnce() {
        let answered = Self.rows.flatMap(\.requirements)
        #expect(Self.rows.filter(\.requirements.isEmpty).map(\.scope) == [], "no such requirement")
        #expect(Set(Self.standard).subtracting(answered).map(\.id).sorted() == [], "not answered")
        #expect(answered.count == Set(answered).count, "answered twice")
        #expect(answered == Self.standard, "in the order of the standard")
    }

    @Test func levelsAreThoseOfTheStandard() {
        let wrong = Self.rows.filter { $0.level != Set($0.requirements.map(\.level)).sorted().joined(separator: ", ") }
        #expect(wrong.map(\.scope) == [])
    }

    @Test func whatIsMetNamesATestOrAFileAndAllElseAReason() {
        for row in Self.rows {
            let named = Substring(row.ground).codeWords
            let files = named.filter { $0.contains("/") || $0.hasSuffix(".swift") }
            let tests = named.filter { !files.contains($0) && $0.wholeMatch(of: /[A-Z]\w+\.[a-z]\w+/) != nil }
            #expect(files.filter { !Self.repository.paths.contains($0) } == [], "\(row.scope)")
            #expect(NamedTests.missing(of: tests) == [], "\(row.scope)")
            switch row.state {
            case "met": #expect(!(tests + files).isEmpty || row.ground.contains("]("), "\(row.scope) has no proof")
            case "not applicable", "not met": #expect(row.ground.count > 10, "\(row.scope) has no reason")
            default: Issue.record("\(row.scope) is \(row.state)")
            }
        }
    }

    @Test func theSumIsThatOfTheRows() throws {
        func count(_ state: String, _ level: String) -> Int {
            Self.rows.filter { $0.state == state }.flatMap(\.requirements).filter { $0.level == level }.count
        }
        let sums = ["met", "not applicable", "not met"].map { state in
            "\(count(state, "1") + count(state, "2")) are \(state) (\(count(state, "1")) of level 1)"
        }
        #expect(Self.text.contains(sums.joined(separator: ", ") + "."), "\(sums)")
    }
}
