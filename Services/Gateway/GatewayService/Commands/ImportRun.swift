import Coordination
import Domain
import Signals

/// One import: what the ledger says of each row, and then the import itself, part by part when the file is long.
///
/// Every part is safe to repeat, because the ledger knows each row by its reference: an import that broke off is
/// finished by importing the file again.
struct ImportRun {
    let file: HistorySignal.StatementRows
    let account: LedgerSignal.Account
    private let desk: ServiceDesk
    private let opening: Money?
    private let skipsConflicts: Bool
    /// What the file is called; nil for standard input.
    private let fileName: String?
    private let similarity: Similarity
    /// The rows that ledger is asked about, by their places in the file.
    private var meant: [Int]
    private var answers: [LedgerSignal.ImportAnswer] = []
    /// What rows of the file may be already, by their places in it.
    private var similar: [Int: HistorySignal.SimilarRow] = [:]

    /// What is to become of rows that are perhaps known.
    private enum Similarity { case undecided, skipped, kept }

    init(
        file: HistorySignal.StatementRows, account: LedgerSignal.Account, arguments: ParsedArguments, desk: ServiceDesk
    ) {
        self.file = file
        self.account = account
        self.desk = desk
        if case .money(let money) = arguments["openingBalance"] { opening = money } else { opening = nil }
        skipsConflicts = arguments.isOn("skip-bad")
        let path = arguments.text("file") ?? "-"
        // Enough to know it by; what a name may not have in it is not worth refusing a file for.
        fileName = path == "-" ? nil : DisplayText.clean(String((path.split(separator: "/").last ?? "").prefix(100)))
        similarity =
            arguments.isOn("keep-similar") ? .kept : arguments.isOn("skip-similar") ? .skipped : .undecided
        meant = Array(file.rows.indices)
    }

    /// Asks what would be: without the rows that are perhaps known, unless they are to be taken.
    mutating func preview() async throws {
        try await ask(isPreview: true)
        guard similarity != .kept else { return }
        let statuses = answers.flatMap { $0.rows }
        similar = try await SimilarSearch(file: file, account: account, desk: desk).similar(to: statuses)
        guard !similar.isEmpty else { return }
        meant.removeAll { similar[$0] != nil }
        try await ask(isPreview: true)
    }

    /// Imports.
    mutating func commit() async throws { try await ask(isPreview: false) }

    /// - Throws: ``Fault`` when the rows cannot be imported as they are: the one that the ledger would answer.
    func refuse() throws(Fault) {
        let outcome = outcome
        if !skipsConflicts, let row = outcome.rows.first(where: { $0.status == .conflict }) {
            let day = Text.day(row.date)
            let there =
                row.existing.map { there in
                    let (amount, day) = (there.amount, there.date.localDay)
                    return Text("\(amount) on \(day)", "\(amount) \(day)")
                } ?? Text("another row", "другая строка")
            let sentence = Text(
                "Line \(row.line) adds \(row.amount) on \(day), but the books have \(there) under the same reference. Nothing was imported: --preview shows all, --skip-bad leaves such rows out.",
                "Строка \(row.line) добавляет \(row.amount) \(day), но под той же ссылкой в книгах \(there). Ничего не принято: --preview покажет всё, --skip-bad пропустит такие строки."
            )
            throw Fault(
                .conflict, "\(sentence)",
                field: "file", details: ["line": .number(row.line), "conflicts": .number(outcome.conflict)])
        }
        try refuseSimilar(outcome)
        if meant.isEmpty, let opening, !similar.isEmpty {
            let sentence = Text(
                "All rows are perhaps known, so there is none to book the opening balance of \(opening) before: import without --opening-balance, or with --keep-similar.",
                "Все строки, возможно, известны, и начальный остаток \(opening) записать не перед чем: принимайте без --opening-balance или с --keep-similar."
            )
            throw Fault(.conflict, "\(sentence)", field: "opening-balance")
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
                    " The file says there were \(balance) before its first row.",
                    " По файлу до его первой строки было \(balance).")
            }
            let (day, missing, needed) = (
                Text.day(row.date), shortfall.missing, shortfall.openingBalance
            )
            let sentence = Text(
                "Line \(row.line), \(row.amount) on \(day), takes the account \(missing) further down than it may go. Nothing was imported: with --opening-balance \(needed) or more, or an overdraft, it would do.",
                "Строка \(row.line), \(row.amount) \(day), опускает счёт на \(missing) ниже дозволенного. Ничего не принято: поможет --opening-balance \(needed) или больше, или овердрафт."
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

    /// Rows that are perhaps known are neither added nor left out silently. Where nothing else is to be added nothing is
    /// refused: the file may be one whose rows were left out before.
    private func refuseSimilar(_ outcome: ImportOutcome) throws(Fault) {
        guard similarity == .undecided, outcome.hasNews, let row = outcome.rows.first(where: { $0.status == .similar }),
            let there = row.existing
        else { return }
        let day = Text.day(row.date)
        let others = outcome.similar - 1
        let more =
            others > 0
            ? Text(
                " So may \(others, "other row", "other rows").",
                " Так же, возможно, и \(others, "строка", "строки", "строк").")
            : .blank
        let known = there.description.isEmpty ? row.transfer ?? "" : there.description
        let sentence = Text(
            "Line \(row.line), \(row.amount) on \(day), may be in the books already: \(known).\(more) Nothing was imported: --preview shows all, --skip-similar leaves such rows out, --keep-similar adds them.",
            "Строка \(row.line), \(row.amount) \(day), возможно, уже в книгах: \(known).\(more) Ничего не принято: --preview покажет всё, --skip-similar пропустит такие строки, --keep-similar добавит их."
        )
        throw Fault(
            .conflict, "\(sentence)",
            field: "file", details: ["line": .number(row.line), "similar": .number(outcome.similar)])
    }

    /// What all parts say together.
    var outcome: ImportOutcome {
        var imported: [Int: LedgerSignal.ImportedRow] = [:]
        var shortfall: LedgerSignal.ImportShortfall?
        for answer in answers {
            if shortfall == nil, let found = answer.shortfall {
                shortfall = LedgerSignal.ImportShortfall(
                    row: meant[found.row + imported.count], missing: found.missing,
                    openingBalance: found.openingBalance)
            }
            for (place, row) in zip(meant[imported.count...], answer.rows) { imported[place] = row }
        }
        let rows = file.rows.enumerated().compactMap { place, row in
            imported[place].map { ImportOutcome.Row(row, $0) } ?? similar[place].map { ImportOutcome.Row(row, $0) }
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
            known: answers.reduce(0) { $0 + $1.known }, similar: similar.count,
            undecided: similarity == .undecided, conflict: answers.reduce(0) { $0 + $1.conflict },
            skipped: file.skipped, leftOut: file.leftOut, problems: file.problems, income: sum(\.income),
            expense: sum(\.expense),
            balance: Money(minorUnits: balance ?? 0, currency: account.currency),
            opening: answers.first?.opening?.status, fileOpeningBalance: file.openingBalance,
            fileClosingBalance: file.closingBalance, shortfall: shortfall,
            importID: answers.lazy.compactMap(\.import).first)
    }

    private mutating func ask(isPreview: Bool) async throws {
        answers = []
        var change: Int64 = 0
        for (number, rows) in ImportParts.of(meant, in: file.rows).enumerated() {
            let request = LedgerSignal.ImportRows(
                account: account.id,
                rows: rows.map { place in
                    let row = file.rows[place]
                    return LedgerSignal.ImportRow(
                        amount: row.amount, date: row.date, description: row.description, category: row.category,
                        reference: row.reference)
                },
                openingBalance: number == 0 ? opening : nil,
                precedingChange: isPreview && number > 0
                    ? Money(minorUnits: change, currency: account.currency) : nil,
                preview: isPreview, skipConflicts: skipsConflicts, fileName: fileName,
                import: answers.lazy.compactMap(\.import).first)
            let answer: LedgerSignal.ImportAnswer
            do {
                answer = try await desk.ask(request, part: number)
            } catch let fault as Fault {
                throw FileLineFault.of(fault, lines: rows.map { file.rows[$0].line })
            }
            change &+= answer.income.minorUnits &- answer.expense.minorUnits
            answers.append(answer)
        }
    }
}
