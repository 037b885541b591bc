import Domain
import Signals

/// How old news may be.
package struct NewsAges: Hashable, Sendable {
    /// What is told later than this after it happened says so.
    package let late: Duration
    /// What happened longer ago than this is told all together.
    package let old: Duration

    package init(late: Duration, old: Duration) {
        self.late = late
        self.old = old
    }
}

/// Puts news into inboxes and channels within one transaction: each piece by itself, rows of an import and old news
/// together. Its user calls ``finish()`` at the end.
final class Teller {
    /// The first sign-in so soon after the registration is the registration's.
    private static let registrationTakes = Duration.seconds(10)

    /// What one notification tells of many events.
    private struct Gathering: Hashable {
        let event: String
        let userID: String
        let kind: NotificationsSignal.Kind
    }

    let router: Router
    private let books: any NotificationsBooks
    private let ages: NewsAges
    private let now: Instant
    /// What this transaction adds to each, in the order of their first events.
    private var gathered: [(gathering: Gathering, facts: NoticeFacts, accountID: String?, time: Instant)] = []
    private var places: [Gathering: Int] = [:]

    init(_ books: any NotificationsBooks, _ router: Router, _ ages: NewsAges, at now: Instant) {
        self.books = books
        self.router = router
        self.ages = ages
        self.now = now
    }

    /// Tells somebody of an event, unless it is no news to them.
    func tell(_ telling: News.Telling, of event: String, at time: Instant) throws {
        guard try isNews(telling, at: time) else { return }
        if now - time > ages.old { return try countOld(telling, at: time) }
        var facts = telling.facts
        if let account = telling.accountID { facts.account = try books.accountName(account) }
        let notice = Notice(
            id: Identifier.timeOrdered(at: now), userID: telling.userID, event: event, kind: telling.kind,
            facts: facts, occurredAt: time, createdAt: now, isLate: now - time > ages.late)
        if try books.add(notice) { try router.route(notice) }
    }

    private func isNews(_ telling: News.Telling, at time: Instant) throws -> Bool {
        let preferences = try router.preferences(of: telling.userID)
        if telling.isOwn, !preferences.wantsOwn(telling.kind) { return false }
        switch telling.kind {
        case .moneyIn, .moneyOut: return telling.facts.amount.map(preferences.isWorthTelling) ?? false
        case .signedIn:
            // The first one, if it comes with the registration; any other is news.
            guard let registered = try books.registered(telling.userID) else { return true }
            try books.forgetRegistration(of: telling.userID)
            return time < registered || time - registered >= Self.registrationTakes
        default: return true
        }
    }

    // MARK: What is told together

    /// Counts a row of an import. Of an import that is old nothing is told: somebody did it themselves, long ago.
    func count(_ row: News.ImportedRow, importedAt time: Instant) throws {
        if now - time > ages.old { return }
        let day = row.occurredAt.dayInUTC
        let gathering = Gathering(event: "ledger-import-\(row.group)", userID: row.userID, kind: .imported)
        gather(gathering, accountID: row.accountID, at: time) { $0.count(row.change, on: day) }
    }

    private func countOld(_ telling: News.Telling, at time: Instant) throws {
        let day = try router.zone(of: telling.userID).day(at: time)
        let gathering = Gathering(event: "old-\(now.dayInUTC)", userID: telling.userID, kind: .oldNews)
        gather(gathering, accountID: nil, at: now) { $0.count(telling.kind.category, on: day) }
    }

    private func gather(
        _ gathering: Gathering, accountID: String?, at time: Instant, _ count: (inout NoticeFacts) -> Void
    ) {
        let place = places[gathering] ?? gathered.count
        if place == gathered.count {
            places[gathering] = place
            gathered.append((gathering, NoticeFacts(), accountID, time))
        }
        count(&gathered[place].facts)
    }

    /// Drops what was to be told to a user who is gone.
    func forget(_ userID: String) {
        gathered.removeAll { $0.gathering.userID == userID }
        places = Dictionary(uniqueKeysWithValues: gathered.enumerated().map { ($1.gathering, $0) })
        router.forget(userID)
    }

    /// Tells what was gathered, adding to what earlier pages told of the same.
    func finish() throws {
        for (gathering, counted, accountID, time) in gathered {
            if let known = try books.notice(of: gathering.event, to: gathering.userID) {
                var facts = known.facts
                facts.add(counted)
                try books.save(facts, of: known.id)
                try books.tellChanged([known.id], of: gathering.userID, at: now)
                continue
            }
            var facts = counted
            if let accountID { (facts.subject, facts.account) = (accountID, try books.accountName(accountID)) }
            let notice = Notice(
                id: Identifier.timeOrdered(at: now), userID: gathering.userID, event: gathering.event,
                kind: gathering.kind, facts: facts, occurredAt: time, createdAt: now, isLate: now - time > ages.late)
            if try books.add(notice) { try router.route(notice) }
        }
        gathered = []
        places = [:]
    }
}
