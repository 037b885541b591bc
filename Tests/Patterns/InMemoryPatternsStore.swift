import Coordination
import Domain
import Signals
import Synchronization
import TestSupport

@testable import PatternsService

/// Patterns in memory, for tests of the rules.
final class InMemoryPatternsStore: PatternsStore {
    /// A published event and its user.
    struct Told: Hashable, Sendable {
        let type: String
        let userID: String
        let id: String
    }

    struct State: Sendable {
        var watches: [Watch] = []
        var tickers: [String: TickerState] = [:]
        var findings: [String: Finding] = [:]
        var matches: [String: [ScannerSignal.Match]] = [:]
        var announcements: [String: Announcement] = [:]
        var sequence: Int64 = 0
        var told: [Told] = []
        var replies = InMemoryReplies()
    }

    private let state = Mutex(State())

    /// The published events, in order.
    var told: [Told] { state.withLock { $0.told } }

    func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any PatternsTransaction) throws -> Value
    ) async throws -> Value {
        try state.withLock { state in
            let transaction = InMemoryPatternsTransaction(state)
            let value = try body(transaction)
            state = transaction.state
            return value
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any PatternsReading) throws -> Value
    ) async throws -> Value {
        try body(InMemoryPatternsTransaction(state.withLock { $0 }))
    }

    func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (any PatternsTransaction) throws -> S.Answer
    ) async throws -> S.Answer {
        try state.withLock { state in
            if let before = try state.replies.answer(to: signal, by: caller, context: context) { return before }
            let transaction = InMemoryPatternsTransaction(state)
            let answer = try body(transaction)
            state = transaction.state
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
private final class InMemoryPatternsTransaction: PatternsTransaction {
    private(set) var state: InMemoryPatternsStore.State

    init(_ state: InMemoryPatternsStore.State) { self.state = state }

    private static func key(_ findingID: String, _ userID: String) -> String { "\(findingID) \(userID)" }

    func watches(of userID: String) throws -> [Watch] {
        state.watches.filter { $0.userID == userID }.sorted { $0.ticker < $1.ticker }
    }
    func watchers(of ticker: String) throws -> [String] {
        state.watches.filter { $0.ticker == ticker }.map(\.userID).sorted()
    }
    func newWatchers(of ticker: String) throws -> [String] {
        state.watches.filter { $0.ticker == ticker && $0.isNew }.map(\.userID).sorted()
    }
    func tickers() throws -> [String] {
        let open = state.announcements.values.filter { $0.judgedAt == nil }.map(\.ticker)
        return Set(state.watches.map(\.ticker) + open).sorted()
    }
    func state(of ticker: String) throws -> TickerState? { state.tickers[ticker] }
    func finding(_ id: String) throws -> Finding? { state.findings[id] }
    func finding(of ticker: String, _ kind: ScannerSignal.Kind, endingOn day: String) throws -> Finding? {
        state.findings.values.first { $0.ticker == ticker && $0.kind == kind && $0.periodEnd == day }
    }
    func openFindings(of ticker: String) throws -> [Finding] {
        state.findings.values.filter { $0.ticker == ticker && $0.closedAt == nil }
            .sorted { $0.kind.rawValue < $1.kind.rawValue }
    }
    func matches(of findingID: String) throws -> [ScannerSignal.Match] { state.matches[findingID] ?? [] }
    func announcement(of findingID: String, to userID: String) throws -> Announcement? {
        state.announcements[Self.key(findingID, userID)]
    }
    func announcements(to userID: String) throws -> [Announcement] {
        state.announcements.values.filter { $0.userID == userID }
    }
    func announcementsToJudge(of ticker: String) throws -> [Announcement] {
        state.announcements.values.filter { $0.ticker == ticker && $0.judgedAt == nil }
    }
    func lastSequence() throws -> Int64 { state.sequence }

    func save(_ watch: Watch) throws {
        state.watches.removeAll { $0.ticker == watch.ticker && $0.userID == watch.userID }
        state.watches.append(watch)
    }
    func noteLook(at ticker: String) throws {
        for index in state.watches.indices where state.watches[index].ticker == ticker {
            state.watches[index].isNew = false
        }
    }
    func removeWatch(of ticker: String, by userID: String) throws -> Bool {
        let before = state.watches.count
        state.watches.removeAll { $0.ticker == ticker && $0.userID == userID }
        return state.watches.count < before
    }
    func save(_ ticker: TickerState) throws { state.tickers[ticker.ticker] = ticker }
    func save(_ finding: Finding, matches: [ScannerSignal.Match]?) throws {
        state.findings[finding.id] = finding
        if let matches { state.matches[finding.id] = matches }
    }
    func save(_ announcement: Announcement) throws {
        state.announcements[Self.key(announcement.findingID, announcement.userID)] = announcement
    }
    func tidy(at now: Instant, forgettingBefore oldest: Instant) throws {
        for finding in state.findings.values where finding.closedAt == nil && finding.expiresAt <= now {
            state.findings[finding.id]?.closedAt = now
            state.findings[finding.id]?.closing = .expired
        }
        let told = Set(state.announcements.values.map(\.findingID))
        for finding in state.findings.values where !told.contains(finding.id) {
            if let closedAt = finding.closedAt, closedAt < oldest { state.findings[finding.id] = nil }
        }
    }
    func forget(userID: String) throws {
        state.watches.removeAll { $0.userID == userID }
        state.announcements = state.announcements.filter { $0.value.userID != userID }
    }
    func setLastSequence(_ sequence: Int64) throws { state.sequence = sequence }
    func tell(_ announcement: Announcement, of finding: Finding) throws {
        state.told.append(.init(type: PatternsEvent.Found.type, userID: announcement.userID, id: finding.id))
    }
    func tell(verdictOn announcement: Announcement) throws {
        guard announcement.cameTrue != nil else { return }
        state.told.append(
            .init(type: PatternsEvent.Judged.type, userID: announcement.userID, id: announcement.findingID))
    }
    func tell(changeOf tickers: [String], to userID: String) throws {
        for ticker in tickers {
            state.told.append(.init(type: PatternsEvent.Changed.type, userID: userID, id: ticker))
        }
    }
}
