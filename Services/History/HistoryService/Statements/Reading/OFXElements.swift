import Reasons
import Signals

/// The elements of OFX that matter, grouped into statements and transactions by the names of their values.
struct OFXElements {
    /// The values of a transaction.
    struct Transaction {
        let line: Int
        /// The name of its element: `STMTTRN`, or one of an investment account.
        let kind: String
        var values: [String: String] = [:]

        /// True when no money came or went.
        var movesSecurities: Bool { OFXInvestments.withoutMoney.contains(kind) }
    }

    struct Statement {
        var bank = ""
        var account = ""
        var currency = ""
        var balance: String?
        var transactions: [Transaction] = []

        /// The account in Kopilka, for a statement of Kopilka.
        var house: String? { bank == OFXStatementWriter.bank ? account : nil }
    }

    private static let kept: Set<String> = [
        "TRNTYPE", "DTPOSTED", "DTUSER", "TRNAMT", "FITID", "NAME", "MEMO", "CURSYM", "CHECKNUM", "DTTRADE", "DTSETTLE",
        "TOTAL", "UNIQUEID",
    ]
    private static let longestValue = 4_096
    private static let mostStatements = 100

    private(set) var statements: [Statement] = []
    /// The names of securities by id.
    private(set) var securities: [String: String] = [:]
    private var security: String?
    private var isInSecurity = false
    private var statement: Statement?
    private var transaction: Transaction?
    private var isInBalance = false
    private var isInAccount = false
    /// True within the account of the other side, whose numbers are not those of the statement.
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
                throw LineProblem(line, .tooLongValue, ["most": .number(Self.longestValue)])
            }
        case .end(let name):
            finishValue()
            leaf = ""
            try end(name, line)
        }
    }

    private mutating func begin(_ name: String, _ line: Int) throws(LineProblem) {
        switch name {
        case "STMTRS", "CCSTMTRS", "INVSTMTRS":
            guard statements.count < Self.mostStatements else {
                throw LineProblem(line, .tooManyStatements, ["most": .number(Self.mostStatements)])
            }
            statement = Statement()
        case _ where OFXInvestments.operations.contains(name):
            guard statement != nil, transaction == nil else { break }
            guard (statement?.transactions.count ?? 0) <= StatementFile.mostRows else {
                throw LineProblem(line, .tooManyFileRows, ["most": .number(StatementFile.mostRows)])
            }
            transaction = Transaction(line: line, kind: name)
        case "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM": isInAccount = transaction == nil
        case "SECINFO": isInSecurity = true
        case "BANKACCTTO", "CCACCTTO", "ORIGCURRENCY": isElsewhere = true
        case "LEDGERBAL", "INVBAL": isInBalance = true
        default: break
        }
    }

    private mutating func end(_ name: String, _ line: Int) throws(LineProblem) {
        switch name {
        case "STMTRS", "CCSTMTRS", "INVSTMTRS":
            if let statement { statements.append(statement) }
            statement = nil
        case _ where OFXInvestments.operations.contains(name):
            guard name == transaction?.kind else { break }
            if let transaction { statement?.transactions.append(transaction) }
            transaction = nil
        case "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM": isInAccount = false
        case "SECINFO": (isInSecurity, security) = (false, nil)
        case "BANKACCTTO", "CCACCTTO", "ORIGCURRENCY": isElsewhere = false
        case "LEDGERBAL", "INVBAL": isInBalance = false
        case "OFX":
            guard statement == nil, transaction == nil else {
                throw LineProblem(line, .endsInStatement)
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
            if leaf == "BALAMT" || leaf == "AVAILCASH", statement?.balance == nil { statement?.balance = text }
        } else if isInSecurity {
            if leaf == "UNIQUEID" { security = text }
            if leaf == "SECNAME", let security, securities.count < StatementFile.mostRows {
                securities[security] = text
            }
        } else if leaf == "CURDEF" {
            statement?.currency = text.uppercased()
        }
    }
}
