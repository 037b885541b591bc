import Tables
import TestSupport
import Testing

@Suite struct CSVReaderTests {
    private static func fields(
        _ text: String, separator: Character = ",", _ quoting: CSVReader.Quoting = .strict
    ) throws -> [[String]] {
        try CSVReader.rows(of: text, separator: try #require(separator.asciiValue), quoting: quoting).map(\.fields)
    }

    @Test func rowsEndInAnyWayAndEmptyOnesAreLeftOut() throws {
        let rows = try CSVReader.rows(of: "\u{FEFF}a,b\r\n\r\n\n1,\r2,\"x\r\ny\"\n\"\"\n,\n3", quoting: .strict)
        #expect(rows.map(\.fields) == [["a", "b"], ["1", ""], ["2", "x\r\ny"], ["", ""], ["3"]])
        #expect(rows.map(\.lineNumber) == [1, 4, 5, 8, 9])
    }

    @Test func quotationMarksKeepWhatTheyHold() throws {
        #expect(try Self.fields("\"a,\"\"b\"\"\",,\" c \"") == [["a,\"b\"", "", " c "]])
        #expect(try Self.fields("a,b;\"c;d\"", separator: ";") == [["a,b", "c;d"]])
    }

    @Test(arguments: [
        ("a\n\"b\nc", CSVProblem.Rule.openQuote, 2), ("a,b\nc,d\"e", .strayQuote, 2), ("a\n \"b\"", .strayQuote, 2),
        ("\"a\"b", .textAfterQuote, 1), ("\"a\nb\" ,c", .textAfterQuote, 2),
    ])
    func strictReadingNamesTheLine(text: String, rule: CSVProblem.Rule, line: Int) {
        #expect(throws: CSVProblem(line: line, rule: rule)) { try Self.fields(text) }
    }

    @Test func lenientReadingTakesThemAsTheyAre() throws {
        let text = "a,b\"c\", \"d\" e,\"f\"\"g\"h\"\n"
        #expect(try Self.fields(text, .lenient) == [["a", "b\"c\"", "d e", "f\"gh\""]])
        #expect(throws: CSVProblem(line: 1, rule: .openQuote)) { try Self.fields("a, \"b", .lenient) }
    }

    @Test func thereIsALimitToEverything() throws {
        let widest = String(repeating: ",", count: CSVReader.mostFields - 1)
        #expect(try Self.fields(widest).map(\.count) == [CSVReader.mostFields])
        #expect(throws: CSVProblem(line: 2, rule: .tooManyFields)) { try Self.fields("a\n" + widest + ",") }
        let longest = String(repeating: "x", count: CSVReader.longestField)
        #expect(try Self.fields(longest) == [[longest]])
        for text in [longest + "x", "\"" + longest + "x\""] {
            #expect(throws: CSVProblem(line: 1, rule: .tooLongField)) { try Self.fields(text) }
        }
        #expect(try CSVReader.rows(of: "a\n\nb\n\"c", quoting: .strict, limit: 2).map(\.fields) == [["a"], ["b"]])
    }

    @Test func theFirstLineTellsTheSeparator() {
        let separators = ["a,b;c", "\n\ra;b\tc,", "a;b\nc,d", "a\tb", "a", ""].map(CSVReader.separator)
        #expect(separators.map { Character(Unicode.Scalar($0)) } == [",", ",", ";", "\t", ",", ","])
    }

    @Test func aTableHasAsManyFieldsInEachRow() throws {
        let table = try CSVTable("\n from ; to\n1;2\n\n3;4\n")
        #expect(table.names == ["from", "to"] && table.headerLineNumber == 2)
        #expect(table.rows == [CSVRow(lineNumber: 3, fields: ["1", "2"]), CSVRow(lineNumber: 5, fields: ["3", "4"])])
        #expect(throws: CSVProblem(line: 1, rule: .noHeader)) { try CSVTable(" \n\n".replacing(" ", with: "")) }
        #expect(throws: CSVProblem(line: 2, rule: .fieldCount(1, wanted: 2))) { try CSVTable("a,b\nc\nd") }
    }

    /// Written tables are read back unchanged.
    @Test func whatIsWrittenIsReadAgain() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let pieces = ["a", "ж", "'", "\"", ",", ";", " ", "\n", "\r", "\t", "=", "-", "@", "\u{301}", "👩‍👩‍👧"]
        for _ in 0..<500 {
            let rows = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<Int.random(in: 2...5, using: &random)).map { _ in
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                        .joined()
                }
            }
            var text: [UInt8] = []
            for row in rows { CSVCell.append(row: row.map(CSVCell.safe), to: &text) }
            for quoting in [CSVReader.Quoting.strict, .lenient] {
                let read = try CSVReader.rows(of: String(decoding: text, as: UTF8.self), quoting: quoting)
                let same = read.map { $0.fields.map { Array(CSVCell.original($0).utf8) } }
                #expect(same == rows.map { $0.map { Array($0.utf8) } }, "seed \(seed)")
            }
        }
    }
}
