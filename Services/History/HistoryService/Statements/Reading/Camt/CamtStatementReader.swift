import Domain
import Reasons
import Signals
import StrictJSON
import XML

/// Reads camt.053 (statements) and camt.052 (reports within a day) of all versions, 001.02 to 001.13.
///
/// - Source: ISO 20022, Bank-to-Customer Cash Management.
struct CamtStatementReader {
    let hints: StatementHints

    /// - Throws: ``LineProblem`` when the file is not camt. Unreadable entries are collected as problems of the file.
    func read(_ text: String) throws(LineProblem) -> StatementFile {
        var bytes = Array(text.utf8)
        // XML begins with its declaration.
        if let start = bytes.firstIndex(where: { $0 > 0x20 }), start > 0 { bytes.removeFirst(start) }
        var elements = CamtElements()
        var message = CamtMessage(hints: hints)
        do {
            try XMLReader.read(bytes, isUTF8: true, attributes: ["Ccy"]) { event, line in
                guard let part = try elements.take(event, line) else { return }
                try message.take(part)
            }
        } catch let problem as LineProblem {
            throw problem
        } catch let error as XMLError {
            throw LineProblem(error.line, error.problem.refusal)
        } catch {
            throw LineProblem.ofFile(.isUnreadable)
        }
        guard elements.isMessage else { throw .ofFile(.notCamt) }
        guard !message.statements.isEmpty else { throw .ofFile(.camtWithoutStatement) }
        return try BankStatementChoice(message.statements, hints: hints).file()
    }
}

/// The statements of a message, while it is read.
private struct CamtMessage {
    let hints: StatementHints
    private(set) var statements: [BankStatement] = []
    private var statement: BankStatement?
    private var identifiers = BankRowIdentifiers()
    /// The type of the opening balance that was taken.
    private var openingType = ""
    /// The number of entries so far. Many files have all of them on one line.
    private var entries = 0

    init(hints: StatementHints) { self.hints = hints }

    mutating func take(_ part: CamtElements.Part) throws(LineProblem) {
        switch part {
        case .begin(let line):
            guard statements.count < BankStatement.most else { throw .tooManyStatements(line) }
            statement = BankStatement(line: line)
            identifiers = BankRowIdentifiers()
            openingType = ""
        case .account(let node):
            statement?.account = [node.value("Id", "IBAN"), node.value("Id", "Othr", "Id")].first { !$0.isEmpty } ?? ""
            statement?.currency = BankStatement.currency(code: node.value("Ccy"))
        case .balance(let node): takeBalance(node)
        case .entry(let node): try takeEntry(node)
        case .end:
            if let statement { statements.append(statement) }
            statement = nil
        }
    }

    private mutating func takeBalance(_ node: CamtNode) {
        let type = node.value("Tp", "CdOrPrtry", "Cd").uppercased()
        guard ["OPBD", "PRCD", "CLBD"].contains(type), var statement else { return }
        // Not in two places meanwhile: its rows would be copied for each new one.
        self.statement = nil
        defer { self.statement = statement }
        do throws(LineProblem) {
            let field = "Bal[" + type + "]/"
            guard let amount = node["Amt"] else { throw .missing(field + "Amt", node.line) }
            guard let currency = amount.currency.flatMap({ BankStatement.currency(code: $0) }) else {
                throw .badValue(amount.currency ?? "", of: field + "Amt/@Ccy", amount.line)
            }
            statement.currency = statement.currency ?? currency
            guard currency == statement.currency else { return }
            let units = try MessageAmount.minorUnits(
                of: CleanText.line(amount.text), currency, separator: UInt8(ascii: "."), field: field + "Amt",
                line: amount.line)
            let side = try CamtEntryReader.side(of: node, field: field)
            let balance = Money(minorUnits: side == .income ? units : -units, currency: currency)
            if type == "CLBD" {
                (statement.closing, statement.closingLine) = (balance, node.line)
            } else if statement.opening == nil || openingType == "PRCD" && type == "OPBD" {
                // PRCD is the closing balance of the day before.
                (statement.opening, openingType) = (balance, type)
            }
        } catch {
            statement.file.add(error)
        }
    }

    private mutating func takeEntry(_ node: CamtNode) throws(LineProblem) {
        guard var statement else { return }
        self.statement = nil
        defer { self.statement = statement }
        entries += 1
        let written = node["Amt"]?.currency.flatMap { BankStatement.currency(code: $0) }
        guard let currency = statement.currency ?? written ?? hints.currency else {
            statement.file.add(.missing("Ntry[" + String(entries) + "]/Amt/@Ccy", node.line))
            return
        }
        statement.currency = currency
        let reader = CamtEntryReader(currency: currency, field: "Ntry[" + String(entries) + "]/")
        let rows: [StatementFileRow]
        do throws(LineProblem) {
            switch try reader.read(node, &identifiers) {
            case .rows(let found): rows = found
            case .leftOut(let reason, let text):
                statement.file.leaveOut(node.line, reason, text)
                return
            }
        } catch {
            statement.file.add(error)
            return
        }
        for row in rows { try statement.file.add(row) }
    }
}
