import Coordination
import Domain
import Signals
import Storage
import StrictJSON
import Synchronization
import TestSupport

@testable import SubscriptionsService

/// Subscriptions in memory, for tests of the rules: a plain model of the tables.
final class InMemorySubscriptionsStore: SubscriptionsStore {
    struct State: Sendable {
        /// The subscriptions in the order of their addition.
        var subscriptions: [Subscription] = []
        var payments: [Payment] = []
        var zoneRevisions: [String: Int64] = [:]
        var settings: [String: UserSettings] = [:]
        var ownServices: [OwnService] = []
        var dismissals: [String: Set<String>] = [:]
        var low: [String: Set<String>] = [:]
        var lastSequence: Int64 = 0
        var told: [(type: String, data: [UInt8])] = []
        var replies = InMemoryReplies()
    }

    private let state = Mutex(State())

    /// The published events, in order.
    var told: [(type: String, data: [UInt8])] { state.withLock { $0.told } }

    func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any SubscriptionsTransaction) throws -> Value
    ) async throws -> Value {
        try state.withLock { state in
            let transaction = InMemorySubscriptionsTransaction(state)
            let value = try body(transaction)
            state = transaction.state
            return value
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SubscriptionsReading) throws -> Value
    ) async throws -> Value {
        try body(InMemorySubscriptionsTransaction(state.withLock { $0 }))
    }

    func once<Sent: Signal>(
        _ signal: Sent, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (any SubscriptionsTransaction) throws -> Sent.Answer
    ) async throws -> Sent.Answer {
        try state.withLock { state in
            if let before = try state.replies.answer(to: signal, by: caller, context: context) { return before }
            let transaction = InMemorySubscriptionsTransaction(state)
            let answer = try body(transaction)
            state = transaction.state
            try state.replies.keep(answer, to: signal, by: caller, context: context)
            return answer
        }
    }

    func answerBefore<Sent: Signal>(
        to signal: Sent, by caller: String, context: SignalContext
    ) async throws -> Sent.Answer? {
        try state.withLock { try $0.replies.answer(to: signal, by: caller, context: context) }
    }
}

/// A transaction in memory.
private final class InMemorySubscriptionsTransaction: SubscriptionsTransaction {
    private(set) var state: InMemorySubscriptionsStore.State

    init(_ state: InMemorySubscriptionsStore.State) { self.state = state }

    // MARK: Subscriptions

    func subscription(_ id: String) throws -> Subscription? { state.subscriptions.first { $0.id == id } }
    func subscriptions(of owner: String) throws -> [Subscription] { state.subscriptions.filter { $0.owner == owner } }
    func due(at now: Instant, limit: Int) throws -> [Subscription] { waiting(\.dueAt, now, limit) }
    func toRemind(at now: Instant, limit: Int) throws -> [Subscription] { waiting(\.remindAt, now, limit) }
    private func waiting(_ moment: KeyPath<Subscription, Instant?>, _ now: Instant, _ limit: Int) -> [Subscription] {
        let found = state.subscriptions.compactMap { subscription in
            subscription[keyPath: moment].map { (moment: $0, subscription: subscription) }
        }.filter { $0.moment <= now }
        return found.sorted { ($0.moment, $0.subscription.id) < ($1.moment, $1.subscription.id) }.prefix(limit)
            .map(\.subscription)
    }
    func put(_ subscription: Subscription) throws {
        if let place = state.subscriptions.firstIndex(where: { $0.id == subscription.id }) {
            state.subscriptions[place] = subscription
        } else {
            state.subscriptions.append(subscription)
        }
    }
    func remove(_ subscription: Subscription) throws { state.subscriptions.removeAll { $0.id == subscription.id } }

    // MARK: Payments

    func payment(of subscription: String, on day: CalendarDay) throws -> Payment? {
        state.payments.first { $0.subscription == subscription && $0.day == day }
    }
    func payments(of owner: String, subscription: String?, after place: PaymentPlace?, limit: Int) throws -> [Payment] {
        let own = state.payments.filter { payment in
            payment.owner == owner && payment.subscription == subscription ?? payment.subscription
                && (place.map { (payment.day, payment.id) < ($0.day, $0.id) } ?? true)
        }
        return Array(own.sorted { ($0.day, $0.id) > ($1.day, $1.id) }.prefix(limit))
    }
    func openPayments(of owner: String) throws -> [Payment] {
        oldestFirst { $0.owner == owner && ($0.status == .pending || $0.status == .pastDue) }
    }
    func paid(of owner: String, subscription: String?, since day: CalendarDay?) throws -> (count: Int, sums: [Money]) {
        let paid = state.payments.filter { payment in
            payment.owner == owner && payment.status == .paid
                && payment.subscription == subscription ?? payment.subscription
                && (day.map { day in payment.paidOn.map { $0 >= day } ?? false } ?? true)
        }
        let sums = Dictionary(grouping: paid, by: \.amount.currency).map { currency, payments in
            Money(minorUnits: payments.reduce(0) { $0 + $1.amount.minorUnits }, currency: currency)
        }
        return (paid.count, sums.sorted { $0.currency.code < $1.currency.code })
    }
    func transfers(of owner: String) throws -> Set<String> {
        Set(state.payments.filter { $0.owner == owner }.compactMap(\.transfer))
    }
    func toRetry(at now: Instant, limit: Int) throws -> [Payment] {
        Array(oldestFirst { $0.status == .pastDue && ($0.retryAt.map { $0 <= now } ?? false) }.prefix(limit))
    }
    func pending(limit: Int) throws -> [Payment] { Array(oldestFirst { $0.status == .pending }.prefix(limit)) }
    func refused(of account: String) throws -> [Payment] {
        oldestFirst { $0.account == account && $0.status == .pastDue }
    }
    private func oldestFirst(_ isWanted: (Payment) -> Bool) -> [Payment] {
        state.payments.filter(isWanted).sorted { ($0.day, $0.id) < ($1.day, $1.id) }
    }
    func put(_ payment: Payment) throws {
        state.payments.removeAll { $0.subscription == payment.subscription && $0.day == payment.day }
        state.payments.append(payment)
    }
    func remove(_ payment: Payment) throws {
        state.payments.removeAll { $0.subscription == payment.subscription && $0.day == payment.day }
    }
    func removePayments(of subscription: String) throws -> Int {
        let before = state.payments.count
        state.payments.removeAll { $0.subscription == subscription }
        return before - state.payments.count
    }

    // MARK: Users

    func settings(of owner: String) throws -> UserSettings? { state.settings[owner] }
    func toLookAt(at now: Instant, limit: Int) throws -> [UserSettings] {
        let due = state.settings.values.compactMap { settings in
            settings.lookAt.map { (moment: $0, settings: settings) }
        }
        return due.filter { $0.moment <= now }.sorted { $0.moment < $1.moment }.prefix(limit).map(\.settings)
    }
    func put(_ settings: UserSettings) throws { state.settings[settings.owner] = settings }
    func lookAt(_ owner: String, at moment: Instant) throws {
        guard let current = state.settings[owner] else { return }
        state.settings[owner]?.lookAt = min(current.lookAt ?? moment, moment)
    }
    func ownServices(of owner: String) throws -> [OwnService] {
        state.ownServices.filter { $0.owner == owner }.sorted { ($0.title, $0.id) < ($1.title, $1.id) }
    }
    func put(_ service: OwnService) throws {
        state.ownServices.removeAll { $0.owner == service.owner && $0.id == service.id }
        state.ownServices.append(service)
    }
    func dismissals(of owner: String) throws -> Set<String> { state.dismissals[owner] ?? [] }
    func dismiss(_ suggestion: String, by owner: String) throws {
        state.dismissals[owner, default: []].insert(suggestion)
    }
    func lowAccounts(of owner: String) throws -> Set<String> { state.low[owner] ?? [] }
    func setLow(_ accounts: Set<String>, of owner: String) throws { state.low[owner] = accounts }
    func keep(zone: String, of owner: String, revision: Int64) throws -> Bool {
        guard revision > state.zoneRevisions[owner] ?? 0 else { return false }
        state.zoneRevisions[owner] = revision
        return true
    }
    func forget(_ owner: String) throws {
        state.zoneRevisions[owner] = nil
        state.subscriptions.removeAll { $0.owner == owner }
        state.payments.removeAll { $0.owner == owner }
        state.settings[owner] = nil
        state.ownServices.removeAll { $0.owner == owner }
        state.dismissals[owner] = nil
        state.low[owner] = nil
        state.replies.forget(owner)
    }

    // MARK: Clock work and events

    func nextMoment() throws -> Instant? {
        let moments =
            state.subscriptions.map(\.dueAt) + state.subscriptions.map(\.remindAt)
            + state.payments.map { $0.status == .pastDue ? $0.retryAt : nil } + state.settings.values.map(\.lookAt)
        return moments.compactMap { $0 }.min()
    }
    func lastSequence() throws -> Int64 { state.lastSequence }
    func setLastSequence(_ sequence: Int64) throws { state.lastSequence = sequence }
    func tell(_ change: SubscriptionChange) throws {
        switch change {
        case .upcoming(let event): try tell(SubscriptionsEvent.Upcoming.type, event)
        case .paid(let event): try tell(SubscriptionsEvent.Paid.type, event)
        case .paymentFailed(let event): try tell(SubscriptionsEvent.PaymentFailed.type, event)
        case .priceChanged(let event): try tell(SubscriptionsEvent.PriceChanged.type, event)
        case .cancelBy(let event): try tell(SubscriptionsEvent.CancelBy.type, event)
        case .balanceLow(let event): try tell(SubscriptionsEvent.BalanceLow.type, event)
        case .changed(let event): try tell(SubscriptionsEvent.Changed.type, event)
        }
    }
    private func tell<Facts: Encodable>(_ type: String, _ facts: Facts) throws {
        state.told.append((type, try JSONEncoding.encode(facts)))
    }
}
