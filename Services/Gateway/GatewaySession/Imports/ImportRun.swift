import Coordination
import Domain
import Signals

/// One import: what the ledger says of each row, and then the import itself, part by part when the file is long.
///
/// Every part is safe to repeat, because the ledger knows each row by its reference: an import that broke off is
/// finished by importing the file again.
package struct ImportRun: Sendable {
    package let file: HistorySignal.StatementRows
    package let account: LedgerSignal.Account
    package let choices: ImportChoices
    /// A one-time code, where the import needs one.
    package var code: String?
    private let client: any ImportClient
    /// The rows that ledger is asked about, by their places in the file.
    private var meant: [Int]
    private var answers: [LedgerSignal.ImportAnswer] = []
    /// What the previews of the parts said, until others do.
    private var previews: [LedgerSignal.ImportAnswer] = []
    /// What rows of the file may be already, by their places in it.
    private var similar: [Int: HistorySignal.SimilarRow] = [:]

    package init(
        file: HistorySignal.StatementRows, account: LedgerSignal.Account, choices: ImportChoices,
        client: any ImportClient
    ) {
        self.file = file
        self.account = account
        self.choices = choices
        self.client = client
        meant = Array(file.rows.indices)
    }

    /// Asks what would be: without the rows that are perhaps known, unless they are to be taken.
    package mutating func preview() async throws {
        try await ask(isPreview: true)
        guard choices.similarity != .kept else { return }
        let statuses = answers.flatMap { $0.rows }
        similar = try await SimilarSearch(file: file, account: account, client: client).similar(to: statuses)
        guard !similar.isEmpty else { return }
        meant.removeAll { similar[$0] != nil }
        try await ask(isPreview: true)
    }

    /// Imports.
    package mutating func commit() async throws { try await ask(isPreview: false) }

    /// What stands in the way of importing the rows as they are; nil when nothing does.
    package var obstacle: ImportObstacle? {
        let outcome = outcome
        if !choices.skipsBad, let row = outcome.rows.first(where: { $0.status == .conflict }) { return .conflict(row) }
        // Rows that are perhaps known are neither added nor left out silently. Where nothing else is to be added nothing is
        // refused: the file may be one whose rows were left out before.
        if choices.similarity == .undecided, outcome.hasNews,
            let row = outcome.rows.first(where: { $0.status == .similar }), let existing = row.existing
        {
            return .similar(row, existing)
        }
        if meant.isEmpty, let opening = choices.opening, !similar.isEmpty { return .openingBeforeNothing(opening) }
        if !choices.skipsBad, outcome.opening == .conflict { return .otherOpening }
        return outcome.shortfall.map { .shortfall($0, outcome.rows[$0.row]) }
    }

    /// What all parts say together.
    package var outcome: ImportOutcome {
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
            undecided: choices.similarity == .undecided, conflict: answers.reduce(0) { $0 + $1.conflict },
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
            let begun = answers.lazy.compactMap(\.import).first
            let request = LedgerSignal.ImportRows(
                account: account.id,
                rows: rows.map { place in
                    let row = file.rows[place]
                    return LedgerSignal.ImportRow(
                        amount: row.amount, date: row.date, description: row.description, category: row.category,
                        reference: row.reference)
                },
                openingBalance: number == 0 ? choices.opening : nil,
                precedingChange: isPreview && number > 0
                    ? Money(minorUnits: change, currency: account.currency) : nil,
                preview: isPreview, skipConflicts: choices.skipsBad, fileName: choices.fileName,
                import: begun, outgoing: isPreview || begun != nil ? nil : outgoing(from: number),
                code: isPreview ? nil : code)
            let answer: LedgerSignal.ImportAnswer
            do {
                answer = try await client.ask(request, part: number)
            } catch let fault as Fault {
                throw FileLineFault.of(fault, lines: rows.map { file.rows[$0].line })
            }
            change &+= answer.income.minorUnits &- answer.expense.minorUnits
            answers.append(answer)
        }
        if isPreview { previews = answers }
    }

    /// What the parts from `number` on take, to be proved once: a code is good for one request. Nil where none of them takes
    /// more than it brings, which needs no proof, or where there is but one.
    private func outgoing(from number: Int) -> Money? {
        let parts = previews.dropFirst(number)
        guard parts.count > 1, parts.contains(where: { $0.expense.minorUnits > $0.income.minorUnits }) else {
            return nil
        }
        return Money(minorUnits: parts.reduce(0) { $0 &+ $1.expense.minorUnits }, currency: account.currency)
    }
}
