import Coordination
import Domain
import Signals

/// Follows the events of ledger, each once: money that arrives makes payments that were refused, and what moves has
/// balances looked at again.
package struct MoneyFollower: Sendable {
    /// How long to wait for more of the same before balances are looked at.
    private static let settling = Duration.seconds(2)

    /// What one event tells.
    package struct LedgerChange: Hashable, Sendable {
        /// Money, or a right, that an account has got.
        package enum Gain: Hashable, Sendable {
            /// So many minor units are in it now.
            case money(Int64)
            /// Something else that stood in the way is gone.
            case right
        }

        package let sequence: Int64
        package var gains: [String: Gain] = [:]
        /// Whose balances may be others now.
        package var users: Set<String> = []

        package init(sequence: Int64) { self.sequence = sequence }
    }

    let store: any SubscriptionsStore
    let timetable: Timetable

    package init(store: any SubscriptionsStore, timetable: Timetable) {
        self.store = store
        self.timetable = timetable
    }

    /// The sequence of the last event that was handled.
    package func lastSequence() async throws -> Int64 { try await store.read { try $0.lastSequence() } }

    /// Does what a page of events asks for and notes its last sequence, all or nothing.
    /// - Returns: Whether there is something to do now.
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

    /// What an account has got by a page of events: the last of each kind, and when that was.
    private struct Gains {
        private var right: Int64 = 0
        private var money: Int64 = 0
        /// Minor units that are left for payments.
        private var left: Int64 = 0

        mutating func note(_ gain: LedgerChange.Gain, at sequence: Int64) {
            switch gain {
            case .right: right = sequence
            case .money(let amount): (money, left) = (sequence, amount)
            }
        }

        /// Whether there may now be enough for a payment that was refused. What the refusal knew already does not count.
        mutating func mayHelp(_ payment: Payment) -> Bool {
            let refusedAfter = payment.refusedAfter ?? 0
            if right > refusedAfter { return true }
            guard money > refusedAfter, payment.amount.minorUnits <= left else { return false }
            left -= payment.amount.minorUnits
            return true
        }
    }

    /// Has what was refused tried again, the oldest first, as far as the money reaches.
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
