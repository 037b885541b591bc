import Coordination
import Domain
import Signals

/// What subscriptions asks other services, with a time limit for each question: as itself, or, where a context is
/// given, for the person whose request it answers.
package struct Neighbours: Sendable {
    /// How long they may take.
    private static let limit = Duration.seconds(5)
    /// How long many debits may take.
    private static let debitLimit = Duration.seconds(10)
    /// How long to wait for bonds, without which there is a forecast too.
    private static let bondsLimit = Duration.seconds(2)
    /// The longest page that bonds and history give.
    private static let page = 1_000
    /// Payments of bonds beyond this are left out: a year of more than people hold.
    private static let mostPayments = 10_000

    /// Leads to auth, ledger, history and bonds.
    let tree: any Transmitter

    package init(tree: any Transmitter) { self.tree = tree }

    // MARK: As subscriptions itself

    /// Takes money by mandates.
    func debit(_ items: [LedgerSignal.DebitItem]) async throws -> [LedgerSignal.TransferResult] {
        // Each item has a key, so that asking again does nothing twice; the key of the whole lets the link do so.
        let context = SignalContext(idempotencyKey: Identifier.random(length: 26))
        return try await tree.send(LedgerSignal.Debits(debits: items), context: context, within: Self.debitLimit)
            .results
    }

    /// The sequence of the newest of ledger's events; 0 when there are none.
    func newestLedgerEvent() async throws -> Int64 {
        try await tree.newestEvent(of: LedgerSignal.self, within: Self.limit)
    }

    /// What is in a user's accounts and planned for them.
    func outlook(of user: String, until day: CalendarDay) async throws -> LedgerSignal.OutlookAnswer {
        try await ask(LedgerSignal.Outlook(until: day, user: user), SignalContext())
    }

    /// What a user's bonds will pay.
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

    /// Sets the time zone of a person, at auth, which keeps it for all services.
    func setZone(_ zone: String, for context: SignalContext) async throws -> AuthSignal.ZoneAnswer {
        try await change(AuthSignal.SetZone(zone: zone), for: context)
    }

    /// The mandates that a person has granted.
    func mandates(of context: SignalContext) async throws -> [LedgerSignal.Mandate] {
        try await ask(LedgerSignal.Mandates(), context.onward()).mandates
    }

    /// ListenerRights a mandate as the person.
    func grant(_ signal: LedgerSignal.GrantMandate, for context: SignalContext) async throws {
        _ = try await change(signal, for: context)
    }

    /// The rates that a person has entered.
    func rates(of context: SignalContext) async throws -> [LedgerSignal.Rate] {
        try await ask(LedgerSignal.Rates(), context.onward()).rates
    }

    /// What left the accounts of a person since an instant, the newest first, at most `limit`.
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
