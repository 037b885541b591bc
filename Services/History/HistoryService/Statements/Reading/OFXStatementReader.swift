import Domain
import XML

/// Reads OFX: 2.x, which is XML, and 1.x, which is SGML; statements of bank accounts and of cards.
struct OFXStatementReader {
    let hints: StatementHints

    /// - Parameter bytes: The text in UTF-8.
    /// - Throws: ``LineProblem`` when the file is none of OFX; transactions that cannot be read are problems of the file.
    func read(_ text: String) throws(LineProblem) -> StatementFile {
        guard let (_, body) = OFXMarkup.header(of: text) else {
            throw LineProblem(line: 1, problem: "is no OFX: nowhere is an <OFX>")
        }
        var elements = OFXElements()
        if text.drop(while: \.isWhitespace).hasPrefix("<?xml") {
            try Self.readXML(text, into: &elements)
        } else {
            let firstLine = text[..<body].utf8.count { $0 == 0x0A } + 1
            try OFXMarkup.read(text[body...], firstLine: firstLine) { (piece, line) throws(LineProblem) in
                try elements.take(piece, line)
            }
        }
        return try file(of: elements)
    }

    private static func readXML(_ text: String, into elements: inout OFXElements) throws(LineProblem) {
        let start = text.firstIndex { !$0.isWhitespace } ?? text.startIndex
        do {
            try XMLReader.read(Array(text[start...].utf8), isUTF8: true) { event, line in
                switch event {
                case .start(let name): try elements.take(.start(name.uppercased()), line)
                case .text(let text): try elements.take(.text(text), line)
                case .end(let name): try elements.take(.end(name.uppercased()), line)
                }
            }
        } catch let problem as LineProblem {
            throw problem
        } catch let error as XMLError {
            throw LineProblem(line: error.line, problem: error.problem)
        } catch {
            throw LineProblem(line: 1, problem: "cannot be read")
        }
    }

    private func file(of elements: OFXElements) throws(LineProblem) -> StatementFile {
        let statements = elements.statements
        let statement: OFXElements.Statement
        if let wanted = hints.account {
            guard let found = statements.first(where: { $0.account == wanted }) else {
                throw LineProblem(line: 1, problem: "and no other line names the account \(wanted.prefix(40))")
            }
            statement = found
        } else {
            guard let only = statements.first else {
                throw LineProblem(line: 1, problem: "is OFX, but there is no statement in it")
            }
            guard statements.count == 1 else {
                let accounts = statements.prefix(10).map { $0.account.prefix(40) }.joined(separator: ", ")
                throw LineProblem(line: 1, problem: "and what follows is of several accounts, \(accounts): say which")
            }
            statement = only
        }
        guard let currency = Currency(code: statement.currency == "RUR" ? "RUB" : statement.currency) ?? hints.currency
        else { throw LineProblem(line: 1, problem: "and no other line names a currency that there is: say which") }
        var file = StatementFile()
        file.account = statement.account.isEmpty ? nil : statement.account
        file.currency = currency
        for element in statement.transactions {
            do throws(LineProblem) {
                try file.add(
                    try OFXRowReader(currency: currency, house: statement.house, decimal: hints.decimal).row(element))
            } catch {
                if file.rows.count >= StatementFile.mostRows { throw error }
                file.add(error)
            }
        }
        if let balance = statement.balance, let written = WrittenAmount(balance) {
            file.closing = try? written.money(currency, separator: OFXRowReader.separator(of: written, currency))
            file.opening = file.problemCount == 0 ? file.closing.flatMap { Self.before(file.rows, $0) } : nil
        }
        return file
    }

    /// What was there before rows that led to `closing`.
    private static func before(_ rows: [StatementFileRow], _ closing: Money) -> Money? {
        var balance = closing.minorUnits
        for row in rows {
            let (rest, overflowed) = balance.subtractingReportingOverflow(row.change.minorUnits)
            guard !overflowed else { return nil }
            balance = rest
        }
        return Money(minorUnits: balance, currency: closing.currency)
    }
}

/// What of OFX matters: values by the name of their element, gathered for statements and transactions.
struct OFXElements {
    /// A transaction, value by value.
    struct Transaction {
        let line: Int
        var values: [String: String] = [:]
    }

    /// A statement.
    struct Statement {
        var bank = ""
        var account = ""
        var currency = ""
        var balance: String?
        var transactions: [Transaction] = []

        /// The account of this house that it is of, if it was made here.
        var house: String? { bank == OFXStatementWriter.bank ? account : nil }
    }

    private static let kept: Set<String> = [
        "TRNTYPE", "DTPOSTED", "DTUSER", "TRNAMT", "FITID", "NAME", "MEMO", "CURSYM", "CHECKNUM",
    ]
    private static let longestValue = 4_096
    private static let mostStatements = 100

    private(set) var statements: [Statement] = []
    private var statement: Statement?
    private var transaction: Transaction?
    private var isInBalance = false
    private var isInAccount = false
    /// The account on the other side, whose numbers are not those of the statement.
    private var isElsewhere = false
    private var leaf = ""
    private var value = ""

    mutating func take(_ piece: OFXPiece, _ line: Int) throws(LineProblem) {
        switch piece {
        case .start(let name):
            finishValue()
            leaf = name
            try begin(name, line)
        case .text(let text):
            value += text
            guard value.utf8.count <= Self.longestValue else {
                throw LineProblem(line: line, problem: "has a value of more than \(Self.longestValue) bytes")
            }
        case .end(let name):
            finishValue()
            leaf = ""
            try end(name, line)
        }
    }

    private mutating func begin(_ name: String, _ line: Int) throws(LineProblem) {
        switch name {
        case "STMTRS", "CCSTMTRS":
            guard statements.count < Self.mostStatements else {
                throw LineProblem(line: line, problem: "begins one statement too many")
            }
            statement = Statement()
        case "STMTTRN":
            guard statement != nil else { break }
            guard (statement?.transactions.count ?? 0) <= StatementFile.mostRows else {
                throw LineProblem(
                    line: line, problem: "begins one too many: a file has at most \(StatementFile.mostRows) rows")
            }
            transaction = Transaction(line: line)
        case "BANKACCTFROM", "CCACCTFROM": isInAccount = transaction == nil
        case "BANKACCTTO", "CCACCTTO", "ORIGCURRENCY": isElsewhere = true
        case "LEDGERBAL": isInBalance = true
        default: break
        }
    }

    private mutating func end(_ name: String, _ line: Int) throws(LineProblem) {
        switch name {
        case "STMTRS", "CCSTMTRS":
            if let statement { statements.append(statement) }
            statement = nil
        case "STMTTRN":
            if let transaction { statement?.transactions.append(transaction) }
            transaction = nil
        case "BANKACCTFROM", "CCACCTFROM": isInAccount = false
        case "BANKACCTTO", "CCACCTTO", "ORIGCURRENCY": isElsewhere = false
        case "LEDGERBAL": isInBalance = false
        case "OFX":
            guard statement == nil, transaction == nil else {
                throw LineProblem(line: line, problem: "ends the file within a statement")
            }
        default: break
        }
    }

    private mutating func finishValue() {
        defer { value = "" }
        guard !leaf.isEmpty, !isElsewhere else { return }
        let text = CleanText.line(value, limit: Self.longestValue)
        guard !text.isEmpty else { return }
        if transaction != nil {
            if Self.kept.contains(leaf) { transaction?.values[leaf] = text }
        } else if isInAccount {
            if leaf == "ACCTID" { statement?.account = text }
            if leaf == "BANKID" { statement?.bank = text }
        } else if isInBalance {
            if leaf == "BALAMT" { statement?.balance = text }
        } else if leaf == "CURDEF" {
            statement?.currency = text.uppercased()
        }
    }
}

/// Reads transactions of one statement.
private struct OFXRowReader {
    let currency: Currency
    let house: String?
    let decimal: Character?

    func row(_ element: OFXElements.Transaction) throws(LineProblem) -> StatementFileRow {
        let line = element.line
        let values = element.values
        guard let date = values["DTPOSTED"] ?? values["DTUSER"], let (time, hasTime) = Self.time(date) else {
            throw LineProblem(line: line, problem: "begins a transaction without a date that is one")
        }
        guard let text = values["TRNAMT"], let written = WrittenAmount(text) else {
            throw LineProblem(line: line, problem: "begins a transaction without an amount that is one")
        }
        if let other = values["CURSYM"]?.uppercased(), other != currency.code {
            throw LineProblem(line: line, problem: "begins a transaction in \(other.prefix(10)), not in \(currency)")
        }
        let separator = Self.separator(of: written, currency, given: decimal)
        let change = try WrittenAmount.minorUnits(of: text, currency, separator: separator, line: line)
        guard change != 0 else { throw LineProblem(line: line, problem: "begins a transaction that moves nothing") }
        return StatementFileRow(
            line: line, time: time, hasTime: hasTime, change: Money(minorUnits: change, currency: currency),
            description: CleanText.joined(
                CleanText.line(values["NAME"] ?? ""), CleanText.line(values["MEMO"] ?? "")),
            bankID: values["FITID"], house: house)
    }

    /// OFX has either separator and no thousands.
    static func separator(of amount: WrittenAmount, _ currency: Currency, given: Character? = nil) -> UInt8 {
        if let given { return given == "," ? UInt8(ascii: ",") : UInt8(ascii: ".") }
        return amount.onlySeparator ?? UInt8(ascii: ".")
    }

    /// `20261121`, `20261121085148`, `20261121085148.123[-3:BRT]`: as it is written, whatever the zone, since days are
    /// the bank's.
    private static func time(_ text: String) -> (Instant, Bool)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard [8, 12, 14].contains(digits.utf8.count), let day = WrittenDate(digits.prefix(8))?.day(.yearMonthDay)
        else { return nil }
        guard digits.utf8.count > 8 else { return (day.startInUTC, false) }
        let parts = digits.dropFirst(8).utf8.map { Int64($0 - 0x30) } + [0, 0]
        let (hours, minutes, seconds) = (parts[0] * 10 + parts[1], parts[2] * 10 + parts[3], parts[4] * 10 + parts[5])
        guard hours < 24, minutes < 60, seconds < 60 else { return nil }
        var micros = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000
        let rest = text.dropFirst(digits.count)
        if rest.first == "." {
            let fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }.prefix(6)
            micros += Int64(fraction + String(repeating: "0", count: 6 - fraction.count)) ?? 0
        }
        return (Instant(microseconds: day.startInUTC.microseconds + micros), true)
    }
}

extension WrittenAmount {
    /// The only separator in it, nil when there is none or both are.
    fileprivate var onlySeparator: UInt8? { separators.count == 1 ? separators.first : nil }
}
