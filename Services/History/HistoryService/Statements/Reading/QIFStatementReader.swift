import Domain
import Reasons
import Signals

/// Reads QIF: transactions of bank, cash and card accounts. Lists of categories and the like are skipped.
struct QIFStatementReader {
    private static let longestLine = 4_096

    let hints: StatementHints

    /// A transaction as written.
    private struct Record {
        var line = 0
        var date = ""
        var amount = ""
        var payee = ""
        var memo = ""
        var category = ""
        var splits: [String] = []
    }

    /// - Throws: ``LineProblem`` when the file is not QIF. Unreadable transactions are collected as problems of the
    ///   file.
    func read(_ text: String) throws(LineProblem) -> StatementFile {
        guard let currency = hints.currency else {
            throw LineProblem.ofFile(.fileWithoutCurrency, ["other": "currency"])
        }
        var file = StatementFile()
        var order = hints.dateOrder
        let records = try records(of: text, &file, &order)
        if order == nil {
            let orders = HistorySignal.DateOrder.possible(for: records.compactMap { WrittenDate($0.date) })
            guard orders.count <= 1 else { throw .ambiguousDates(orders) }
            order = orders.first
        }
        let amounts = records.lazy.flatMap { [$0.amount] + $0.splits }.compactMap { WrittenAmount($0) }
        let decimal = DecimalSeparator.find(in: amounts, exponent: currency.exponent, given: hints.decimal)
        for record in records {
            do throws(LineProblem) {
                let row = try Self.row(record, currency, order ?? .mdy, decimal)
                if Self.isOpening(record) {
                    file.opening = row.change
                    continue
                }
                guard row.change.minorUnits != 0 else {
                    throw LineProblem(record.line, .rowMovesNothing)
                }
                try file.add(row)
            } catch {
                if file.rows.count >= StatementFile.mostRows { throw error }
                file.add(error)
            }
        }
        return file
    }

    private func records(
        of text: String, _ file: inout StatementFile, _ order: inout HistorySignal.DateOrder?
    ) throws(LineProblem) -> [Record] {
        var records: [Record] = []
        var record = Record()
        var isListed = false
        var isAccount = false
        var hasType = false
        var number = 0
        // Old Macintosh files end lines with CR alone.
        let end: UInt8 = text.utf8.contains(0x0A) ? 0x0A : 0x0D
        for line in text.utf8.split(separator: end, omittingEmptySubsequences: false) {
            number += 1
            guard line.count <= Self.longestLine else {
                throw LineProblem(number, .tooLongLine, ["most": .number(Self.longestLine)])
            }
            guard let code = line.first else { continue }
            let value = CleanText.line(Substring(line.dropFirst()), limit: Self.longestLine)
            if code == UInt8(ascii: "!") {
                let name = value.lowercased()
                isAccount = name == "account"
                if name.hasPrefix("type:") {
                    let kind = name.dropFirst(5).drop { $0 == " " }
                    guard !kind.hasPrefix("invst") else {
                        throw LineProblem(number, .investmentsRefused)
                    }
                    isListed = ["bank", "cash", "ccard", "oth a", "oth l"].contains { kind.hasPrefix($0) }
                    hasType = hasType || isListed
                } else if isAccount {
                    isListed = false
                } else if name.hasPrefix("option:"), order == nil {
                    order = HistorySignal.DateOrder(rawValue: String(name.dropFirst(7)))
                }
                record = Record()
                continue
            }
            if isAccount, code == UInt8(ascii: "N") { file.account = file.account ?? value }
            guard isListed else { continue }
            if record.line == 0 { record.line = number }
            switch code {
            case UInt8(ascii: "D"): record.date = value
            case UInt8(ascii: "T"): record.amount = value
            case UInt8(ascii: "U") where record.amount.isEmpty: record.amount = value
            case UInt8(ascii: "P"): record.payee = value
            case UInt8(ascii: "M"): record.memo = value
            case UInt8(ascii: "L"): record.category = value
            case UInt8(ascii: "S") where record.category.isEmpty: record.category = value
            case UInt8(ascii: "$"): record.splits.append(value)
            case UInt8(ascii: "^"):
                if !record.date.isEmpty || !record.amount.isEmpty { records.append(record) }
                record = Record()
                guard records.count <= StatementFile.mostRows else {
                    throw LineProblem(number, .tooManyFileRows, ["most": .number(StatementFile.mostRows)])
                }
            default: break
            }
        }
        guard hasType else { throw .ofFile(.notQIF) }
        if !record.date.isEmpty || !record.amount.isEmpty { records.append(record) }
        return records
    }

    /// True for Quicken's opening balance, which refers to the account itself.
    private static func isOpening(_ record: Record) -> Bool {
        record.payee == QIFStatementWriter.openingPayee && record.category.hasPrefix("[")
    }

    private static func row(
        _ record: Record, _ currency: Currency, _ order: HistorySignal.DateOrder, _ decimal: UInt8
    ) throws(LineProblem) -> StatementFileRow {
        guard let date = WrittenDate(record.date), let day = date.day(order) else {
            throw LineProblem(record.line, .rowWithBadDate, ["text": .quoted(record.date)])
        }
        var parts: Int64?
        for split in record.splits {
            let part = try WrittenAmount.minorUnits(of: split, currency, separator: decimal, line: record.line)
            parts = (parts ?? 0) &+ part
        }
        let total =
            try record.amount.isEmpty
            ? parts : WrittenAmount.minorUnits(of: record.amount, currency, separator: decimal, line: record.line)
        guard let total else { throw LineProblem(record.line, .rowHasNoAmount) }
        if let parts, parts != total {
            throw LineProblem(record.line, .splitsDoNotAddUp)
        }
        let category = record.category.hasPrefix("[") ? "" : record.category
        return StatementFileRow(
            line: record.line, time: day.startInUTC, change: Money(minorUnits: total, currency: currency),
            description: CleanText.joined(CleanText.line(record.payee), CleanText.line(record.memo)),
            category: category.isEmpty ? nil : CleanText.line(category, limit: CleanText.longestCategory))
    }
}
