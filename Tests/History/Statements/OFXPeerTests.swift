import Domain
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import HistoryService

/// Goal: a file of OFX means to us what it means to ofxparse.
/// Method: random statements in the ways in which banks write them: 1.x without end tags and 2.x, escapes, zones.
@Suite struct OFXPeerTests {
    @Test func ofxparseReadsTheSame() async throws {
        let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
        print("OFX beside ofxparse: FUZZ_SEED=\(seed)")
        var numbers = SeededGenerator(seed: seed)
        let files = (0..<400).map { _ in RandomOFX.file(&numbers) }
        let folder = TemporaryDirectory()
        let lines = try files.map { String(decoding: try JSONEncoder().encode(["ofx": $0]), as: UTF8.self) }
        let list = try folder.write(lines.joined(separator: "\n") + "\n", to: "files.jsonl")
        let theirs = try await OutsideReader.run("read_ofx_files.py", [list]).split(separator: "\n")
        try #require(theirs.count == files.count)
        for (file, theirs) in zip(files, theirs) {
            let ours = try Self.rows(of: file)
            let rows = try JSONDecoder().decode([[String]].self, from: Data(theirs.utf8)).map { row in
                [row[0], row[1], row[2], CleanText.joined(CleanText.line(row[3]), CleanText.line(row[4]))]
            }
            try #require(ours.sorted { $0[0] < $1[0] } == rows.sorted { $0[0] < $1[0] }, "seed \(seed): \(file)")
        }
    }

    /// Returns what we read, as `read_ofx_files.py` writes it.
    private static func rows(of file: String) throws -> [[String]] {
        let key = ReadFiles.Key(
            user: "u", content: Array(file.utf8), kind: nil, encoding: nil, hints: StatementHints(),
            skipsBadLines: false)
        return try ReadFile(key).statement.rows.map { row in
            [
                row.bankID ?? "", row.change.decimalText, String(row.time.description.prefix(19)), row.description,
            ]
        }
    }
}

/// Statements of one account.
private enum RandomOFX {
    static func file(_ numbers: inout SeededGenerator) -> String {
        let isXML = numbers.below(2) == 0
        let end = numbers.below(3) == 0 ? "" : numbers.one(of: ["\n", "\r\n", "\n\t"])
        func value(_ name: String, _ text: String) -> String {
            isXML ? "<\(name)>\(text)</\(name)>\(end)" : "<\(name)>\(text)\(end.isEmpty ? "\n" : end)"
        }
        let rows = (0..<numbers.below(8)).map { index in
            var row = value("TRNTYPE", numbers.one(of: ["DEBIT", "CREDIT", "POS", "OTHER"]))
            row += value("DTPOSTED", time(&numbers))
            row += value("TRNAMT", amount(&numbers))
            row += value("FITID", "id-\(index)")
            row += value("NAME", words(&numbers))
            if numbers.below(2) == 0 { row += value("MEMO", words(&numbers)) }
            return "<STMTTRN>\(end)\(row)</STMTTRN>\(end)"
        }
        let header =
            isXML
            ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?OFX OFXHEADER=\"200\" VERSION=\"211\" SECURITY=\"NONE\" "
                + "OLDFILEUID=\"NONE\" NEWFILEUID=\"NONE\"?>\n"
            : "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\nCHARSET:NONE\n"
                + "COMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n"
        return header + "<OFX><BANKMSGSRSV1><STMTTRNRS>\(value("TRNUID", "0"))<STMTRS>\(value("CURDEF", "EUR"))"
            + "<BANKACCTFROM>\(value("BANKID", "1"))\(value("ACCTID", "2"))\(value("ACCTTYPE", "CHECKING"))"
            + "</BANKACCTFROM><BANKTRANLIST>\(value("DTSTART", "20260101"))\(value("DTEND", "20261231"))"
            + rows.joined() + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
    }

    /// A day, or a moment with or without a zone. Midnight with a zone is left out: there it stands for the day.
    private static func time(_ numbers: inout SeededGenerator) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "2026\(two(1 + numbers.below(12)))\(two(1 + numbers.below(28)))"
        guard numbers.below(3) > 0 else { return day }
        let moment = day + two(1 + numbers.below(23)) + two(numbers.below(60)) + two(numbers.below(60))
        let zones = ["", ".000", "[0:GMT]", "[-5:EST]", ".000[+3:MSK]", "[+5.5:IST]", "[-3.50:NST]"]
        return moment + numbers.one(of: zones)
    }

    private static func amount(_ numbers: inout SeededGenerator) -> String {
        let sign = numbers.one(of: ["-", "", "+"])
        let whole = numbers.below(2) == 0 ? numbers.below(1000) : numbers.below(100_000_000)
        return "\(sign)\(whole)\(numbers.one(of: [".", ","]))\(numbers.below(10))\(1 + numbers.below(9))"
    }

    private static func words(_ numbers: inout SeededGenerator) -> String {
        let words = [
            "Tram", "café", "Müller &amp; Söhne", "ООО", "&lt;b&gt;", "\"x\"", "it's", "A/B", "100%", "№ 7", "—", "(x)",
            "a-b", "&#233;t&#xE9;",
        ]
        let chosen = (0...numbers.below(3)).map { _ in numbers.one(of: words) }
        return chosen.joined(separator: numbers.one(of: [" ", "  "]))
    }
}
