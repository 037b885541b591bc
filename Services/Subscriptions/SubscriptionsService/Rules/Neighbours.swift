import Coordination
import Domain
import Signals

/// A client of the other services, with a time limit for each request. It calls as the service itself or, where a
/// context is given, on behalf of the person whose request it answers.
package struct Neighbours: Sendable {
    /// The time limit of most requests.
    private static let limit = Duration.seconds(5)
    /// The time limit of a batch of debits.
    private static let debitLimit = Duration.seconds(10)
    /// The time limit of bonds. The forecast also works without them.
    private static let bondsLimit = Duration.seconds(2)
    /// The largest page of bonds and history.
    private static let page = 1_000
    /// The most payments of bonds that are read: more than a year of what people hold. Further payments are left out.
    private static let mostPayments = 10_000

    /// The tree that reaches auth, ledger, history and bonds.
    let tree: any Transmitter

    package init(tree: any Transmitter) { self.tree = tree }

    // MARK: As subscriptions itself

    /// Debits accounts by mandates.
    func debit(_ items: [LedgerSignal.DebitItem]) async throws -> [LedgerSignal.TransferResult] {
        // Each debit has a key, so a repetition is idempotent. The key of the whole batch allows the link to retry.
        let context = SignalContext(idempotencyKey: Identifier.random(length: 26))
        return try await tree.send(LedgerSignal.Debits(debits: items), context: context, within: Self.debitLimit)
            .results
    }

    /// Returns the sequence of ledger's newest event; 0 when there are none.
    func newestLedgerEvent() async throws -> Int64 {
        try await tree.newestEvent(of: LedgerSignal.self, within: Self.limit)
    }

    /// Returns a user's balances and the changes planned for them.
    func outlook(of user: String, until day: CalendarDay) async throws -> LedgerSignal.OutlookAnswer {
        try await ask(LedgerSignal.Outlook(until: day, user: user), SignalContext())
    }

    /// Returns the future payments of a user's bonds.
    func bondPayments(
        of user: String, from first: CalendarDay, to last: CalendarDay
    ) async throws -> [BondsSignal.Payment] {
        var payments: [BondsSignal.Payment] = []
        var cursor: String?
        repeat {
            let answer = try await ask(
                BondsSignal.Calendar(from: first, to: last, user: user, limit: Self.page, cursor: cursor),
                SignalContext(), within: Self.bondsLimit)
            payments += answer.payments
            cursor = answer.nextCursor
        } while cursor != nil && payments.count < Self.mostPayments
        return payments
    }

    // MARK: For a person

    /// Sets the time zone of a person at auth, which keeps it for all services.
    func setZone(_ zone: String, for context: SignalContext) async throws -> AuthSignal.ZoneAnswer {
        try await change(AuthSignal.SetZone(zone: zone), for: context)
    }

    /// Returns the mandates that a person granted.
    func mandates(of context: SignalContext) async throws -> [LedgerSignal.Mandate] {
        try await ask(LedgerSignal.Mandates(), context.onward()).mandates
    }

    /// Grants a mandate on behalf of the person.
    func grant(_ signal: LedgerSignal.GrantMandate, for context: SignalContext) async throws {
        _ = try await change(signal, for: context)
    }

    /// Returns the exchange rates that a person entered.
    func rates(of context: SignalContext) async throws -> [LedgerSignal.Rate] {
        try await ask(LedgerSignal.Rates(), context.onward()).rates
    }

    /// Returns the debits of a person's accounts since an instant, newest first, at most `limit`.
    func charges(
        of context: SignalContext, since: Instant, limit: Int
    ) async throws -> [HistorySignal.Transaction] {
        var found: [HistorySignal.Transaction] = []
        var cursor: String?
        repeat {
            let page = try await ask(
                HistorySignal.Transactions(type: .expense, from: "\(since)", limit: Self.page, cursor: cursor),
                context.onward())
            found += page.transactions
            cursor = page.nextCursor
        } while cursor != nil && found.count < limit
        return found
    }

    private func change<S: Signal>(_ signal: S, for context: SignalContext) async throws -> S.Answer {
        try await ask(signal, context.onward(idempotencyKey: Identifier.random(length: 26)))
    }

    private func ask<S: Signal>(
        _ signal: S, _ context: SignalContext, within limit: Duration = limit
    ) async throws -> S.Answer {
        try await tree.send(signal, context: context, within: limit)
    }
}
