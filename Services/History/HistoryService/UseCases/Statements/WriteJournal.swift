import Coordination
import Domain
import Reasons
import Signals

/// Writes the books of a user for another program, or a part of them.
struct WriteJournal: UseCase {
    let store: any HistoryStore
    /// Leads to ledger, which knows the state of accounts, and the rates.
    let tree: any Transmitter
    var partBytes = WriteStatement.usualBytes

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `unavailable` (ledger).
    func answer(_ signal: HistorySignal.Journal, context: SignalContext) async throws -> HistorySignal.StatementAnswer {
        let userID = try context.caller.requireUser().userID
        if let from = signal.from, let to = signal.to, to < from {
            throw Fault.invalidArgument("to", .mustNotBeBefore, ["other": "from"])
        }
        // Only the first part has what ledger says.
        let known = signal.cursor == nil ? try await ledger(context) : nil
        return try await store.read { reading in
            // Before everything else: a query may move on to a newer snapshot.
            let change = try reading.lastChange()
            let zone = try reading.zone(of: userID)
            let accounts = try reading.accounts(of: userID)
            // Names and the zone are part of it, so that a journal does not continue with others than it began.
            let name =
                ([userID, "\(signal.format)", signal.from?.description ?? "", signal.to?.description ?? "", "\(zone)"]
                + accounts.map { "\($0.id) \($0.name)" }).joined(separator: "\n")
            let cursor = try signal.cursor.map { text in
                guard let cursor = JournalCursor(text, of: name) else {
                    throw Fault.invalidArgument("cursor", .notACursorOfStatement)
                }
                return cursor
            }
            let newest = try cursor?.newest ?? reading.newestKey() ?? MovementKey(number: 0)
            let start = cursor ?? JournalCursor(place: nil, newest: newest, change: change)
            let categories = try reading.categories(of: userID)
            let scope = JournalScope(
                userID: userID, accounts: accounts, categories: categories, zone: zone, first: signal.from,
                last: signal.to)
            let writer = signal.format.writer(accounts: accounts, categories: categories)
            let (text, next) = try part(of: scope, writer, after: start, known, reading)
            // Nobody without accounts has books.
            guard try accounts.isEmpty || !reading.hasChanged(since: start.change, of: userID, upTo: newest) else {
                throw Fault.invalidArgument("cursor", .booksChanged)
            }
            return HistorySignal.StatementAnswer(
                mediaType: writer.mediaType, content: String(decoding: text, as: UTF8.self),
                nextCursor: next?.text(of: name))
        }
    }

    /// Returns what ledger knows for the user.
    private func ledger(_ context: SignalContext) async throws -> JournalScope.Known {
        let accounts = try await tree.send(
            LedgerSignal.Accounts(), context: context.onward(), within: HistoryUseCases.ledgerLimit)
        let rates = try await tree.send(
            LedgerSignal.Rates(), context: context.onward(), within: HistoryUseCases.ledgerLimit)
        return JournalScope.Known(accounts: accounts.accounts, rates: rates.rates)
    }

    /// - Returns: The text of a part, and the cursor of the next one; nil for the last part.
    private func part(
        of scope: JournalScope, _ writer: any JournalWriter, after cursor: JournalCursor,
        _ known: JournalScope.Known?, _ reading: any JournalReading
    ) throws -> (text: [UInt8], next: JournalCursor?) {
        var text: [UInt8] = []
        let newest = cursor.newest
        if let known {
            let outline = try reading.outline(of: scope.userID, in: scope.period, upTo: newest)
            writer.write(scope.head(outline, known), to: &text)
            for entry in scope.openings(outline) { writer.write(entry, to: &text) }
        }
        var entries = JournalEntries(
            of: scope.userID, in: scope.period, zone: scope.zone, after: cursor.place, upTo: newest, reading)
        while let entry = try entries.next() {
            guard entry.postings.allSatisfy({ writer.names.has($0.place) }) else {
                throw Fault.invalidArgument("cursor", .booksChanged)
            }
            writer.write(entry, to: &text)
            if text.count >= partBytes, let place = entries.place {
                return (text, JournalCursor(place: place, newest: newest, change: cursor.change))
            }
        }
        let outline = try reading.outline(of: scope.userID, in: scope.period, upTo: newest)
        writer.writeEnd(scope.balances(outline), to: &text)
        return (text, nil)
    }
}

extension HistorySignal.JournalFormat {
    fileprivate func writer(accounts: [OwnedAccount], categories: [String]) -> any JournalWriter {
        switch self {
        case .hledger:
            HledgerJournalWriter(
                names: JournalNames(HledgerJournalWriter.naming, accounts: accounts, categories: categories))
        case .beancount:
            BeancountJournalWriter(
                names: JournalNames(BeancountJournalWriter.naming, accounts: accounts, categories: categories))
        }
    }
}
