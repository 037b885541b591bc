import Coordination
import Domain
import Reasons
import Signals
import Synchronization

/// A job that has the ledger make the pending payments.
///
/// A debit is stored before it is requested, under a key of subscription, day and attempt. The ledger makes each key's
/// debit at most once and never makes one that it refused. A crash between the debit and its record here is therefore
/// harmless: the repeated request gets the same answer. A new attempt, and with it a new key, begins only after a
/// refusal was stored.
package final class Charging: ScheduledJob {
    /// The number of debits per request.
    private static let atATime = 2_000
    /// The back-off while the ledger is unreachable: first and longest pause.
    private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(30))
    /// The days between attempts: a refused payment is retried 1, 3 and 7 days after the first attempt.
    static let retryDays = [1, 2, 4]

    package let name = "payments by the ledger"
    private let store: any SubscriptionsStore
    private let timetable: Timetable
    private let neighbours: Neighbours
    /// Called with the first fault when the ledger becomes unreachable.
    private let report: @Sendable (Fault) -> Void
    private let rest = Mutex<(pause: Duration, until: Instant)?>(nil)
    /// The sequence of ledger's newest event before the first request that got no answer. The repeated request gets the
    /// refusals of that time, whatever has happened since.
    private let unanswered = Mutex<Int64?>(nil)

    package init(
        store: any SubscriptionsStore, timetable: Timetable, neighbours: Neighbours,
        report: @escaping @Sendable (Fault) -> Void
    ) {
        self.store = store
        self.timetable = timetable
        self.neighbours = neighbours
        self.report = report
    }

    package func nextDue() async throws -> Instant? { rest.withLock { $0?.until } }

    package func doDue() async throws -> Bool {
        let now = timetable.clock.now()
        if let until = rest.withLock({ $0?.until }), now < until { return false }
        let payments = try await store.read { try $0.pending(limit: Self.atATime) }
        guard !payments.isEmpty else {
            rest.withLock { $0 = nil }
            return false
        }
        let newest: Int64
        let answers: [LedgerSignal.TransferResult]
        do {
            // Read before the debits: a refusal has taken all events up to this one into account.
            let latest = try await neighbours.newestLedgerEvent()
            newest = unanswered.withLock { first in
                let earliest = min(first ?? latest, latest)
                first = earliest
                return earliest
            }
            answers = try await neighbours.debit(payments.map(Self.item))
        } catch let fault as Fault {
            pause(after: fault, at: now)
            return false
        }
        guard answers.count == payments.count else {
            throw Fault(
                .internalFault, .wrongDebitCount,
                ["answered": .number(answers.count), "asked": .number(payments.count)])
        }
        let isAnyLeft = try await settle(Array(zip(payments, answers)), askedAfter: newest, at: now)
        if isAnyLeft {
            pause(after: Fault(.unavailable, .debitNotPossible), at: now)
            return false
        }
        unanswered.withLock { $0 = nil }
        rest.withLock { $0 = nil }
        return payments.count == Self.atATime
    }

    static func item(_ payment: Payment) -> LedgerSignal.DebitItem {
        LedgerSignal.DebitItem(
            account: payment.account ?? "", amount: payment.amount,
            // Payments stored before the rule for texts are paid, too.
            description: PlainText.clean(payment.title.en),
            category: PlainText.clean(payment.category ?? "subscriptions"),
            idempotencyKey: Payment.key(payment.subscription, payment.day, attempt: payment.failures))
    }

    /// - Returns: True when at least one debit got no final answer.
    private func settle(
        _ answers: [(payment: Payment, answer: LedgerSignal.TransferResult)], askedAfter newest: Int64, at now: Instant
    ) async throws -> Bool {
        try await store.write(deadline: nil, weight: answers.count) { [timetable] transaction in
            var zones = UserZones(timetable)
            var isAnyLeft = false
            for (asked, answer) in answers {
                // The user may have been deleted since.
                guard var payment = try transaction.payment(of: asked.subscription, on: asked.day),
                    payment.status == .pending, payment.failures == asked.failures
                else { continue }
                let today = try zones.zone(of: payment.owner, in: transaction).day(at: now)
                switch answer {
                case .transfer(let transfer):
                    payment.status = .paid
                    payment.method = .debited
                    payment.paidOn = today
                    payment.transfer = transfer.id
                    payment.reason = nil
                    try transaction.put(payment)
                    try transaction.tell(.paid(payment))
                case .fault(let fault) where fault.isRetryable || fault.code == .internalFault:
                    isAnyLeft = true
                case .fault(let fault):
                    payment.refusedAfter = newest
                    let zone = try zones.zone(of: payment.owner, in: transaction)
                    try Self.refuse(payment, fault, today: today, zone, in: transaction)
                }
            }
            return isAnyLeft
        }
    }

    private static func refuse(
        _ before: Payment, _ fault: Fault, today: CalendarDay, _ zone: TimeZone,
        in transaction: any SubscriptionsTransaction
    ) throws {
        var payment = before
        payment.status = .pastDue
        payment.failures += 1
        payment.reason = fault.code.name
        // Counted from today, not from the due day, so that the retries after an outage are not bunched together. After
        // a conflict the key means something else to the ledger. It is never replaced by a new key, because that could
        // pay twice.
        if payment.failures <= retryDays.count, fault.code != .conflict {
            let day = today.adding(days: retryDays[payment.failures - 1])
            (payment.nextTry, payment.retryAt) = (day, zone.start(of: day))
        }
        if let subscription = try transaction.subscription(payment.subscription), subscription.isPaused {
            (payment.nextTry, payment.retryAt) = (nil, nil)
        }
        try transaction.put(payment)
        try transaction.tell(
            .paymentFailed(
                SubscriptionsEvent.PaymentFailed(
                    userId: payment.owner, id: payment.subscription, title: payment.title, amount: payment.amount,
                    day: payment.day, account: payment.account ?? "", reason: fault.code.name, message: fault.message,
                    messageReason: Explanation(of: fault), attempt: payment.failures, nextTry: payment.nextTry)))
    }

    private func pause(after fault: Fault, at now: Instant) {
        let isFirst = rest.withLock { rest in
            let pause = rest.map { min($0.pause * 2, Self.pauses.longest) } ?? Self.pauses.first
            defer { rest = (pause, now + pause) }
            return rest == nil
        }
        // Only the first failure of an outage is reported.
        if isFirst { report(fault) }
    }
}
