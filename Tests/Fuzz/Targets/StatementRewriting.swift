import Domain
import HistoryService
import Signals

/// Rows of a file, written in each format of ours and read again.
struct StatementRewriting {
    private let rows: [StatementFileRow]
    private let currency: Currency
    private let scope: StatementScope

    /// The largest amount that is read: a fee can lead beyond it.
    private static let largest: UInt64 = 1_000_000_000_000_000

    /// Nil for a file without rows.
    init?(_ file: StatementFile) {
        rows = file.rows.filter { $0.change.minorUnits.magnitude <= Self.largest }
        guard let first = rows.first, let last = rows.last else { return nil }
        currency = first.change.currency
        scope = StatementScope(
            account: OwnedAccount(id: "acc1", userID: "a", currency: currency), zone: .utc, first: first.day,
            last: last.day)
    }

    /// Requires that each format keeps what it can hold.
    func check() throws {
        let csv = try read(CSVStatementWriter(), as: .csv)
        for (row, again) in zip(rows, csv) {
            try compare(row, again, in: "CSV")
            try demand(row.time == again.time, "CSV keeps another time: \(again.time)")
            try demand((row.category ?? "") == (again.category ?? ""), "CSV keeps another category")
        }
        for (row, again) in zip(rows, try read(QIFStatementWriter(), as: .qif)) { try compare(row, again, in: "QIF") }
        for (row, again) in zip(rows, try read(OFXStatementWriter(), as: .ofx)) {
            // MEMO holds 255 characters, and XML has no noncharacters.
            let isKept =
                row.description.unicodeScalars.count <= 255
                && !row.description.unicodeScalars.contains { $0.value & 0xFFFE == 0xFFFE }
            try compare(row, again, in: "OFX", withText: isKept)
        }
    }

    private func compare(
        _ row: StatementFileRow, _ again: StatementFileRow, in format: String, withText: Bool = true
    ) throws(FuzzFinding) {
        try demand(row.day == again.day, "\(format) keeps the day \(again.day) for \(row.day)")
        try demand(row.change == again.change, "\(format) keeps \(again.change) for \(row.change)")
        try demand(
            !withText || row.description == again.description,
            "\(format) keeps \(again.description.debugDescription) for \(row.description.debugDescription)")
    }

    private func read(_ writer: some StatementWriter, as kind: HistorySignal.FileFormat) throws -> [StatementFileRow] {
        var text: [UInt8] = []
        let nothing = Money(minorUnits: 0, currency: currency)
        writer.write(StatementHead(scope: scope, opening: nothing, writtenAt: scope.start), to: &text)
        for (index, row) in rows.enumerated() {
            writer.write(StatementRow(movement: movement(row, index), balance: nothing), of: scope, to: &text)
        }
        writer.writeEnd(of: scope, closing: nothing, to: &text)
        let key = ReadFiles.Key(
            user: "a", content: text, kind: kind, encoding: .utf8,
            hints: StatementHints(currency: currency, dateOrder: kind == .qif ? .mdy : nil), skipsBadLines: false)
        do {
            let again = try ReadFile(key).statement.rows
            try demand(again.count == rows.count, "\(kind) keeps \(again.count) rows of \(rows.count)")
            return again
        } catch {
            throw FuzzFinding(
                description: "\(kind) of ours is not read: \(error)\n\(String(decoding: text, as: UTF8.self))")
        }
    }

    private func movement(_ row: StatementFileRow, _ index: Int) -> Movement {
        let units = row.change.minorUnits
        return Movement(
            key: MovementKey(sequence: Int64(index + 1), side: units < 0 ? .expense : .income),
            transferID: "t\(index)", userID: "a", accountID: "acc1", otherAccountID: nil,
            amount: Money(minorUnits: Int64(units.magnitude), currency: currency),
            balanceAfter: Money(minorUnits: 0, currency: currency), description: row.description,
            category: row.category, time: row.time)
    }
}
