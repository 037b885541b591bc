import Coordination
import Domain
import Signals

/// One import: what the ledger says of each row, and then the import itself, part by part when the file is long.
///
/// Every part is safe to repeat, because the ledger knows each row by its reference: an import that broke off is
/// finished by importing the file again.
struct ImportRun {
    private static let mostRows = 8_192
    /// Below what a message may have.
    private static let mostBytes = 3_900_000

    let file: HistorySignal.StatementRows
    let account: LedgerSignal.Account
    private let desk: ServiceDesk
    private let opening: Money?
    private let skipsConflicts: Bool
    private var answers: [LedgerSignal.ImportAnswer] = []

    init(
        file: HistorySignal.StatementRows, account: LedgerSignal.Account, arguments: ParsedArguments, desk: ServiceDesk
    ) {
        self.file = file
        self.account = account
        self.desk = desk
        if case .money(let money) = arguments["openingBalance"] { opening = money } else { opening = nil }
        skipsConflicts = arguments.isOn("skip-bad")
    }

    /// Asks what would be.
    mutating func preview() async throws { try await ask(isPreview: true) }

    /// Imports.
    mutating func commit() async throws { try await ask(isPreview: false) }

    /// - Throws: ``Fault`` when the rows cannot be imported as they are: the one that the ledger would answer.
    func refuse() throws(Fault) {
        let outcome = outcome
        if !skipsConflicts, let row = outcome.rows.first(where: { $0.status == .conflict }) {
            let day = Text.day(row.date)
            let there =
                row.existing.map { there in
                    let (amount, day) = (there.amount.decimalText, there.date.dayInUTC)
                    return Text("\(amount) on \(day)", "\(amount) \(day)")
                } ?? Text("another row", "другая строка")
            let sentence = Text(
                "Line \(row.line) adds \(row.amount.decimalText) on \(day), but the books have \(there) under the same reference. Nothing was imported: --preview shows all, --skip-bad leaves such rows out.",
                "Строка \(row.line) добавляет \(row.amount.decimalText) \(day), но под той же ссылкой в книгах \(there). Ничего не принято: --preview покажет всё, --skip-bad пропустит такие строки."
            )
            throw Fault(
                .conflict, "\(sentence)",
                field: "file", details: ["line": .number(row.line), "conflicts": .number(outcome.conflict)])
        }
        if !skipsConflicts, outcome.opening == .conflict {
            let sentence = Text(
                "The account has another opening balance already: import without --opening-balance.",
                "У счёта уже есть другой начальный остаток: принимайте без --opening-balance.")
            throw Fault(.conflict, "\(sentence)", field: "opening-balance")
        }
        if let shortfall = outcome.shortfall {
            let row = outcome.rows[shortfall.row]
            let said = file.openingBalance.map { balance in
                Text(
                    " The file says there were \(balance.decimalText) before its first row.",
                    " По файлу до его первой строки было \(balance.decimalText).")
            }
            let (day, missing, needed) = (
                Text.day(row.date), shortfall.missing.decimalText, shortfall.openingBalance.decimalText
            )
            let sentence = Text(
                "Line \(row.line), \(row.amount.decimalText) on \(day), takes the account \(missing) further down than it may go. Nothing was imported: with --opening-balance \(needed) or more, or an overdraft, it would do.",
                "Строка \(row.line), \(row.amount.decimalText) \(day), опускает счёт на \(missing) ниже дозволенного. Ничего не принято: поможет --opening-balance \(needed) или больше, или овердрафт."
            )
            throw Fault(
                .insufficientFunds, "\(sentence + (said ?? .blank))",
                field: "opening-balance",
                details: [
                    "line": .number(row.line), "missing": .text(shortfall.missing.decimalText),
                    "openingBalance": .text(shortfall.openingBalance.decimalText),
                ])
        }
    }

    /// What all parts say together.
    var outcome: ImportOutcome {
        var rows: [ImportOutcome.Row] = []
        var shortfall: LedgerSignal.ImportShortfall?
        for answer in answers {
            if shortfall == nil, let found = answer.shortfall {
                shortfall = LedgerSignal.ImportShortfall(
                    row: found.row + rows.count, missing: found.missing, openingBalance: found.openingBalance)
            }
            for (row, imported) in zip(file.rows[rows.count...], answer.rows) {
                rows.append(ImportOutcome.Row(row, imported))
            }
        }
        func sum(_ part: KeyPath<LedgerSignal.ImportAnswer, Money>) -> Money {
            Money(
                minorUnits: answers.reduce(0) { $0 &+ $1[keyPath: part].minorUnits }, currency: account.currency)
        }
        let balance =
            answers.last?.preview == false
            ? answers.last?.balance.minorUnits
            : account.balance.minorUnits &+ sum(\.income).minorUnits &- sum(\.expense).minorUnits
        return ImportOutcome(
            imported: answers.last?.preview == false, rows: rows, new: answers.reduce(0) { $0 + $1.new },
            known: answers.reduce(0) { $0 + $1.known }, conflict: answers.reduce(0) { $0 + $1.conflict },
            skipped: file.skipped, problems: file.problems, income: sum(\.income), expense: sum(\.expense),
            balance: Money(minorUnits: balance ?? 0, currency: account.currency),
            opening: answers.first?.opening?.status, fileOpeningBalance: file.openingBalance,
            fileClosingBalance: file.closingBalance, shortfall: shortfall)
    }

    private mutating func ask(isPreview: Bool) async throws {
        answers = []
        var change: Int64 = 0
        for (number, rows) in parts.enumerated() {
            let answer = try await desk.ask(
                LedgerSignal.ImportRows(
                    account: account.id, rows: rows, openingBalance: number == 0 ? opening : nil,
                    precedingChange: isPreview && number > 0
                        ? Money(minorUnits: change, currency: account.currency) : nil,
                    preview: isPreview, skipConflicts: skipsConflicts), part: number)
            change &+= answer.income.minorUnits &- answer.expense.minorUnits
            answers.append(answer)
        }
    }

    /// Bytes of a text in JSON; there are no control characters in it.
    private static func size(_ text: String) -> Int {
        text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
    }

    /// The rows, as many at once as a request takes.
    private var parts: [[LedgerSignal.ImportRow]] {
        var parts: [[LedgerSignal.ImportRow]] = []
        var part: [LedgerSignal.ImportRow] = []
        var bytes = 0
        for row in file.rows {
            let size = 160 + Self.size(row.description) + Self.size(row.reference) + Self.size(row.category ?? "")
            if part.count == Self.mostRows || bytes + size > Self.mostBytes {
                parts.append(part)
                (part, bytes) = ([], 0)
            }
            part.append(
                LedgerSignal.ImportRow(
                    amount: row.amount, date: row.date, description: row.description, category: row.category,
                    reference: row.reference))
            bytes += size
        }
        return part.isEmpty ? parts : parts + [part]
    }
}

/// What an import did, or would do: what `--json` prints.
struct ImportOutcome: Codable, Hashable, Sendable {
    /// A row of the file and what became of it.
    struct Row: Codable, Hashable, Sendable {
        let line: Int
        let date: String
        let amount: Money
        let description: String
        let category: String?
        let reference: String
        let status: LedgerSignal.ImportStatus
        let transfer: String?
        let existing: LedgerSignal.ExistingRow?

        init(_ row: HistorySignal.StatementRow, _ imported: LedgerSignal.ImportedRow) {
            line = row.line
            date = row.date
            amount = row.amount
            description = row.description
            category = row.category
            reference = row.reference
            status = imported.status
            transfer = imported.transfer
            existing = imported.existing
        }
    }

    /// False for a preview, and when nothing was new.
    let imported: Bool
    let rows: [Row]
    let new: Int
    let known: Int
    let conflict: Int
    /// Lines that could not be read.
    let skipped: Int
    let problems: [HistorySignal.LineProblem]
    let income: Money
    let expense: Money
    /// What is there after it.
    let balance: Money
    let opening: LedgerSignal.ImportStatus?
    let fileOpeningBalance: Money?
    let fileClosingBalance: Money?
    let shortfall: LedgerSignal.ImportShortfall?
}
