import Coordination
import Domain
import Signals

/// An import: first ledger's verdict on each row, then the import itself, in parts when the file is long.
///
/// Every part is idempotent, because ledger knows each row by its reference: importing the file again completes an
/// interrupted import.
package struct ImportRun: Sendable {
    package let file: HistorySignal.StatementRows
    package let account: LedgerSignal.Account
    package let choices: ImportChoices
    /// A one-time code, where the import needs one.
    package var code: String?
    private let client: any ImportClient
    /// The rows to ask ledger about, by their places in the file.
    private var meant: [Int]
    private var answers: [LedgerSignal.ImportAnswer] = []
    /// The previews of the parts, until newer ones replace them.
    private var previews: [LedgerSignal.ImportAnswer] = []
    /// Possible duplicates, by the places of the rows in the file.
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

    /// Previews the import, without possible duplicates unless the user keeps them.
    package mutating func preview() async throws {
        try await ask(isPreview: true)
        guard choices.similarity != .kept else { return }
        let statuses = answers.flatMap { $0.rows }
        similar = try await SimilarSearch(file: file, account: account, client: client).similar(to: statuses)
        guard !similar.isEmpty else { return }
        meant.removeAll { similar[$0] != nil }
        try await ask(isPreview: true)
    }

    package mutating func commit() async throws { try await ask(isPreview: false) }

    /// The obstacle to importing the rows as they are; nil without one.
    package var obstacle: ImportObstacle? {
        let outcome = outcome
        if !choices.skipsBad, let row = outcome.rows.first(where: { $0.status == .conflict }) { return .conflict(row) }
        // Possible duplicates are neither added nor left out silently. An import without new rows is not refused: in an
        // earlier import of the same file the user may have skipped the possible duplicates.
        if choices.similarity == .undecided, outcome.hasNews || choices.refusesSimilar,
            let row = outcome.rows.first(where: { $0.status == .similar }), let existing = row.existing
        {
            return .similar(row, existing)
        }
        if meant.isEmpty, let opening = choices.opening, !similar.isEmpty { return .openingBeforeNothing(opening) }
        if !choices.skipsBad, outcome.opening == .conflict { return .otherOpening }
        return outcome.shortfall.map { .shortfall($0, outcome.rows[$0.row]) }
    }

    /// The combined result of all parts.
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

    /// Returns the expenses of the parts from `number` on, to be proved together: a code is good for one request. Nil
    /// for a single part, and where no part takes more than it brings, which needs no proof.
    private func outgoing(from number: Int) -> Money? {
        let parts = previews.dropFirst(number)
        guard parts.count > 1, parts.contains(where: { $0.expense.minorUnits > $0.income.minorUnits }) else {
            return nil
        }
        return Money(minorUnits: parts.reduce(0) { $0 &+ $1.expense.minorUnits }, currency: account.currency)
    }
}
