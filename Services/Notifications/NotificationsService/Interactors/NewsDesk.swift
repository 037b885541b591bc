import Coordination
import Domain
import Signals

/// Takes in what other services tell: each event once, in the transaction that moves the place in their log.
package struct NewsDesk: Sendable {
    /// The first sign-in so soon after the registration is the registration's.
    private static let registrationTakes = Duration.seconds(10)

    let store: any NotificationsStore
    let zones: Zones
    let clock: WallClock
    /// What is told later than this after it happened says so.
    let lateAfter: Duration
    /// Told that there may be something to send.
    let ring: @Sendable () -> Void

    package init(
        store: any NotificationsStore, zones: Zones, clock: WallClock, lateAfter: Duration,
        ring: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.zones = zones
        self.clock = clock
        self.lateAfter = lateAfter
        self.ring = ring
    }

    /// The sequence of the last event of a service that was handled.
    package func cursor(of source: String) async throws -> Int64 { try await store.read { try $0.cursor(of: source) } }

    /// Takes a page of events of one service in, all or nothing. The same page may come again.
    package func take(_ page: [News], of source: String) async throws {
        guard let last = page.last?.sequence else { return }
        let now = clock.now()
        try await store.write(deadline: nil) { books in
            let handled = try books.cursor(of: source)
            try take(page.filter { $0.sequence > handled }, in: books, at: now)
            if handled < last { try books.setCursor(of: source, to: last) }
        }
        ring()
    }

    /// Takes new events in, within a transaction of somebody who sees to the place in the log.
    package func take(_ news: [News], in books: any NotificationsBooks, at now: Instant) throws {
        let router = Router(books, zones, at: now)
        for event in news { try take(event, in: books, router, at: now) }
    }

    private func take(_ news: News, in books: any NotificationsBooks, _ router: Router, at now: Instant) throws {
        switch news.content {
        case .nothing: break
        case .tell(let tellings):
            for telling in tellings { try tell(telling, news, in: books, router, at: now) }
        case .account(let id, let name): try books.name(account: id, name)
        case .coupons(let userID, let isin, let title, let coupons):
            try books.replaceCoupons(of: userID, isin: isin, title: title, coupons)
        case .registered(let userID): try books.register(userID, at: news.time)
        case .deleted(let userID):
            try books.forget(userID)
            router.forget(userID)
        case .start(let start): try TelegramDesk(books: books, router: router, now: now).open(start)
        case .tap(let tap): try TelegramDesk(books: books, router: router, now: now).take(tap)
        }
    }

    private func tell(
        _ telling: News.Telling, _ news: News, in books: any NotificationsBooks, _ router: Router, at now: Instant
    ) throws {
        switch telling.kind {
        case .moneyIn, .moneyOut:
            guard let amount = telling.facts.amount,
                try router.preferences(of: telling.userID).isWorthTelling(amount)
            else { return }
        case .signedIn:
            // The first one, if it comes with the registration; any other is news.
            if let registered = try books.registered(telling.userID) {
                try books.forgetRegistration(of: telling.userID)
                if news.time >= registered, news.time - registered < Self.registrationTakes { return }
            }
        default: break
        }
        var facts = telling.facts
        if let account = telling.accountID { facts.account = try books.accountName(account) }
        let notice = Notice(
            id: Identifier.timeOrdered(at: now), userID: telling.userID, event: news.event, kind: telling.kind,
            facts: facts, occurredAt: news.time, createdAt: now, isLate: now - news.time > lateAfter)
        if try books.add(notice) { try router.route(notice) }
    }
}

/// What falls due by the clock: coupons on their days, notices that come back into sight.
package struct ClockDesk: Sendable {
    /// At once; more are for the next time.
    private static let atOnce = 500

    let store: any NotificationsStore
    let zones: Zones
    let clock: WallClock
    let lateAfter: Duration

    package init(store: any NotificationsStore, zones: Zones, clock: WallClock, lateAfter: Duration) {
        self.store = store
        self.zones = zones
        self.clock = clock
        self.lateAfter = lateAfter
    }

    /// Does what is due now.
    package func work() async throws {
        let now = clock.now()
        // No zone is more than a day ahead of UTC.
        let horizon = now.dayInUTC.adding(days: 1)
        let isIdle = try await store.read { reading in
            try reading.coupons(until: horizon, limit: 1).isEmpty && reading.noticesToReturn(at: now, limit: 1).isEmpty
        }
        if isIdle { return }
        try await store.write(deadline: nil) { books in
            let router = Router(books, zones, at: now)
            for coupon in try books.coupons(until: horizon, limit: Self.atOnce) {
                try tell(coupon, in: books, router, at: now)
            }
            for var notice in try books.noticesToReturn(at: now, limit: Self.atOnce) {
                (notice.marks.snoozedUntil, notice.marks.readAt) = (nil, nil)
                try books.save(notice.marks, of: notice.id)
                guard notice.marks.archivedAt == nil else { continue }
                try books.tellReturned(notice, at: now)
                try router.route(notice)
            }
        }
    }

    private func tell(
        _ expected: ExpectedCoupon, in books: any NotificationsBooks, _ router: Router, at now: Instant
    ) throws {
        let dueAt = try router.zone(of: expected.userID).start(of: expected.coupon.day)
        guard dueAt <= now else { return }
        var facts = NoticeFacts()
        facts.subject = expected.isin
        facts.name = expected.title
        facts.amount = expected.coupon.amount
        facts.day = expected.coupon.day
        facts.isRepayment = expected.coupon.isRepayment
        let part = expected.coupon.isRepayment ? "repayment" : "coupon"
        let notice = Notice(
            id: Identifier.timeOrdered(at: now), userID: expected.userID,
            event: "bonds-\(part)-\(expected.isin)-\(expected.coupon.day)", kind: .couponDue, facts: facts,
            occurredAt: dueAt, createdAt: now, isLate: now - dueAt > .seconds(86_400))
        try books.noteTold(expected)
        if try books.add(notice) { try router.route(notice) }
    }
}
