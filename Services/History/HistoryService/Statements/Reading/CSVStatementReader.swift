import Domain
import Tables

/// Reads CSV as banks write it: the header decides, wherever in the first lines it stands.
struct CSVStatementReader {
    private static let linesBeforeHeader = 30
    private static let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    /// What a bank writes of rows that moved nothing.
    private static let failed: Set<String> = [
        "failed", "declined", "reverted", "pending", "cancelled", "canceled", "отклонена", "отменена", "в обработке",
    ]

    let hints: StatementHints

    /// - Throws: ``LineProblem`` when the file is none of CSV; lines that cannot be read are problems of the file.
    func read(_ text: String) throws(LineProblem) -> StatementFile {
        let (separator, header, columns) = try Self.header(of: text)
        let lines = try Self.rows(of: text, separator).dropFirst(header)
            .filter { $0.fields.contains { !$0.allSatisfy(\.isWhitespace) } }
        var file = StatementFile()
        file.currency = try currency(of: lines, columns)
        guard let currency = file.currency ?? hints.currency else {
            throw LineProblem(line: 1, problem: "names no currency: say which")
        }
        let order = try dateOrder(of: lines, columns)
        let amounts = lines.lazy.flatMap { line in
            [CSVColumns.Field.amount, .debit, .credit].compactMap { WrittenAmount(columns.cell($0, of: line)) }
        }
        let decimal = DecimalSeparator.find(in: amounts, exponent: currency.exponent, given: hints.decimal)
        let row = CSVRowReader(columns: columns, currency: currency, order: order, decimal: decimal)
        for line in lines {
            if columns.isOurs, try row.takeBalance(line, of: &file) { continue }
            if columns.has(.state), Self.failed.contains(columns.cell(.state, of: line).lowercased()) { continue }
            do throws(LineProblem) {
                try file.add(try row.row(line))
            } catch {
                if file.rows.count >= StatementFile.mostRows { throw error }
                file.add(error)
            }
        }
        return file
    }

    /// How many lines there are up to the header, that one included, and what it says.
    private static func header(of text: String) throws(LineProblem) -> (UInt8, Int, CSVColumns) {
        var best: (separator: UInt8, lines: Int, columns: CSVColumns)?
        var failure: LineProblem?
        for separator in separators {
            let lines: [CSVRow]
            do throws(LineProblem) {
                lines = try rows(of: text, separator, limit: linesBeforeHeader)
            } catch {
                failure = error
                continue
            }
            for (index, line) in lines.enumerated() {
                guard let columns = CSVColumns(header: line.fields), columns.count > best?.columns.count ?? 0
                else { continue }
                best = (separator, index + 1, columns)
            }
        }
        guard let best else {
            throw failure
                ?? LineProblem(
                    line: 1, problem: "is no header with a date and an amount, nor is one of the lines that follow")
        }
        return best
    }

    private static func rows(
        of text: String, _ separator: UInt8, limit: Int = .max
    ) throws(LineProblem) -> [CSVRow] {
        do {
            return try CSVReader.rows(of: text, separator: separator, quoting: .lenient, limit: limit)
        } catch {
            throw LineProblem(line: error.line, problem: error.description)
        }
    }

    /// The one currency of the file; nil when it has no such column.
    private func currency(
        of lines: some Sequence<CSVRow>, _ columns: CSVColumns
    ) throws(LineProblem) -> Currency? {
        guard columns.has(.currency) else { return nil }
        for line in lines {
            let code = columns.cell(.currency, of: line).uppercased()
            if let currency = Currency(code: code == "RUR" ? "RUB" : code) { return currency }
        }
        return nil
    }

    private func dateOrder(
        of lines: some Sequence<CSVRow>, _ columns: CSVColumns
    ) throws(LineProblem) -> DateOrder {
        if let order = hints.dateOrder { return order }
        let dates = lines.compactMap { WrittenDate(columns.cell(.date, of: $0)) }
        let orders = DateOrder.possible(for: dates)
        guard let order = orders.first else { return .yearMonthDay }
        guard orders.count == 1 else { throw .ambiguousDates(orders) }
        return order
    }
}

extension LineProblem {
    /// Dates that may be read in several ways.
    static func ambiguousDates(_ orders: [DateOrder]) -> LineProblem {
        LineProblem(
            line: 1,
            problem: "and those that follow have dates that may be \(orders.map(\.rawValue).joined(separator: ", "))"
                + ": say which with dateOrder")
    }
}

/// Reads rows of a CSV file whose columns, dates and decimals are known.
private struct CSVRowReader {
    let columns: CSVColumns
    let currency: Currency
    let order: DateOrder
    let decimal: UInt8

    /// Takes the opening or the closing balance of a statement that was made here.
    /// - Returns: Whether the line was one of those two.
    func takeBalance(_ line: CSVRow, of file: inout StatementFile) throws(LineProblem) -> Bool {
        guard line.fields.count == CSVStatementWriter.columns.count, ["opening", "closing"].contains(line.fields[2])
        else { return false }
        guard let balance = try? Money(decimal: line.fields[5], currency: currency) else {
            throw LineProblem(line: line.lineNumber, problem: "has no balance")
        }
        if line.fields[2] == "opening" { file.opening = balance } else { file.closing = balance }
        file.account = line.fields[10]
        return true
    }

    func row(_ line: CSVRow) throws(LineProblem) -> StatementFileRow {
        let code = columns.cell(.currency, of: line).uppercased()
        guard code.isEmpty || code == currency.code || (code == "RUR" && currency.code == "RUB") else {
            throw LineProblem(
                line: line.lineNumber, problem: "is in \(code.prefix(10)), lines before it in \(currency)")
        }
        let (time, hasTime) = try time(of: line)
        var change = try change(of: line)
        if columns.has(.fee), let fee = try amount(.fee, of: line) { change -= fee }
        guard change != 0 else {
            throw LineProblem(line: line.lineNumber, problem: "moves nothing: the amount is zero")
        }
        let isOurs = columns.isOurs
        let cell = columns.exactCell(.description, of: line)
        let text = isOurs ? CleanText.exact(CSVCell.original(cell)) : columns.cell(.description, of: line)
        let category = columns.exactCell(.category, of: line)
        let id = columns.cell(.id, of: line)
        return StatementFileRow(
            line: line.lineNumber, time: time, hasTime: hasTime, change: Money(minorUnits: change, currency: currency),
            description: isOurs
                ? text : CleanText.joined(columns.cell(.payee, of: line), CleanText.line(text)),
            category: category.isEmpty
                ? nil
                : CleanText.line(isOurs ? CSVCell.original(category) : category, limit: CleanText.longestCategory),
            bankID: id.isEmpty ? nil : id, house: isOurs ? line.fields.last : nil)
    }

    private func time(of line: CSVRow) throws(LineProblem) -> (Instant, Bool) {
        if columns.isOurs, line.fields.count > 1, let time = Instant(line.fields[1]) { return (time, true) }
        let text = columns.cell(.date, of: line)
        guard let date = WrittenDate(text), let day = date.day(order) else {
            throw LineProblem(
                line: line.lineNumber, problem: "has a date that is none: \(text.prefix(40).debugDescription)")
        }
        var time = date.timeOfDay
        if time == nil, columns.has(.time), !columns.cell(.time, of: line).isEmpty {
            // Read behind a day, as where both stand in one cell.
            time = WrittenDate("2000-01-01 " + columns.cell(.time, of: line))?.timeOfDay
        }
        return (Instant(microseconds: day.startInUTC.microseconds + (time ?? 0)), time != nil)
    }

    private func change(of line: CSVRow) throws(LineProblem) -> Int64 {
        if columns.has(.amount) {
            guard let amount = try amount(.amount, of: line) else {
                throw LineProblem(line: line.lineNumber, problem: "has no amount")
            }
            return amount
        }
        // Either column may carry a sign of its own or none.
        let debit = try columns.has(.debit) ? amount(.debit, of: line) : nil
        let credit = try columns.has(.credit) ? amount(.credit, of: line) : nil
        guard debit != nil || credit != nil else {
            throw LineProblem(line: line.lineNumber, problem: "has neither a debit nor a credit")
        }
        return (credit ?? 0) - (debit.map { abs($0) } ?? 0)
    }

    /// An amount in minor units; nil for an empty cell.
    private func amount(_ field: CSVColumns.Field, of line: CSVRow) throws(LineProblem) -> Int64? {
        let text = columns.cell(field, of: line)
        guard !text.isEmpty else { return nil }
        return try WrittenAmount.minorUnits(of: text, currency, separator: decimal, line: line.lineNumber)
    }
}

extension WrittenAmount {
    /// The largest amount of one row, far below what an account can hold.
    static let largest: Int64 = 1_000_000_000_000_000

    /// The amount of a text, in minor units.
    static func minorUnits(
        of text: String, _ currency: Currency, separator: UInt8, line: Int
    ) throws(LineProblem) -> Int64 {
        guard let written = WrittenAmount(text) else {
            throw LineProblem(line: line, problem: "has an amount that is none: \(text.prefix(40).debugDescription)")
        }
        let money: Money
        do throws(MoneyRule) {
            money = try written.money(currency, separator: separator)
        } catch {
            throw LineProblem(
                line: line, problem: "has an amount, \(text.prefix(40).debugDescription), that \(error.rawValue)")
        }
        guard money.minorUnits.magnitude <= UInt64(largest) else {
            throw LineProblem(line: line, problem: "has an amount that is too large")
        }
        return money.minorUnits
    }
}
