import Coordination
import Domain
import Hosting
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import SubscriptionsService

typealias S = SubscriptionsSignal

/// Subscriptions without sockets: its use cases and jobs over a store and scripted neighbours.
struct SubscriptionsHouse {
    let store: any SubscriptionsStore
    let neighbours: ScriptedNeighbours
    let clock: SteppedClock
    let service: UseCaseService
    let follower: MoneyFollower
    private let works: [any ScheduledJob]
    /// Returns the published events of a type.
    private let events: @Sendable (String) async throws -> [[UInt8]]

    /// Runs `body` in a house on a day, at noon in UTC. It runs twice, with a store in memory and with a database,
    /// which must behave alike.
    static func on(
        _ day: String, zone: String = "UTC", _ body: (SubscriptionsHouse) async throws -> Void
    ) async throws {
        let memory = InMemorySubscriptionsStore()
        try await body(
            SubscriptionsHouse(memory, ScriptedNeighbours(), try clock(on: day), zone) { type in
                memory.told.filter { $0.type == type }.map(\.data)
            })
        try await on(day, in: TemporaryDirectory(), neighbours: ScriptedNeighbours(), zone: zone, body)
    }

    /// Runs `body` in a house whose database, in a directory, outlives it.
    static func on(
        _ day: String, in directory: TemporaryDirectory, neighbours: ScriptedNeighbours, zone: String = "UTC",
        _ body: (SubscriptionsHouse) async throws -> Void
    ) async throws {
        let clock = try clock(on: day)
        let store = try await SQLiteSubscriptionsStore.open(
            at: directory.file("subscriptions.db"), clock: clock.wallClock)
        let house = SubscriptionsHouse(store, neighbours, clock, zone) { type in
            try await store.store.events(after: 0, limit: 10_000).filter { $0.type == type }.map(\.data)
        }
        do {
            try await body(house)
        } catch {
            await store.store.close()
            throw error
        }
        await store.store.close()
        withExtendedLifetime(directory) {}
    }

    private static func clock(on day: String) throws -> SteppedClock {
        SteppedClock(at: try #require(Instant("\(day)T12:00:00Z")))
    }

    init(
        _ store: any SubscriptionsStore, _ neighbours: ScriptedNeighbours, _ clock: SteppedClock, _ zone: String,
        events: @escaping @Sendable (String) async throws -> [[UInt8]]
    ) {
        let timetable = Timetable(
            zones: TimeZoneDirectory().zone, standardZone: zone, standardCurrency: ScriptedNeighbours.rubles,
            clock: clock.wallClock)
        let asked = Neighbours(tree: RelayCoordinator(leadingTo: neighbours))
        let dependencies = SubscriptionDependencies(
            store: store, timetable: timetable, neighbours: asked, makeID: { Identifier.random() }, wake: {})
        self.store = store
        self.neighbours = neighbours
        self.clock = clock
        self.events = events
        service = UseCaseService(SubscriptionsUseCases.all(dependencies))
        follower = MoneyFollower(store: store, timetable: timetable)
        works = [
            Reminding(store: store, timetable: timetable), Collecting(store: store, timetable: timetable),
            Charging(store: store, timetable: timetable, neighbours: asked) { _ in }, LookingAhead(dependencies),
        ]
    }

    /// Returns the context of a signed-in user.
    static func context(_ user: String = "anna", key: String? = nil) -> SignalContext {
        let session = UserSession(userID: user, sessionID: "s-\(user)", expiresAt: Instant(microseconds: .max / 2))
        return SignalContext(caller: .user(session), idempotencyKey: key, session: "token-\(user)")
    }

    /// Sends a signal as Anna, or as another user.
    @discardableResult
    func send<Sent: Signal>(
        _ signal: Sent, as user: String = "anna", key: String? = nil, context: SignalContext? = nil
    ) async throws -> Sent.Answer {
        let handler = try #require(service.handler(for: Sent.self))
        return try await handler(signal, context ?? Self.context(user, key: key))
    }

    /// Returns the code of the fault that answers a signal; nil when there is none.
    func fault<Sent: Signal>(
        of signal: Sent, as user: String = "anna", key: String? = nil, context: SignalContext? = nil
    ) async throws -> FaultCode? {
        try await refusal(of: signal, as: user, key: key, context: context)?.code
    }

    /// Returns the fault that answers a signal; nil when there is none.
    func refusal<Sent: Signal>(
        of signal: Sent, as user: String = "anna", key: String? = nil, context: SignalContext? = nil
    ) async throws -> Fault? {
        do {
            try await send(signal, as: user, key: key, context: context)
            return nil
        } catch let fault as Fault {
            return fault
        }
    }

    /// Runs all due jobs.
    func work() async throws {
        for work in works { while try await work.doDue() {} }
    }

    /// Advances the clock day by day, and runs the due jobs on each.
    func pass(days: Int, working: Bool = true) async throws {
        for _ in 0..<days {
            clock.advance(by: .seconds(86_400))
            if working { try await work() }
        }
    }

    /// Returns the published events of a type, in order.
    func told(_ type: String) async throws -> [JSONNode] {
        try await events(type).map { try JSONDocument($0).root }
    }

    /// Publishes the arrival of money in Anna's account, as ledger would.
    func moneyComes(_ rubles: Int64, sequence: Int64) async throws {
        neighbours.change { state in
            state.balances["anna-main", default: 0] += rubles * 100
            state.newestEvent = sequence
        }
        var change = MoneyFollower.LedgerChange(sequence: sequence)
        change.gains["anna-main"] = .money(neighbours.now.balances["anna-main"] ?? 0)
        change.users = ["anna"]
        _ = try await follower.follow([change])
    }

    /// Adds a subscription of 100 roubles.
    @discardableResult
    func add(
        _ start: String, _ count: Int = 1, _ unit: Recurrence.Unit = .month, rubles: Int64 = 100,
        payFrom: String? = nil, remind: [Int]? = nil, cancel: Int? = nil, trialUntil: String? = nil,
        ends: String? = nil, service: S.ServiceChoice = .known("netflix"), as user: String = "anna"
    ) async throws -> S.Subscription {
        try await send(
            S.Add(
                service: service, amount: roubles(rubles), start: try #require(CalendarDay(start)),
                every: S.Every(count: count, unit: unit), remindDaysBefore: remind, cancelDaysBefore: cancel,
                payFrom: payFrom, trialUntil: trialUntil.flatMap { CalendarDay($0) },
                ends: ends.flatMap { CalendarDay($0) }), as: user
        ).subscription
    }
}

/// Returns an amount in roubles.
func roubles(_ units: Int64) -> Money { Money(minorUnits: units * 100, currency: ScriptedNeighbours.rubles) }
