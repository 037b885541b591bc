import Domain
import Signals

/// The services that this one asks.
package protocol Neighbours: Sendable {
    /// Takes money by mandates, as subscriptions itself.
    func debit(_ items: [LedgerSignal.DebitItem]) async throws -> [LedgerSignal.TransferResult]
    /// The sequence of the newest of ledger's events, as subscriptions itself; 0 when there are none.
    func newestLedgerEvent() async throws -> Int64
    /// What is in a user's accounts and planned for them, as subscriptions itself.
    func outlook(of user: String, until day: CalendarDay) async throws -> LedgerSignal.OutlookAnswer
    /// What a user's bonds will pay, as subscriptions itself.
    func bondPayments(
        of user: String, from first: CalendarDay, to last: CalendarDay
    ) async throws -> [BondsSignal.Payment]

    /// Sets the time zone of the user of a session, at auth, which keeps it for all services.
    func setZone(_ zone: String, session: String) async throws -> AuthSignal.ZoneAnswer
    /// The mandates that the user of a session has granted. The session is the one that came with the request.
    func mandates(session: String) async throws -> [LedgerSignal.Mandate]
    /// Grants a mandate as the user of a session.
    func grant(_ signal: LedgerSignal.GrantMandate, session: String) async throws
    /// The rates that the user of a session has entered.
    func rates(session: String) async throws -> [LedgerSignal.Rate]
    /// What left the accounts of the user of a session since an instant, the newest first, at most `limit`.
    func charges(since: Instant, limit: Int, session: String) async throws -> [HistorySignal.Transaction]
}
