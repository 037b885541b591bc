import Coordination
import Domain
import Signals
import Storage
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import PatternsService

/// Patterns without sockets: its use cases over a scripted market, in memory or over a real database.
struct PatternsHouse {
    /// The kind of store.
    enum Keeping: String, CaseIterable, Sendable {
        case memory, file
    }

    let store: any PatternsStore
    let market: ScriptedMarket
    let service: UseCaseService
    let scanner: TickerScanner
    let follower: MarketFollower
    let clock: SteppedClock
    private let database: SQLitePatternsStore?

    /// Runs `body` in a house.
    static func with(
        _ keeping: Keeping = .memory, rules: WatchRules = WatchRules(), market: ScriptedMarket = ScriptedMarket(),
        clock: SteppedClock = SteppedClock(), in directory: TemporaryDirectory = TemporaryDirectory(),
        _ body: (PatternsHouse) async throws -> Void
    ) async throws {
        let database =
            keeping == .file
            ? try await SQLitePatternsStore.open(at: directory.file("patterns.db"), clock: clock.wallClock) : nil
        let house = PatternsHouse(database, rules, market, clock)
        do {
            try await body(house)
        } catch {
            await database?.store.close()
            throw error
        }
        await database?.store.close()
        withExtendedLifetime(directory) {}
    }

    init(_ database: SQLitePatternsStore?, _ rules: WatchRules, _ market: ScriptedMarket, _ clock: SteppedClock) {
        let store: any PatternsStore = database ?? InMemoryPatternsStore()
        self.store = store
        self.market = market
        self.clock = clock
        self.database = database
        // Houses with a common market share its tree.
        let answers = Market(tree: market.node.parent ?? RelayCoordinator(leadingTo: market))
        let scanner = TickerScanner(store: store, market: answers, rules: rules, clock: clock.wallClock) {
            Identifier.random()
        }
        self.scanner = scanner
        follower = MarketFollower(store: store)
        service = UseCaseService(
            PatternsUseCases.all(
                PatternsDependencies(
                    store: store, market: answers, scans: ScanQueue(scanner), rules: rules, clock: clock.wallClock,
                    wake: {})))
    }

    /// Returns the context of a signed-in user.
    static func context(_ user: String = "anna", key: String? = nil) -> SignalContext {
        let session = UserSession(userID: user, sessionID: "s-\(user)", expiresAt: Instant(microseconds: .max / 2))
        return SignalContext(caller: .user(session), idempotencyKey: key)
    }

    /// Sends a signal as Anna, or as another user.
    @discardableResult
    func send<S: Signal>(_ signal: S, as user: String = "anna", key: String? = nil) async throws -> S.Answer {
        let handler = try #require(service.handler(for: S.self))
        return try await handler(signal, Self.context(user, key: key))
    }

    /// Returns the code of the fault that answers a signal; nil when there is none.
    func fault<S: Signal>(of signal: S, as user: String = "anna", key: String? = nil) async throws -> FaultCode? {
        do {
            try await send(signal, as: user, key: key)
            return nil
        } catch let fault as Fault {
            return fault.code
        }
    }

    /// Adds securities to a watch-list.
    func watch(_ tickers: String..., as user: String = "anna") async throws {
        try await send(PatternsSignal.AddWatch(tickers: tickers), as: user)
    }

    /// Returns all patterns of a user.
    func patterns(of user: String = "anna") async throws -> [PatternsSignal.Pattern] {
        try await send(PatternsSignal.List(minMatches: 0, deviationFromAvg: -1), as: user).patterns
    }

    /// Returns the published events other than changes, in order.
    func told() async throws -> [InMemoryPatternsStore.Told] {
        try await events().filter { $0.type != PatternsEvent.Changed.type }
    }

    /// Returns the published changes, in order: `anna SBER`.
    func changes() async throws -> [String] {
        try await events().filter { $0.type == PatternsEvent.Changed.type }.map { "\($0.userID) \($0.id)" }
    }

    private func events() async throws -> [InMemoryPatternsStore.Told] {
        guard let database else { return (store as? InMemoryPatternsStore)?.told ?? [] }
        return try await database.store.events(after: 0, limit: 1000).flatMap { event in
            let facts = try JSONDocument(event.data).root
            let tickers = facts.member("tickers")?.elements.compactMap(\.string)
            return (tickers ?? [event.subject]).map {
                InMemoryPatternsStore.Told(
                    type: event.type, userID: facts.member("userId")?.string ?? "", id: $0)
            }
        }
    }

    /// Publishes the change of a security, as scanner would.
    func hear(of ticker: String, sequence: Int64) async throws {
        try await follower.follow([.init(sequence: sequence, ticker: ticker, revision: market.revision)])
    }
}
