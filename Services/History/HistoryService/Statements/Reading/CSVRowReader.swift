import Domain
import Reasons
import Signals
import Tables

/// Reads the changes of the account from the rows of a CSV file.
struct CSVAmountReader {
    private let columns: CSVColumns
    private let currency: Currency
    /// The decimal separator of the file.
    let decimal: UInt8
    private let directions: CSVDirections?
    private let invertsSigns: Bool
    /// For a column of debits or credits: true when all its amounts have a minus.
    private let isNegative: [CSVColumns.Field: Bool]

    /// - Parameter columns: The direction column is dropped when it does not give the direction.
    init(
        _ lines: [CSVRow], _ columns: inout CSVColumns, _ currency: Currency, decimal: UInt8, invertsSigns: Bool
    ) {
        func plain(_ field: CSVColumns.Field, _ line: CSVRow, _ columns: CSVColumns) -> Int64 {
            let text = columns.cell(field, of: line)
            return (try? WrittenAmount.minorUnits(of: text, currency, separator: decimal, line: line.lineNumber)) ?? 0
        }
        let amounts = columns.has(.amount) ? lines.map { [columns] in plain(.amount, $0, columns) } : []
        directions = CSVDirections(of: lines, columns, amounts: amounts)
        if directions == nil { columns.drop(.direction) } else { columns.settle(.direction, over: .description) }
        var isNegative: [CSVColumns.Field: Bool] = [:]
        for field in [CSVColumns.Field.debit, .credit] where columns.has(field) {
            let given = lines.map { [columns] in plain(field, $0, columns) }.filter { $0 != 0 }
            isNegative[field] = !given.isEmpty && given.allSatisfy { $0 < 0 }
        }
        self.isNegative = isNegative
        self.columns = columns
        self.currency = currency
        self.decimal = decimal
        self.invertsSigns = invertsSigns != columns.isInverted
    }

    /// Returns the change in minor units, negative for outgoing money, including the fee.
    func change(of line: CSVRow) throws(LineProblem) -> Int64 {
        var change = try moved(by: line)
        if columns.has(.fee), !columns.isNet, let fee = try amount(.fee, of: line) { change -= fee }
        guard change != 0 else {
            throw LineProblem(line.lineNumber, .rowMovesNothing)
        }
        return change
    }

    private func moved(by line: CSVRow) throws(LineProblem) -> Int64 {
        if columns.has(.amount) {
            guard let amount = try amount(.amount, of: line) else {
                throw LineProblem(line.lineNumber, .rowHasNoAmount)
            }
            if let directions { return try directions.change(amount, of: line) }
            return invertsSigns ? -amount : amount
        }
        // Either column may be signed or unsigned.
        let debit = try columns.has(.debit) ? amount(.debit, of: line) : nil
        let credit = try columns.has(.credit) ? amount(.credit, of: line) : nil
        guard debit != nil || credit != nil else {
            throw LineProblem(line.lineNumber, .lineHasNoDebitOrCredit)
        }
        func plain(_ amount: Int64?, _ field: CSVColumns.Field) -> Int64 {
            isNegative[field] == true ? -(amount ?? 0) : amount ?? 0
        }
        return plain(credit, .credit) - plain(debit, .debit)
    }

    /// Returns an amount in minor units; nil for an empty cell.
    private func amount(_ field: CSVColumns.Field, of line: CSVRow) throws(LineProblem) -> Int64? {
        let text = columns.cell(field, of: line)
        guard !text.isEmpty, text != "-", text != "\u{2014}" else { return nil }
        return try WrittenAmount.minorUnits(of: text, currency, separator: decimal, line: line.lineNumber)
    }
}

/// Reads rows of a CSV file with known columns, date order and decimal separator.
struct CSVRowReader {
    let columns: CSVColumns
    let currency: Currency
    let order: HistorySignal.DateOrder
    let amounts: CSVAmountReader

    /// Takes the opening or closing balance from a statement of Kopilka.
    /// - Returns: True when the line was one of them.
    func takeBalance(_ line: CSVRow, of file: inout StatementFile) throws(LineProblem) -> Bool {
        guard line.fields.count == CSVStatementWriter.columns.count, ["opening", "closing"].contains(line.fields[2])
        else { return false }
        guard let balance = try? Money(decimal: line.fields[5], currency: currency) else {
            throw LineProblem(line.lineNumber, .lineHasNoBalance)
        }
        if line.fields[2] == "opening" { file.opening = balance } else { file.closing = balance }
        file.account = line.fields[10]
        return true
    }

    /// Returns the balance beside a row; nil for a cell that is none.
    func balance(_ line: CSVRow) -> Int64? {
        try? WrittenAmount.minorUnits(
            of: columns.cell(.balance, of: line), currency, separator: amounts.decimal, line: line.lineNumber)
    }

    func row(_ line: CSVRow) throws(LineProblem) -> StatementFileRow {
        let code = CSVStatementReader.code(columns.cell(.currency, of: line)).uppercased()
        guard code.isEmpty || CSVColumns.currency(code: code) == currency else {
            throw LineProblem(
                line.lineNumber, .lineInOtherCurrency,
                ["currency": .quoted(code, limit: 10), "fileCurrency": .text(currency.code)])
        }
        let (time, hasTime) = try time(of: line)
        let change = try amounts.change(of: line)
        let isOurs = columns.isOurs
        let cell = columns.exactCell(.description, of: line)
        let text = isOurs ? CleanText.exact(CSVCell.original(cell)) : columns.cell(.description, of: line)
        let category = columns.exactCell(.category, of: line)
        let id = columns.cell(.id, of: line)
        return StatementFileRow(
            line: line.lineNumber, time: time, hasTime: hasTime, change: Money(minorUnits: change, currency: currency),
            description: isOurs ? text : CleanText.joined(other(of: line, isIncome: change > 0), CleanText.line(text)),
            category: category.isEmpty
                ? nil
                : CleanText.line(isOurs ? CSVCell.original(category) : category, limit: CleanText.longestCategory),
            bankID: id.isEmpty ? nil : id, house: isOurs ? line.fields.last : nil)
    }

    /// Returns the other side. When a file names payer and payee, it is the one that does not own the account.
    private func other(of line: CSVRow, isIncome: Bool) -> String {
        let payer = isIncome ? columns.cell(.payer, of: line) : ""
        return payer.isEmpty ? columns.cell(.payee, of: line) : payer
    }

    private func time(of line: CSVRow) throws(LineProblem) -> (Instant, Bool) {
        if columns.isOurs, line.fields.count > 1, let time = Instant(line.fields[1]) { return (time, true) }
        let text = columns.cell(.date, of: line)
        guard let date = WrittenDate(text), let day = date.day(order) else {
            throw LineProblem(line.lineNumber, .rowWithBadDate, ["text": .quoted(text)])
        }
        var time = date.timeOfDay
        if time == nil, columns.has(.time), !columns.cell(.time, of: line).isEmpty {
            // Parsed after a day, as when one cell holds both.
            time = WrittenDate("2000-01-01 " + columns.cell(.time, of: line))?.timeOfDay
        }
        return (Instant(microseconds: day.startInUTC.microseconds + (time ?? 0)), time != nil)
    }
}

extension WrittenAmount {
    /// The largest amount of one row, far below the limit of an account.
    static let largest: Int64 = 1_000_000_000_000_000

    /// Returns an amount in minor units.
    static func minorUnits(
        of text: String, _ currency: Currency, separator: UInt8, line: Int
    ) throws(LineProblem) -> Int64 {
        guard let written = WrittenAmount(text) else {
            throw LineProblem(line, .rowWithBadAmount, ["text": .quoted(text)])
        }
        if let other = written.currency, other != currency {
            throw LineProblem(
                line, .rowAmountInOtherCurrency,
                ["currency": .text(other.code), "fileCurrency": .text(currency.code)])
        }
        let money: Money
        do throws(MoneyRule) {
            money = try written.money(currency, separator: separator)
        } catch {
            switch error {
            case .notDecimal: throw LineProblem(line, .rowWithBadAmount, ["text": .quoted(text)])
            case .tooManyDecimals: throw LineProblem(line, .rowWithTooManyDecimals, ["text": .quoted(text)])
            case .tooLarge: throw LineProblem(line, .rowWithTooLargeAmount)
            }
        }
        guard money.minorUnits.magnitude <= UInt64(largest) else {
            throw LineProblem(line, .rowWithTooLargeAmount)
        }
        return money.minorUnits
    }
}
