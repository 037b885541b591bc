import Domain
import Reasons
import Signals
import Tables

/// Reads CSV files of banks. The header, somewhere in the first lines, decides.
struct CSVStatementReader {
    private static let linesBeforeHeader = 40
    private static let separators = HistorySignal.CSVSeparator.allCases.map(\.byte)

    private var hints: StatementHints

    init(hints: StatementHints) { self.hints = hints }

    /// - Throws: ``LineProblem`` when the file is not CSV. Unreadable lines are collected as problems of the file.
    func read(_ text: String) throws(LineProblem) -> StatementFile {
        guard let known = try learnedHeader(of: text) else {
            let (separator, header, columns) = try Self.header(of: text)
            return try read(text, separator, header, columns)
        }
        var reader = self
        reader.hints.take(known.layout)
        var file = try reader.read(text, known.separator, known.lines, CSVColumns(known.layout))
        file.layout = known.layout.name
        return file
    }

    /// Reads the lines after a header.
    private func read(
        _ text: String, _ separator: UInt8, _ header: Int, _ recognized: CSVColumns
    ) throws(LineProblem) -> StatementFile {
        var columns = recognized
        var lines = try Self.rows(of: text, separator).dropFirst(header)
            .filter { $0.fields.contains { !$0.allSatisfy(\.isWhitespace) } }
        var file = StatementFile()
        if !columns.isOurs {
            lines = try ofOneAccount(lines, columns, &file)
            lines = lines.filter { line in
                guard let reason = CSVLeftOut(columns: columns).reason(for: line) else { return true }
                file.leaveOut(line.lineNumber, reason.reason, reason.text)
                return false
            }
        }
        file.currency = currency(of: lines, columns)
        guard let currency = file.currency ?? hints.currency else {
            throw LineProblem.ofFile(.fileWithoutCurrency, ["other": "currency"])
        }
        let order = try dateOrder(of: lines, columns)
        let amounts = lines.lazy.flatMap { line in
            [CSVColumns.Field.amount, .debit, .credit].compactMap { WrittenAmount(columns.cell($0, of: line)) }
        }
        let decimal = DecimalSeparator.find(in: amounts, exponent: currency.exponent, given: hints.decimal)
        if !CSVIdentifiers.areThere(in: lines, columns) { columns.drop(.id) }
        columns.settle(.id, over: .description)
        let amountReader = CSVAmountReader(
            lines, &columns, currency, decimal: decimal, invertsSigns: hints.invertsSigns)
        let row = CSVRowReader(columns: columns, currency: currency, order: order, amounts: amountReader)
        var balances = CSVBalances()
        for line in lines {
            if columns.isOurs, try row.takeBalance(line, of: &file) { continue }
            do throws(LineProblem) {
                let read = try row.row(line)
                try file.add(read)
                if columns.has(.balance) { balances.add(read.change, before: row.balance(line)) }
            } catch {
                if file.rows.count >= StatementFile.mostRows { throw error }
                file.add(error)
            }
        }
        if let (opening, closing) = balances.ends { (file.opening, file.closing) = (opening, closing) }
        return file
    }

    /// Finds a header that the user taught. It comes before all that the headings seem to tell.
    ///
    /// - Throws: ``LineProblem`` when a layout is to be tried and the file does not have its header.
    private func learnedHeader(
        of text: String
    ) throws(LineProblem) -> (layout: HistorySignal.StatementLayout, separator: UInt8, lines: Int)? {
        guard !hints.layouts.isEmpty else { return nil }
        for separator in Self.separators {
            guard let lines = try? Self.rows(of: text, separator, limit: Self.linesBeforeHeader) else { continue }
            for (index, line) in lines.enumerated() {
                let header = StatementLayoutRules.header(line.fields)
                if let layout = hints.layouts.first(where: { $0.header == header }) {
                    return (layout, separator, index + 1)
                }
            }
        }
        guard !hints.requiresLayout else { throw .ofFile(.fileWithoutSuchHeader) }
        return nil
    }

    /// Finds the header. Returns the separator, the number of lines up to and including the header, and the columns.
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
            throw failure ?? .ofFile(.fileWithoutHeader)
        }
        return best
    }

    private static func rows(
        of text: String, _ separator: UInt8, limit: Int = .max
    ) throws(LineProblem) -> [CSVRow] {
        do {
            return try CSVReader.rows(of: text, separator: separator, quoting: .lenient, limit: limit)
        } catch {
            throw LineProblem(error.line, error.refusal)
        }
    }

    /// Returns the lines of the requested account, or of the only one.
    private func ofOneAccount(
        _ lines: [CSVRow], _ columns: CSVColumns, _ file: inout StatementFile
    ) throws(LineProblem) -> [CSVRow] {
        guard columns.has(.account) else { return lines }
        var names: [String] = []
        for line in lines {
            let name = columns.cell(.account, of: line)
            // Cells of lines that are not rows may hold anything.
            guard !name.isEmpty, WrittenDate(columns.cell(.date, of: line)) != nil, !names.contains(name) else {
                continue
            }
            names.append(name)
            if names.count > 100 { break }
        }
        if let wanted = hints.account {
            guard names.contains(wanted) else {
                throw LineProblem.ofFile(.fileWithoutAccount, ["account": .quoted(wanted)])
            }
            file.account = wanted
            return lines.filter { columns.cell(.account, of: $0) == wanted }
        }
        guard names.count > 1 else {
            file.account = names.first
            return lines
        }
        throw .severalAccounts(names)
    }

    /// Returns the currency of the file; nil when the file does not tell.
    private func currency(of lines: some Sequence<CSVRow>, _ columns: CSVColumns) -> Currency? {
        if columns.has(.currency) {
            for line in lines {
                if let currency = CSVColumns.currency(code: Self.code(columns.cell(.currency, of: line))) {
                    return currency
                }
            }
        }
        if let currency = columns.currency { return currency }
        for line in lines.lazy.prefix(50) {
            for field in [CSVColumns.Field.amount, .debit, .credit] {
                if let currency = WrittenAmount(columns.cell(field, of: line))?.currency { return currency }
            }
        }
        return nil
    }

    /// Returns a code without its namespace: GnuCash writes `CURRENCY::EUR`.
    static func code(_ cell: String) -> Substring {
        cell.firstRange(of: "::").map { cell[$0.upperBound...] } ?? cell[...]
    }

    private func dateOrder(
        of lines: some Sequence<CSVRow>, _ columns: CSVColumns
    ) throws(LineProblem) -> HistorySignal.DateOrder {
        if let order = hints.dateOrder { return order }
        let dates = lines.compactMap { WrittenDate(columns.cell(.date, of: $0)) }
        let orders = HistorySignal.DateOrder.possible(for: dates)
        guard let order = orders.first else { return .ymd }
        guard orders.count == 1 else { throw .ambiguousDates(orders) }
        return order
    }
}

extension LineProblem {
    /// Dates can be read in several ways.
    static func ambiguousDates(_ orders: [HistorySignal.DateOrder]) -> LineProblem {
        ofFile(
            .ambiguousDates,
            ["orders": .text(orders.map(\.rawValue).joined(separator: ", ")), "other": "dateOrder"])
    }

    /// The file has rows of several accounts, and none was requested.
    static func severalAccounts(_ names: [String]) -> LineProblem {
        let some = names.prefix(10).map { PlainText.clean(String($0.prefix(40))) }.joined(separator: ", ")
        return ofFile(.fileOfSeveralAccounts, ["accounts": .text(some), "other": "fileAccount"])
    }
}
