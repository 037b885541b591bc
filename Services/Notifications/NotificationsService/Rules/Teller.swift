import Domain
import Signals

/// How old news may be.
package struct EventAges: Hashable, Sendable {
    /// What is told later than this after it happened says so.
    package let late: Duration
    /// What happened longer ago than this is told all together.
    package let old: Duration

    package init(late: Duration, old: Duration) {
        self.late = late
        self.old = old
    }
}

/// Puts news into inboxes and channels within one transaction: each piece by itself, the parts of an import and old news
/// together. Its user calls ``finish()`` at the end.
final class Teller {
    /// The first sign-in so soon after the registration is the registration's.
    private static let registrationTakes = Duration.seconds(10)

    let router: Router
    private let transaction: any NotificationsTransaction
    private let ages: EventAges
    private let now: Instant
    /// The old news of each person that this transaction adds.
    private var old: [String: NoticeFacts] = [:]

    init(_ transaction: any NotificationsTransaction, _ router: Router, _ ages: EventAges, at now: Instant) {
        self.transaction = transaction
        self.router = router
        self.ages = ages
        self.now = now
    }

    /// Tells somebody of an event, unless it is no news to them.
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
            // The first one, if it comes with the registration; any other is news.
            guard let registered = try transaction.registered(telling.userID) else { return true }
            try transaction.forgetRegistration(of: telling.userID)
            return time < registered || time - registered >= Self.registrationTakes
        default: return true
        }
    }

    // MARK: What is told together

    /// Tells of an import, or says of one that was told what has become of it: that it has more rows, that it was taken back.
    /// Of an import that is old nothing is told: somebody did it themselves, long ago.
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

    /// Drops what was to be told to a user who is gone.
    func forget(_ userID: String) {
        old[userID] = nil
        router.forget(userID)
    }

    /// Tells old news, adding to what was told of it on the same day.
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
