import Domain
import Signals

/// The ages from which events count as late and as old.
package struct EventAges: Hashable, Sendable {
    /// The delay after which a notice says that it is late.
    package let late: Duration
    /// The age from which events are gathered in one notice.
    package let old: Duration

    package init(late: Duration, old: Duration) {
        self.late = late
        self.old = old
    }
}

/// Turns events into notices in inboxes and channels within one transaction: one notice for each event, but the parts
/// of an import and old events are gathered. The caller calls ``finish()`` at the end.
final class Teller {
    /// The first sign-in within this time belongs to the registration.
    private static let registrationTakes = Duration.seconds(10)

    let router: Router
    private let transaction: any NotificationsTransaction
    private let ages: EventAges
    private let now: Instant
    /// The old events of each user in this transaction.
    private var old: [String: NoticeFacts] = [:]

    init(_ transaction: any NotificationsTransaction, _ router: Router, _ ages: EventAges, at now: Instant) {
        self.transaction = transaction
        self.router = router
        self.ages = ages
        self.now = now
    }

    /// Adds a notice of an event, unless the user need not be notified of it.
    func tell(_ telling: HouseEvent.Telling, of event: String, at time: Instant) throws {
        guard try isNews(telling, at: time) else { return }
        if now - time > ages.old {
            let day = try router.zone(of: telling.userID).day(at: time)
            old[telling.userID, default: NoticeFacts()].count(telling.kind.category, on: day)
            return
        }
        var facts = telling.facts
        if let account = telling.accountID { facts.account = try transaction.accountName(account) }
        try add(telling.kind, facts, to: telling.userID, of: event, at: time)
    }

    private func add(
        _ kind: NotificationsSignal.Kind, _ facts: NoticeFacts, to userID: String, of event: String, at time: Instant
    ) throws {
        let notice = Notice(
            id: Identifier.timeOrdered(at: now), userID: userID, event: event, kind: kind, facts: facts,
            occurredAt: time, createdAt: now, isLate: now - time > ages.late)
        if try transaction.add(notice) { try router.route(notice) }
    }

    private func isNews(_ telling: HouseEvent.Telling, at time: Instant) throws -> Bool {
        let preferences = try router.preferences(of: telling.userID)
        if telling.isOwn, !preferences.wantsOwn(telling.kind) { return false }
        switch telling.kind {
        case .moneyIn, .moneyOut: return telling.facts.amount.map(preferences.isWorthTelling) ?? false
        case .signedIn:
            // The first sign-in belongs to the registration if it comes soon after it. Any other is reported.
            guard let registered = try transaction.registered(telling.userID) else { return true }
            try transaction.forgetRegistration(of: telling.userID)
            return time < registered || time - registered >= Self.registrationTakes
        default: return true
        }
    }

    // MARK: Gathered notices

    /// Adds a notice of an import, or updates the one there is: the import has more rows, or was undone. An old import
    /// is not reported: the user made it themselves, long ago.
    func tell(_ report: HouseEvent.Import, at time: Instant) throws {
        let event = "ledger-import-\(report.id)"
        var facts = NoticeFacts()
        (facts.subject, facts.count, facts.amount, facts.other) = (
            report.id, report.rows, report.income, report.expense
        )
        (facts.day, facts.lastDay) = (report.first, report.last)
        facts.account = try transaction.accountName(report.accountID)
        facts.isUndone = report.isUndone ? true : nil
        if let known = try transaction.notice(of: event, to: report.userID) {
            try save(facts, of: known)
        } else if !report.isUndone, now - time <= ages.old {
            try add(.imported, facts, to: report.userID, of: event, at: time)
        }
    }

    private func save(_ facts: NoticeFacts, of notice: Notice) throws {
        try transaction.save(facts, of: notice.id)
        try transaction.tellChanged([notice.id], of: notice.userID, at: now)
    }

    /// Drops the old events of a deleted user.
    func forget(_ userID: String) {
        old[userID] = nil
        router.forget(userID)
    }

    /// Adds the notices of old events, or updates those of the same day.
    func finish() throws {
        let event = "old-\(now.dayInUTC)"
        for (userID, counted) in old.sorted(by: { $0.key < $1.key }) {
            if let known = try transaction.notice(of: event, to: userID) {
                var facts = known.facts
                facts.add(counted)
                try save(facts, of: known)
            } else {
                try add(.oldNews, counted, to: userID, of: event, at: now)
            }
        }
        old = [:]
    }
}
