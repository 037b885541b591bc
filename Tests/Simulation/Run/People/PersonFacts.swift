import Coordination
import Domain
import Signals

/// Everything that the services tell one person, at rest.
struct PersonFacts: Sendable {
    let index: Int
    let userID: String
    let accounts: [LedgerSignal.Account]
    /// The events of ledger, oldest first.
    let ledger: [ToldEvent]
    let subscriptionEvents: [ToldEvent]
    let authEvents: [ToldEvent]
    let bondsEvents: [ToldEvent]
    let notificationsEvents: [ToldEvent]
    let schedules: [LedgerSignal.Schedule]
    /// The runs of each schedule, the oldest first.
    let runs: [String: [LedgerSignal.ScheduleRun]]
    let holds: [LedgerSignal.Transfer]
    let payees: [LedgerSignal.Payee]
    /// The rows of history, newest first, and the totals that came with them.
    let history: [HistorySignal.Transaction]
    let totals: [HistorySignal.Total]
    let arranged: HistoryFacts
    let subscriptions: [SubscriptionsSignal.Subscription]
    let payments: [SubscriptionsSignal.Payment]
    /// All notices, archived ones too.
    let notices: [NotificationsSignal.Notification]
    let unread: Int
    let holdings: [BondsSignal.Holding]
    let patterns: PatternFacts
    let sessionList: [AuthSignal.SessionSummary]
    let sessions: PersonSessions
    let me: AuthSignal.MeAnswer
    let username: String?
    let factor: PersonFactor

    /// The movements of money, oldest first.
    var posted: [LedgerEvent.TransferPosted] {
        ledger.compactMap { if case .posted(let movement) = $0.facts { movement } else { nil } }
    }
}

extension SimulatedPerson {
    private static let page = 1000

    /// Reads everything; nil when something could not be read.
    func facts() async -> PersonFacts? {
        guard let accounts = await read(LedgerSignal.Accounts())?.accounts,
            let ledger = await events({ LedgerEvents(after: $0, limit: Self.page) }),
            let subscriptionEvents = await events({ SubscriptionsEvents(after: $0, limit: Self.page) }),
            let authEvents = await events({ AuthEvents(after: $0, limit: Self.page) }),
            let bondsEvents = await events({ BondsEvents(after: $0, limit: Self.page) }),
            let notificationsEvents = await events({ NotificationsEvents(after: $0, limit: Self.page) }),
            let schedules = await read(LedgerSignal.Schedules())?.schedules,
            let holds = await pages(
                { LedgerSignal.Holds(limit: Self.page, cursor: $0) }, { ($0.holds, $0.nextCursor) }),
            let payees = await read(LedgerSignal.Payees())?.payees,
            let history = await pages(
                { HistorySignal.Transactions(limit: 100, cursor: $0) }, { ($0.transactions, $0.nextCursor) }),
            let totals = await read(HistorySignal.Transactions(limit: 1))?.totals,
            let arranged = await historyFacts(),
            let subscriptions = await pages(
                { SubscriptionsSignal.List(limit: 100, cursor: $0) }, { ($0.subscriptions, $0.nextCursor) }),
            let payments = await pages(
                { SubscriptionsSignal.Payments(limit: 100, cursor: $0) }, { ($0.payments, $0.nextCursor) }),
            let notices = await notices(),
            let unread = await read(NotificationsSignal.List(limit: 1))?.unread,
            let holdings = await read(BondsSignal.Holdings())?.holdings,
            let patterns = await patternFacts(),
            let sessionList = await read(AuthSignal.Sessions())?.sessions,
            let me = await read(AuthSignal.Me())
        else { return nil }
        var runs: [String: [LedgerSignal.ScheduleRun]] = [:]
        for schedule in schedules {
            let found = await pages(
                { LedgerSignal.ScheduleRuns(id: schedule.id, limit: 100, cursor: $0) }, { ($0.runs, $0.nextCursor) })
            guard let found else { return nil }
            runs[schedule.id] = found.reversed()
        }
        return PersonFacts(
            index: index, userID: userID, accounts: accounts, ledger: ledger, subscriptionEvents: subscriptionEvents,
            authEvents: authEvents, bondsEvents: bondsEvents, notificationsEvents: notificationsEvents,
            schedules: schedules, runs: runs, holds: holds, payees: payees, history: history, totals: totals,
            arranged: arranged, subscriptions: subscriptions, payments: payments, notices: notices, unread: unread,
            holdings: holdings, patterns: patterns, sessionList: sessionList, sessions: sessions, me: me,
            username: username, factor: factor)
    }

    private func notices() async -> [NotificationsSignal.Notification]? {
        func all(archived: Bool) async -> [NotificationsSignal.Notification]? {
            await pages(
                { NotificationsSignal.List(archived: archived, limit: 100, cursor: $0) },
                { ($0.notifications, $0.nextCursor) })
        }
        guard let shown = await all(archived: false), let archived = await all(archived: true) else { return nil }
        return shown + archived
    }

    /// Returns the sequence of the newest event of ledger that this person was shown; nil when it could not be asked.
    func newestLedgerEvent(after: Int64 = 0) async -> Int64? {
        await events({ LedgerEvents(after: $0, limit: Self.page) }, from: after).map { $0.last?.sequence ?? after }
    }

    /// Reads all events after one; nil when a page could not be read.
    func events<S: Signal>(
        _ signal: (Int64) -> S, from: Int64 = 0
    ) async -> [ToldEvent]? where S.Answer == EventPage {
        var (found, last) = ([ToldEvent](), from)
        while true {
            guard let page = await read(signal(last)) else { return nil }
            found += page.events
            guard page.last > last else { return found }
            last = page.last
        }
    }

    /// Reads all pages of a list; nil when one could not be read.
    func pages<S: Signal, Row>(
        _ signal: (String?) -> S, _ rows: (S.Answer) -> (rows: [Row], next: String?)
    ) async -> [Row]? {
        var (found, cursor) = ([Row](), String?.none)
        repeat {
            guard let page = await read(signal(cursor)).map(rows) else { return nil }
            found += page.rows
            cursor = page.next
        } while cursor != nil
        return found
    }
}
