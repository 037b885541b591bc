import Coordination
import Domain
import Signals

/// The notices that are due by the clock: coupons on their days, and snoozed notices that return.
package struct DueNotices: Sendable {
    /// The most in one transaction. The rest follows in the next one.
    private static let atOnce = 500

    let store: any NotificationsStore
    let zones: Zones
    let clock: WallClock
    /// A coupon is announced on its day, so it is late only after the day.
    let ages: EventAges

    package init(store: any NotificationsStore, zones: Zones, clock: WallClock, ages: EventAges) {
        self.store = store
        self.zones = zones
        self.clock = clock
        self.ages = EventAges(late: .seconds(86_400), old: ages.old)
    }

    /// Handles everything that is due now.
    package func work() async throws {
        let now = clock.now()
        // No zone is more than a day ahead of UTC.
        let horizon = now.dayInUTC.adding(days: 1)
        let isIdle = try await store.read { reading in
            try reading.coupons(until: horizon, limit: 1).isEmpty && reading.noticesToReturn(at: now, limit: 1).isEmpty
        }
        if isIdle { return }
        try await store.write(deadline: nil, weight: 8) { transaction in
            let teller = Teller(transaction, Router(transaction, zones, at: now), ages, at: now)
            for coupon in try transaction.coupons(until: horizon, limit: Self.atOnce) {
                try tell(coupon, in: transaction, teller, at: now)
            }
            for var notice in try transaction.noticesToReturn(at: now, limit: Self.atOnce) {
                (notice.marks.snoozedUntil, notice.marks.readAt) = (nil, nil)
                try transaction.save(notice.marks, of: notice.id)
                guard notice.marks.archivedAt == nil else { continue }
                try transaction.tellReturned(notice, at: now)
                try teller.router.route(notice)
            }
            try teller.finish()
        }
    }

    private func tell(
        _ expected: ExpectedCoupon, in transaction: any NotificationsTransaction, _ teller: Teller, at now: Instant
    ) throws {
        let dueAt = try teller.router.zone(of: expected.userID).start(of: expected.coupon.day)
        guard dueAt <= now else { return }
        var facts = NoticeFacts()
        facts.subject = expected.isin
        facts.name = expected.title
        facts.amount = expected.coupon.amount
        facts.day = expected.coupon.day
        facts.isRepayment = expected.coupon.isRepayment
        let part = expected.coupon.isRepayment ? "repayment" : "coupon"
        try transaction.noteTold(expected)
        try teller.tell(
            HouseEvent.Telling(userID: expected.userID, kind: .couponDue, facts: facts),
            of: "bonds-\(part)-\(expected.isin)-\(expected.coupon.day)", at: dueAt)
    }
}
