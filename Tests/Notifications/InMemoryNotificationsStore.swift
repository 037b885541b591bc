import Coordination
import Domain
import Signals
import Synchronization
import TestSupport

@testable import NotificationsService

/// The store of notifications in memory, for tests of the rules: a plain model of the tables.
final class InMemoryNotificationsStore: NotificationsStore {
    struct State: Sendable {
        var notices: [NumberedNotice] = []
        var changes: [(userID: String, change: InboxChange)] = []
        var preferences: [String: Preferences] = [:]
        var accounts: [String: String] = [:]
        var people: [String: Instant] = [:]
        var zoneRevisions: [String: Int64] = [:]
        var coupons: [(coupon: ExpectedCoupon, isTold: Bool)] = []
        var channels: [Channel] = []
        var deliveries: [Delivery] = []
        var contents: [String: [String]] = [:]
        var jobs: [BotJob] = []
        var cursors: [String: Int64] = [:]
        var replies = InMemoryReplies()
        var last: Int64 = 0
    }

    private let state = Mutex(State())

    private static func change<Value>(
        _ state: inout State, _ body: (any NotificationsTransaction) throws -> Value
    ) throws -> Value {
        let transaction = InMemoryNotificationsTransaction(state)
        let value = try body(transaction)
        state = transaction.state
        return value
    }

    func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any NotificationsTransaction) throws -> Value
    ) async throws -> Value { try state.withLock { try Self.change(&$0, body) } }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any NotificationsReading) throws -> Value
    ) async throws -> Value { try body(InMemoryNotificationsTransaction(state.withLock { $0 })) }

    func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (any NotificationsTransaction) throws -> S.Answer
    ) async throws -> S.Answer {
        try state.withLock { state in
            if let before = try state.replies.answer(to: signal, by: caller, context: context) { return before }
            let answer = try Self.change(&state, body)
            try state.replies.keep(answer, to: signal, by: caller, context: context)
            return answer
        }
    }

    func answerBefore<S: Signal>(
        to signal: S, by caller: String, context: SignalContext
    ) async throws -> S.Answer? {
        try state.withLock { try $0.replies.answer(to: signal, by: caller, context: context) }
    }
}

/// A transaction in memory.
private final class InMemoryNotificationsTransaction: NotificationsTransaction {
    private(set) var state: InMemoryNotificationsStore.State

    init(_ state: InMemoryNotificationsStore.State) { self.state = state }

    private func next() -> Int64 {
        state.last += 1
        return state.last
    }

    // MARK: The inbox

    func notice(_ id: String) throws -> Notice? { state.notices.first { $0.notice.id == id }?.notice }
    func notice(of event: String, to userID: String) throws -> Notice? {
        state.notices.first { $0.notice.event == event && $0.notice.userID == userID }?.notice
    }
    func notices(of userID: String, _ filter: InboxFilter) throws -> [NumberedNotice] {
        let fitting = state.notices.filter { numbered in
            let (notice, marks) = (numbered.notice, numbered.notice.marks)
            return notice.userID == userID && numbered.number < filter.before ?? .max
                && (marks.archivedAt != nil) == filter.isArchived && (!filter.isUnreadOnly || marks.readAt == nil)
                && (marks.snoozedUntil.map { $0 <= filter.now } ?? true)
                && filter.kinds?.contains(notice.kind) ?? true
        }
        return Array(fitting.reversed().prefix(filter.limit))
    }
    func unread(of userID: String, at now: Instant) throws -> Int {
        state.notices.count { numbered in
            let marks = numbered.notice.marks
            return numbered.notice.userID == userID && marks.readAt == nil && marks.archivedAt == nil
                && (marks.snoozedUntil.map { $0 <= now } ?? true)
        }
    }
    func noticesToReturn(at now: Instant, limit: Int) throws -> [Notice] {
        let due = state.notices.map(\.notice).filter { $0.marks.snoozedUntil.map { $0 <= now } ?? false }
        return Array(due.prefix(limit))
    }
    func add(_ notice: Notice) throws -> Bool {
        let isKnown = state.notices.contains { $0.notice.event == notice.event && $0.notice.userID == notice.userID }
        if !isKnown { state.notices.append(NumberedNotice(number: next(), notice: notice)) }
        return !isKnown
    }
    func save(_ marks: Notice.Marks, of noticeID: String) throws {
        guard let place = state.notices.firstIndex(where: { $0.notice.id == noticeID }) else { return }
        var notice = state.notices[place].notice
        notice.marks = marks
        state.notices[place] = NumberedNotice(number: state.notices[place].number, notice: notice)
    }
    func save(_ facts: NoticeFacts, of noticeID: String) throws {
        guard let place = state.notices.firstIndex(where: { $0.notice.id == noticeID }) else { return }
        let (number, old) = (state.notices[place].number, state.notices[place].notice)
        let notice = Notice(
            id: old.id, userID: old.userID, event: old.event, kind: old.kind, facts: facts, occurredAt: old.occurredAt,
            createdAt: old.createdAt, isLate: old.isLate, marks: old.marks)
        state.notices[place] = NumberedNotice(number: number, notice: notice)
    }
    func tellChanged(_ ids: [String], of userID: String, at now: Instant) throws {}
    func tellReturned(_ notice: Notice, at now: Instant) throws {}
    func push(_ change: InboxChange, of userID: String) throws {
        state.changes.append((userID, change))
        let own = state.changes.indices.filter { state.changes[$0].userID == userID }
        for place in own.dropLast(20).reversed() { state.changes.remove(at: place) }
    }
    func popChange(of userID: String) throws -> InboxChange? {
        guard let place = state.changes.lastIndex(where: { $0.userID == userID }) else { return nil }
        return state.changes.remove(at: place).change
    }

    // MARK: People

    func preferences(of userID: String) throws -> Preferences { state.preferences[userID] ?? Preferences() }
    func save(_ preferences: Preferences, of userID: String) throws { state.preferences[userID] = preferences }
    func accountName(_ id: String) throws -> String? { state.accounts[id] }
    func name(account id: String, _ name: String) throws { state.accounts[id] = name }
    func registered(_ userID: String) throws -> Instant? { state.people[userID] }
    func register(_ userID: String, at time: Instant) throws { state.people[userID] = state.people[userID] ?? time }
    func forgetRegistration(of userID: String) throws { state.people[userID] = nil }
    func coupons(until day: CalendarDay, limit: Int) throws -> [ExpectedCoupon] {
        let due = state.coupons.filter { !$0.isTold && $0.coupon.coupon.day <= day }.map(\.coupon)
        return Array(due.sorted { $0.coupon.day < $1.coupon.day }.prefix(limit))
    }
    func replaceCoupons(of userID: String, isin: String, title: String, _ coupons: [HouseEvent.Coupon]) throws {
        state.coupons.removeAll { $0.coupon.userID == userID && $0.coupon.isin == isin && !$0.isTold }
        for coupon in coupons {
            let expected = ExpectedCoupon(userID: userID, isin: isin, title: title, coupon: coupon)
            if !state.coupons.contains(where: { Self.isSame($0.coupon, expected) }) {
                state.coupons.append((expected, false))
            }
        }
    }
    func noteTold(_ coupon: ExpectedCoupon) throws {
        for place in state.coupons.indices where Self.isSame(state.coupons[place].coupon, coupon) {
            state.coupons[place].isTold = true
        }
    }
    private static func isSame(_ left: ExpectedCoupon, _ right: ExpectedCoupon) -> Bool {
        left.userID == right.userID && left.isin == right.isin && left.coupon.day == right.coupon.day
            && left.coupon.isRepayment == right.coupon.isRepayment
    }
    func keep(zone: String, of userID: String, revision: Int64) throws -> Bool {
        guard revision > state.zoneRevisions[userID] ?? 0 else { return false }
        state.zoneRevisions[userID] = revision
        return true
    }

    func forget(_ userID: String) throws {
        state.zoneRevisions[userID] = nil
        state.notices.removeAll { $0.notice.userID == userID }
        for numbered in state.notices where numbered.notice.facts.namedPerson == userID {
            var facts = numbered.notice.facts
            (facts.payer, facts.payee) = (nil, nil)
            try save(facts, of: numbered.notice.id)
        }
        state.changes.removeAll { $0.userID == userID }
        state.coupons.removeAll { $0.coupon.userID == userID }
        state.deliveries.removeAll { $0.userID == userID }
        state.channels.removeAll { $0.userID == userID }
        (state.preferences[userID], state.people[userID]) = (nil, nil)
    }

    // MARK: Channels

    func channels(of userID: String) throws -> [Channel] {
        state.channels.filter { $0.userID == userID && !$0.isRemoved }
    }
    func channel(_ id: String) throws -> Channel? { state.channels.first { $0.id == id } }
    func channel(linkDigest: [UInt8]) throws -> Channel? { state.channels.first { $0.linkDigest == linkDigest } }
    func save(_ channel: Channel) throws {
        if let place = state.channels.firstIndex(where: { $0.id == channel.id }) {
            state.channels[place] = channel
        } else {
            state.channels.append(channel)
        }
    }
    func removeChannel(_ id: String) throws {
        state.channels.removeAll { $0.id == id }
        state.deliveries.removeAll { $0.channelID == id }
    }
    func pause(_ kind: NotificationsSignal.ChannelKind, until moment: Instant) throws {
        for place in state.channels.indices
        where state.channels[place].kind == kind && state.channels[place].state == .on {
            state.channels[place].pausedUntil = moment
        }
    }
    func giveUp(waitingIn channelID: String, answer: String) throws {
        for place in state.deliveries.indices where state.deliveries[place].channelID == channelID {
            guard Self.isOpen(state.deliveries[place]) else { continue }
            (state.deliveries[place].state, state.deliveries[place].answer) = (.dead, answer)
        }
    }
    func load(of channelID: String) throws -> ChannelLoad {
        let own = state.deliveries.filter { $0.channelID == channelID }
        return ChannelLoad(waiting: own.count(where: Self.isOpen), dead: own.count { $0.state == .dead })
    }

    // MARK: Messages

    private static func isOpen(_ delivery: Delivery) -> Bool { [.waiting, .sending].contains(delivery.state) }

    func delivery(_ id: String) throws -> Delivery? { state.deliveries.first { $0.id == id } }
    func notices(in deliveryID: String) throws -> [Notice] {
        let ids = Set(state.contents[deliveryID] ?? [])
        return state.notices.map(\.notice).filter { ids.contains($0.id) }
    }
    func deliveries(with noticeID: String) throws -> [Delivery] {
        state.deliveries.filter { state.contents[$0.id]?.contains(noticeID) ?? false }
    }
    func dead(of userID: String, before number: Int64?, limit: Int) throws -> [(number: Int64, delivery: Delivery)] {
        let all = state.deliveries.enumerated().map { (number: Int64($0.offset + 1), delivery: $0.element) }
        let own = all.filter {
            $0.delivery.userID == userID && $0.delivery.state == .dead && $0.number < number ?? .max
        }
        return Array(own.reversed().prefix(limit))
    }
    func openBundle(_ form: Delivery.Form, in channelID: String, after now: Instant) throws -> Delivery? {
        state.deliveries.first {
            $0.channelID == channelID && $0.form == form && $0.state == .waiting && $0.attempts == 0 && $0.dueAt > now
        }
    }
    func bundles(of userID: String, after now: Instant) throws -> [Delivery] {
        state.deliveries.filter {
            $0.userID == userID && [.quiet, .digest].contains($0.form) && $0.state == .waiting && $0.attempts == 0
                && $0.dueAt > now
        }
    }
    func due(at now: Instant, limit: Int) throws -> [Delivery] {
        let ready = state.channels.filter { $0.pausedUntil.map { $0 <= now } ?? true }
        let first = ready.compactMap { channel in
            state.deliveries.filter { $0.channelID == channel.id && Self.isOpen($0) && $0.dueAt <= now }
                .min { $0.dueAt < $1.dueAt }.flatMap { channel.state == .on || $0.id == channel.farewell ? $0 : nil }
        }
        return Array(first.prefix(limit))
    }
    func nextDue(after now: Instant) throws -> Instant? {
        let moments =
            state.deliveries.filter(Self.isOpen).map(\.dueAt) + state.channels.compactMap(\.pausedUntil)
            + state.notices.compactMap(\.notice.marks.snoozedUntil)
        return moments.filter { $0 > now }.min()
    }
    func add(_ delivery: Delivery, with noticeIDs: [String]) throws {
        state.deliveries.append(delivery)
        state.contents[delivery.id] = noticeIDs
    }
    func attach(_ noticeID: String, to deliveryID: String) throws {
        state.contents[deliveryID, default: []].append(noticeID)
    }
    func save(_ delivery: Delivery) throws {
        guard let place = state.deliveries.firstIndex(where: { $0.id == delivery.id }) else { return }
        state.deliveries[place] = delivery
    }
    func outboxLoads(at now: Instant) throws -> [NotificationsSignal.OutboxLoad] {
        NotificationsSignal.ChannelKind.allCases.compactMap { kind in
            let channels = Set(state.channels.filter { $0.kind == kind }.map(\.id))
            guard !channels.isEmpty else { return nil }
            let own = state.deliveries.filter { channels.contains($0.channelID) }
            let late = own.filter { Self.isOpen($0) && ($0.attempts > 0 || $0.dueAt <= now) }
            let dead = own.filter { $0.state == .dead }
            return NotificationsSignal.OutboxLoad(
                kind: kind, waiting: own.count(where: Self.isOpen), late: late.count,
                oldestLate: late.map(\.createdAt).min(), dead: dead.count, newestDead: dead.compactMap(\.lastAt).max())
        }
    }
    func botJobs(limit: Int) throws -> [BotJob] { Array(state.jobs.prefix(limit)) }
    func add(_ job: BotJob) throws {
        state.jobs.append(
            BotJob(
                number: next(), kind: job.kind, chat: job.chat, text: job.text, queryID: job.queryID,
                messageID: job.messageID, deliveryID: job.deliveryID, action: job.action, createdAt: job.createdAt))
    }
    func removeBotJob(_ number: Int64) throws { state.jobs.removeAll { $0.number == number } }

    func cursor(of source: String) throws -> Int64 { state.cursors[source] ?? 0 }
    func setCursor(of source: String, to sequence: Int64) throws { state.cursors[source] = sequence }
}
