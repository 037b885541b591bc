import Coordination
import Domain
import HistoryService
import Reasons
import Signals

extension FuzzTarget {
    /// Files of banks, camt, CSV, MT940, OFX (SGML and XML) and QIF: what is read can be booked, and is read again as
    /// the same from each of our own formats.
    static let statements = FuzzTarget(
        "statements", maximumLength: 8_192, modules: ["Domain", "HistoryService", "Tables", "XML"],
        samples: ["Samples/Statements", "Samples/Banks", "Samples/Messages"]
    ) { bytes in
        // Further hints, where the file leaves something open.
        for order in [nil, HistorySignal.DateOrder.dmy, .mdy] {
            let hints = StatementHints(currency: Currency(code: "RUB"), dateOrder: order)
            do {
                let file = try ReadFile(key(of: bytes, hints: hints, skipsBadLines: true))
                try checkStatement(file)
                if !file.statement.problems.isEmpty {
                    _ = try ReadFile(key(of: bytes, hints: hints, skipsBadLines: false))
                }
                return
            } catch let fault as Fault {
                try Refusals.check(fault, fields: "content", "encoding")
                guard fault.details["cause"] == .text("ambiguousDates") else { return }
            }
        }
    }

    private static func key(of bytes: [UInt8], hints: StatementHints, skipsBadLines: Bool) -> ReadFiles.Key {
        ReadFiles.Key(
            user: "a", content: bytes, kind: nil, encoding: nil, hints: hints, skipsBadLines: skipsBadLines)
    }

    private static func checkStatement(_ file: ReadFile) throws {
        let statement = file.statement
        try demand(statement.rows.count <= StatementFile.mostRows, "a file has \(statement.rows.count) rows")
        try demand(
            statement.problems.count + statement.leftOut.count <= 2 * StatementFile.mostProblems, "too many problems")
        try demand(file.references.count == statement.rows.count, "a row has no reference")
        for problem in statement.problems + statement.leftOut { try Refusals.check(problem.refusal) }
        for row in statement.rows { try checkRow(row) }
        let times = statement.rows.map(\.time)
        try demand(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "rows are not in the order of booking")
        try StatementRewriting(statement)?.check()
    }

    private static func checkRow(_ row: StatementFileRow) throws(FuzzFinding) {
        try demand(row.change.minorUnits != 0, "a row moves nothing")
        try demand(row.change.minorUnits.magnitude <= 4_000_000_000_000_000, "a row moves \(row.change.minorUnits)")
        try demand(
            row.description.unicodeScalars.count <= 500 && PlainText.isPlain(row.description), "ledger refuses a text")
        try demand(row.category.map { $0.unicodeScalars.count <= 100 } ?? true, "a category is long")
        try demand((1...9_999).contains(row.day.components.year), "a row is of the year \(row.day.components.year)")
        try demand(row.line > 0, "a row is on line \(row.line)")
    }
}
