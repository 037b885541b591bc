import Foundation
import StrictJSON
import TestSupport
import Testing

/// Statements read by independent parsers: `Tests/Clients/read_statement.py`.
struct OutsideReader {
    struct Row: Hashable {
        let amount: Decimal
        let day: String
        let text: String
        let id: String?
    }

    let opening: Decimal?
    let closing: Decimal?
    let account: String?
    let currency: String?
    let rows: [Row]

    /// The sum of the rows.
    var sum: Decimal { rows.reduce(0) { $0 + $1.amount } }

    static func read(_ content: String, as format: String) async throws -> OutsideReader {
        try await read(Data(content.utf8), as: format)
    }

    /// - Parameter format: `csv`, `json`, `ofx`, `qif`, `mt940`, `camt` or `camt-entries`.
    static func read(_ content: Data, as format: String) async throws -> OutsideReader {
        let folder = TemporaryDirectory()
        let file = folder.path + "/statement.\(format)"
        try content.write(to: URL(fileURLWithPath: file))
        let output = try await run("read_statement.py", [format, file])
        let seen = try JSONDocument(text: output, limits: JSONLimits(maximumBytes: 64 << 20)).root
        func decimal(_ node: JSONNode?) -> Decimal? { node?.string.flatMap { Decimal(string: $0) } }
        return OutsideReader(
            opening: decimal(seen.member("opening")), closing: decimal(seen.member("closing")),
            account: seen.member("account")?.string, currency: seen.member("currency")?.string,
            rows: try (seen.member("rows")?.elements.map { $0 } ?? []).map { row in
                Row(
                    amount: try #require(decimal(row.member("amount"))), day: row.member("day")?.string ?? "",
                    text: row.member("text")?.string ?? "", id: row.member("id")?.string)
            })
    }

    /// Runs a script of `Tests/Clients` in the environment of Python that has the parsers, and returns its output.
    static func run(_ script: String, _ arguments: [String]) async throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let python = package.appendingPathComponent(".venv/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "\(python) is missing: `make .venv` makes it, with the parsers that this test runs.")
        let finished = try await FinishedProcess.run(
            executable: python,
            arguments: [package.appendingPathComponent("Tests/Clients/\(script)").path] + arguments,
            environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        try #require("\(finished.status)" == "exit 0", "\(finished)")
        return finished.output
    }
}
