import Coordination
import Domain
import Signals

/// A reader of ledger's events, each handled once. Incoming money triggers a retry of refused payments; moved money
/// schedules a new forecast.
package struct MoneyFollower: Sendable {
    /// The delay that coalesces several changes into one forecast, which is due then.
    static let settling = Duration.seconds(2)

    /// The facts of one event.
    package struct LedgerChange: Hashable, Sendable {
        /// Money, or a right, that an account gained.
        package enum Gain: Hashable, Sendable {
            /// The new balance, in minor units.
            case money(Int64)
            /// Another obstacle to a payment is gone.
            case right
        }

        package let sequence: Int64
        package var gains: [String: Gain] = [:]
        /// The users whose balances may have changed.
        package var users: Set<String> = []

        package init(sequence: Int64) { self.sequence = sequence }
    }

    let store: any SubscriptionsStore
    let timetable: Timetable

    package init(store: any SubscriptionsStore, timetable: Timetable) {
        self.store = store
        self.timetable = timetable
    }

    /// Returns the sequence of the last handled event.
    package func lastSequence() async throws -> Int64 { try await store.read { try $0.lastSequence() } }

    /// Handles a page of events and stores its last sequence, in one transaction.
    /// - Returns: True when a job has something to do now.
    package func follow(_ page: [LedgerChange]) async throws -> Bool {
        guard let last = page.last?.sequence else { return false }
        let now = timetable.clock.now()
        return try await store.write(deadline: nil, weight: 8) { [timetable] transaction in
            let handled = try transaction.lastSequence()
            var (gains, users) = ([String: Gains](), Set<String>())
            for change in page where change.sequence > handled {
                for (account, gain) in change.gains { gains[account, default: Gains()].note(gain, at: change.sequence) }
                users.formUnion(change.users)
            }
            var isDue = false
            for (account, gains) in gains.sorted(by: { $0.key < $1.key }) {
                let isRetried = try Self.retry(account, gains, now, timetable, in: transaction)
                isDue = isDue || isRetried
            }
            for user in users.sorted() { try transaction.lookAt(user, at: now + Self.settling) }
            if handled < last { try transaction.setLastSequence(last) }
            return isDue
        }
    }

    /// The gains of an account within a page of events: the last one of each kind and its sequence.
    private struct Gains {
        private var right: Int64 = 0
        private var money: Int64 = 0
        /// The minor units that are left for payments.
        private var left: Int64 = 0

        mutating func note(_ gain: LedgerChange.Gain, at sequence: Int64) {
            switch gain {
            case .right: right = sequence
            case .money(let amount): (money, left) = (sequence, amount)
            }
        }

        /// Returns true when a refused payment may now succeed. Gains that the refusal took into account do not count.
        mutating func mayHelp(_ payment: Payment) -> Bool {
            let refusedAfter = payment.refusedAfter ?? 0
            if right > refusedAfter { return true }
            guard money > refusedAfter, payment.amount.minorUnits <= left else { return false }
            left -= payment.amount.minorUnits
            return true
        }
    }

    /// Schedules a retry of the refused payments of an account, oldest first, as far as the money reaches.
    private static func retry(
        _ account: String, _ gains: Gains, _ now: Instant, _ timetable: Timetable,
        in transaction: any SubscriptionsTransaction
    ) throws -> Bool {
        var (gains, isAny) = (gains, false)
        for var payment in try transaction.refused(of: account) where payment.reason != FaultCode.conflict.name {
            if let subscription = try transaction.subscription(payment.subscription), subscription.isPaused { continue }
            guard gains.mayHelp(payment) else { continue }
            payment.retryAt = now
            payment.nextTry = try timetable.zone(of: payment.owner, in: transaction).day(at: now)
            try transaction.put(payment)
            isAny = true
        }
        return isAny
    }
}
