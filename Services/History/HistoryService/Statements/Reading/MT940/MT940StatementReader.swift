import Domain
import Reasons
import Signals

/// Reads MT940 (statements) and MT942 (reports within a day) of SWIFT.
struct MT940StatementReader {
    let hints: StatementHints

    /// - Throws: ``LineProblem`` when the file is not MT940. Unreadable rows are collected as problems of the file.
    func read(_ text: String) throws(LineProblem) -> StatementFile {
        var messages = MT940Messages(hints: hints)
        try MT940Fields.read(text) { (piece) throws(LineProblem) in
            switch piece {
            case .field(let field): try messages.take(field)
            case .end: try messages.end()
            }
        }
        guard !messages.statements.isEmpty else { throw .ofFile(.notMT940) }
        return try BankStatementChoice(messages.statements, hints: hints).file()
    }
}

/// The statements of a file, while it is read.
private struct MT940Messages {
    let hints: StatementHints
    private(set) var statements: [BankStatement] = []
    private var statement: BankStatement?
    private var identifiers = BankRowIdentifiers()
    /// The row whose description may still come.
    private var entry: MT940Field?
    private var narrative: [Substring] = []

    init(hints: StatementHints) { self.hints = hints }

    mutating func take(_ field: MT940Field) throws(LineProblem) {
        if field.tag == "86" {
            // Without a row before it, the field is about the statement.
            if entry != nil { narrative += field.lines }
            return
        }
        try finishEntry()
        let text = CleanText.line(field.lines.first ?? "")
        switch field.tag {
        case "20":
            try end()
            guard statements.count < BankStatement.most else { throw .tooManyStatements(field.line) }
            statement = BankStatement(line: field.line)
            identifiers = BankRowIdentifiers()
        case "25", "25P": statement?.account = text
        case "34F":
            if statement?.currency == nil { statement?.currency = BankStatement.currency(code: text.prefix(3)) }
        case "60F", "60M", "62F", "62M": takeBalance(text, field)
        case "61": entry = field
        default: break
        }
    }

    /// Ends the message.
    mutating func end() throws(LineProblem) {
        try finishEntry()
        guard var done = statement else { return }
        statement = nil
        // A field 20 alone is no statement.
        guard !done.account.isEmpty || done.currency != nil else { return }
        // Some banks write the currency behind the number of the account.
        if let code = done.currency?.code, done.account.hasSuffix(code) {
            let number = CleanText.line(done.account.dropLast(code.count))
            if number.last?.isNumber == true { done.account = number }
        }
        statements.append(done)
    }

    private mutating func takeBalance(_ text: String, _ field: MT940Field) {
        guard var statement else { return }
        // Not in two places meanwhile: its rows would be copied for each new one.
        self.statement = nil
        defer { self.statement = statement }
        do throws(LineProblem) {
            let balance = try MT940Balance.balance(text, field)
            statement.currency = statement.currency ?? balance.currency
            guard balance.currency == statement.currency else {
                throw LineProblem(
                    field.line, .rowAmountInOtherCurrency,
                    [
                        "currency": .text(balance.currency.code),
                        "fileCurrency": .text(statement.currency?.code ?? ""),
                    ])
            }
            if field.tag.hasPrefix("60") {
                statement.opening = statement.opening ?? balance
            } else {
                (statement.closing, statement.closingLine) = (balance, field.line)
            }
        } catch {
            statement.file.add(error)
        }
    }

    private mutating func finishEntry() throws(LineProblem) {
        guard let field = entry else { return }
        let narrative = MT940Narrative(self.narrative)
        entry = nil
        self.narrative = []
        guard var statement else { return }
        self.statement = nil
        defer { self.statement = statement }
        guard let currency = statement.currency ?? hints.currency else {
            throw .ofFile(.fileWithoutCurrency, ["other": "currency"])
        }
        statement.currency = currency
        let found: MT940Entry
        do throws(LineProblem) {
            found = try MT940Entry(field, currency)
        } catch {
            statement.file.add(error)
            return
        }
        let text = found.description(narrative)
        guard !found.isExpected else {
            statement.file.leaveOut(field.line, .pending, text)
            return
        }
        // Such rows tell of fees and interest that are nothing.
        guard found.change.minorUnits != 0 else {
            statement.file.leaveOut(field.line, .memo, text)
            return
        }
        try statement.file.add(
            StatementFileRow(
                line: field.line, time: found.day.startInUTC, change: found.change, description: text,
                bankID: identifiers.id(of: found.reference, on: found.day, found.change)))
    }
}
