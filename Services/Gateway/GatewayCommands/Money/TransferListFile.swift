import Domain
import GatewaySession
import GatewayWords
import Reasons
import Signals
import StrictJSON
import Tables

/// Reads the transfers of a file: a table whose first line names the columns, or a JSON object on each line.
///
/// The whole file is read and checked before anything is sent, and errors name their line.
struct TransferListFile {
    /// The maximum number of transfers in a file, which is ledger's maximum for one request.
    static let mostTransfers = 8_192
    /// The maximum size of a file, in bytes.
    static let mostBytes = 3_000_000

    /// A transfer and the number of its line, counted from 1.
    struct Line: Hashable, Sendable {
        let number: Int
        let item: LedgerSignal.TransferItem
    }

    /// The values of a line as they are written.
    fileprivate struct Draft {
        var from = ""
        var to = ""
        var amount = ""
        var currency = ""
        var description = ""
        var idempotencyKey: String?
        var linked = false
        var upTo = false
        var closes = false
    }

    fileprivate struct Problem: Error {
        let text: Text
    }

    /// The accounts and payees of the user, whose names the file may use.
    let names: PayeeReference
    /// The currency of amounts without one; nil for that of the payer.
    let currency: Currency?

    /// Returns the transfers of a text, in order.
    ///
    /// - Throws: ``UsageError``, which names the line.
    func read(_ bytes: [UInt8]) throws(UsageError) -> [Line] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError(Text("The file is not UTF-8.", "Файл не в UTF-8."), field: "file")
        }
        // A byte order mark is no part of the first column's name.
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let isOfObjects = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" } == "{"
        let lines = isOfObjects ? try objects(isMarked ? Array(bytes.dropFirst(3)) : bytes) : try table(text)
        guard let last = lines.last else {
            throw UsageError(
                Text("There is no transfer in the file.", "В файле нет ни одного перевода."),
                hint: Text(verbatim: "from,to,amount,description"), field: "file")
        }
        guard last.item.linked != true else {
            throw Self.error(
                last.number, Text("is linked to a next line that is missing.", "связана со следующей, которой нет."))
        }
        return lines
    }

    private func objects(_ bytes: [UInt8]) throws(UsageError) -> [Line] {
        var lines: [Line] = []
        let limits = JSONLimits(maximumBytes: 65_536, maximumDepth: 4, maximumValues: 64)
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
            let document: JSONDocument
            do {
                document = try JSONDocument(Array(line), limits: limits)
            } catch {
                throw Self.error(index + 1, Text("is not JSON: \(error).", "не JSON: \(error)."))
            }
            try check(lines.count, index + 1)
            lines.append(try transfer(at: index + 1) { () throws(Problem) in try Draft(document.root) })
        }
        return lines
    }

    private func table(_ text: String) throws(UsageError) -> [Line] {
        let table: CSVTable
        do {
            table = try CSVTable(text)
        } catch {
            let said = ReasonText.said(error.refusal.reason, error.refusal.details) ?? Text(verbatim: error.description)
            throw Self.error(error.line, said + Text(verbatim: "."))
        }
        var columns: [Column] = []
        for name in table.names {
            guard let column = Column(rawValue: name.lowercased()) else {
                let known = Column.allCases.map(\.title).joined(separator: ", ")
                throw Self.error(
                    table.headerLineNumber,
                    Text(
                        "has a column \(name.debugDescription) that transfers do not have; there are \(known).",
                        "лишний столбец \(name.debugDescription); бывают \(known)."))
            }
            guard !columns.contains(column) else {
                throw Self.error(
                    table.headerLineNumber,
                    Text("names the column \(column.title) twice.", "столбец \(column.title) назван дважды."))
            }
            columns.append(column)
        }
        for column in [Column.from, .to, .amount] where !columns.contains(column) {
            throw Self.error(
                table.headerLineNumber, Text("lacks the column \(column.title).", "нет столбца \(column.title)."))
        }
        var lines: [Line] = []
        lines.reserveCapacity(table.rows.count)
        for row in table.rows {
            try check(lines.count, row.lineNumber)
            lines.append(
                try transfer(at: row.lineNumber) { () throws(Problem) in
                    var draft = Draft()
                    for (column, field) in zip(columns, row.fields) { try draft.set(column, field) }
                    return draft
                })
        }
        return lines
    }

    private func check(_ count: Int, _ line: Int) throws(UsageError) {
        guard count < Self.mostTransfers else {
            let most = Self.mostTransfers
            throw Self.error(
                line, Text("is beyond the \(most) that are taken at once.", "лишняя: за раз берётся \(most)."))
        }
    }

    private func transfer(at number: Int, _ draft: () throws(Problem) -> Draft) throws(UsageError) -> Line {
        do throws(Problem) {
            return Line(number: number, item: try item(try draft()))
        } catch {
            throw Self.error(number, error.text)
        }
    }

    private func item(_ draft: Draft) throws(Problem) -> LedgerSignal.TransferItem {
        let payer = try own(draft.from)
        return LedgerSignal.TransferItem(
            from: payer.id, to: try id(of: draft.to, "to"), amount: try amount(of: draft, from: payer),
            description: draft.description.isEmpty ? nil : draft.description, idempotencyKey: draft.idempotencyKey,
            linked: draft.linked ? true : nil, upTo: draft.upTo ? true : nil, closes: draft.closes ? true : nil)
    }

    private func own(_ reference: String) throws(Problem) -> LedgerSignal.Account {
        let id = try id(of: reference, "from")
        guard let account = names.accounts.first(where: { $0.id == id }) else {
            throw Problem(
                text: Text(
                    "\(reference.debugDescription) is not one of your accounts.",
                    "\(reference.debugDescription) — не ваш счёт."))
        }
        return account
    }

    private func id(of reference: String, _ column: String) throws(Problem) -> String {
        guard !reference.isEmpty else { throw Problem(text: Text("has no \(column).", "нет \(column).")) }
        do throws(UsageError) {
            return try names.id(of: reference, flag: column)
        } catch {
            let hint = error.isUnknownName ? error.hint.map { Text(verbatim: " ") + $0 } : nil
            throw Problem(text: hint.map { error.message + $0 } ?? error.message)
        }
    }

    private func amount(of draft: Draft, from payer: LedgerSignal.Account) throws(Problem) -> Money {
        guard !draft.amount.isEmpty else { throw Problem(text: Text("has no amount.", "нет суммы.")) }
        let money: Money
        let own = draft.currency.isEmpty ? nil : Currency(code: draft.currency.uppercased())
        if let own, let typed = try? TypedAmount(draft.amount), !typed.mayBe(in: own) {
            let said = typed.ownCurrency?.code ?? draft.amount
            throw Problem(
                text: Text(
                    "has an amount in \(said) and the currency \(draft.currency).",
                    "сумма в \(said), а валюта \(draft.currency)."))
        }
        do throws(UsageError) {
            if draft.currency.isEmpty {
                money = try MoneyArgument.money(draft.amount, standard: currency ?? payer.currency, flag: "amount")
            } else {
                let spoken = try MoneyArgument.currency(draft.currency, flag: "currency")
                money = try MoneyArgument.money(draft.amount, spoken: spoken, flag: "amount")
            }
        } catch {
            throw Problem(text: error.message)
        }
        guard money.minorUnits > 0 else {
            throw Problem(text: Text("the amount must be more than zero.", "сумма должна быть больше нуля."))
        }
        return money
    }

    /// Returns an error at a line.
    ///
    /// - Parameter problem: The problem, with its full stop.
    private static func error(_ line: Int, _ problem: Text) -> UsageError {
        UsageError(
            Text("Line \(line): \(problem)", "Строка \(line): \(problem)"),
            hint: Text(
                "nothing was sent; mend the line and give the file again",
                "ничего не отправлено; исправьте строку и дайте файл снова"), field: "file")
    }

    /// The columns of a table, in lower case, and the members of an object.
    fileprivate enum Column: String, CaseIterable {
        case from, to, amount, currency, description, linked
        case upTo = "upto"
        case closes
        case idempotencyKey = "idempotencykey"

        /// The column's name for messages.
        var title: String {
            switch self {
            case .upTo: "upTo"
            case .idempotencyKey: "idempotencyKey"
            default: rawValue
            }
        }
    }
}

extension TransferListFile.Draft {
    /// Reads the object of one line.
    fileprivate init(_ object: JSONNode) throws(TransferListFile.Problem) {
        guard object.kind == .object else {
            throw TransferListFile.Problem(text: Text("must be an object of JSON.", "нужен объект JSON."))
        }
        for member in object.members {
            guard let column = TransferListFile.Column.allCases.first(where: { $0.title == member.name }) else {
                throw TransferListFile.Problem(
                    text: Text(
                        "\(member.name.debugDescription) is no field of a transfer.",
                        "\(member.name.debugDescription) — не поле перевода."))
            }
            if member.node.isNull { continue }
            if column == .amount, member.node.kind == .object {
                amount = member.node.member("amount")?.string ?? ""
                try set(.currency, member.node.member("currency")?.string ?? "")
            } else if let flag = member.node.bool {
                try set(column, flag ? "true" : "false")
            } else if let text = member.node.string {
                try set(column, text)
            } else {
                throw TransferListFile.Problem(
                    text: Text("\(column.title) must be a text.", "\(column.title) должно быть текстом."))
            }
        }
    }

    /// Sets the value of a column.
    fileprivate mutating func set(
        _ column: TransferListFile.Column, _ text: String
    ) throws(TransferListFile.Problem) {
        switch column {
        case .from: from = text
        case .to: to = text
        case .amount: amount = text
        case .currency: currency = text
        case .description: description = text
        case .idempotencyKey: idempotencyKey = text.isEmpty ? nil : text
        case .linked: linked = try Self.flag(text, column)
        case .upTo: upTo = try Self.flag(text, column)
        case .closes: closes = try Self.flag(text, column)
        }
    }

    private static func flag(
        _ text: String, _ column: TransferListFile.Column
    ) throws(TransferListFile.Problem) -> Bool {
        switch text.lowercased() {
        case "", "false", "no", "0": return false
        case "true", "yes", "1": return true
        default:
            throw TransferListFile.Problem(
                text: Text("\(column.title) must be true or false.", "\(column.title): true или false."))
        }
    }
}
