import Coordination
import Domain
import Hosting
import Identity
import ServiceRuntime
import Signals
import Storage
import Transport

/// Builds subscriptions: the only place that names its concrete types together.
public struct SubscriptionsAssembly: Assembly {
    private let settings: SubscriptionsSettings
    private let log: Log

    /// Runs subscriptions as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 wrong settings, 70 flow failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.subscriptions).run {
            (settings: SubscriptionsSettings, log) in
            try await SubscriptionsAssembly(settings: settings, log: log).assemble()
        }
    }

    /// With settings that were read, and a log.
    public init(settings: SubscriptionsSettings, log: Log) {
        self.settings = settings
        self.log = log
    }

    /// The members of the process, in the order of their start. Neither ledger nor history, bonds or auth need to run.
    ///
    /// - Throws: `HostingError` (another subscriptions has the data), `KeyDirectoryError`, `StorageError`; `Fault` when the
    ///   disk fails.
    public func assemble() async throws -> [any Flow] {
        let clock = settings.common.clock
        let host = try await ServiceHost.prepare(.subscriptions, settings: settings.common, log: log)
        let store = try await SQLiteSubscriptionsStore.open(
            at: host.databasePath, clock: clock, options: host.storeOptions)
        let (auth, ledger) = (host.link(to: .auth), host.link(to: .ledger))
        let (history, bonds) = (host.link(to: .history), host.link(to: .bonds))
        let sessions = try await host.revocations(keptIn: store.store)
        let zones = TimeZoneDirectory()
        guard let currency = Currency(code: settings.currency.code) else {
            preconditionFailure("A setting was read that is no currency.")
        }
        let timetable = Timetable(
            zones: zones.zone, standardZone: settings.timeZone.name, standardCurrency: currency, clock: clock)
        let neighbours = LinkedNeighbours(auth: auth, ledger: ledger, history: history, bonds: bonds)
        let bell = Bell()
        let dependencies = SubscriptionDependencies(
            store: store, timetable: timetable, neighbours: neighbours, makeID: { Identifier.random() },
            ring: bell.ring)
        let clockWork = DueWorkFlow(
            [
                Reminding(store: store, timetable: timetable), Collecting(store: store, timetable: timetable),
                Charging(store: store, timetable: timetable, neighbours: neighbours) { [log] fault in
                    log.warning("ledger could not be asked for payments", ["error": .error(fault)])
                },
                LookingAhead(dependencies),
            ], clock: clock, bell: bell, log: log,
            // It asks other services, which may be down: nobody has to wait for that.
            startsDone: false)
        let zoneTeller = host.tellZones(keptIn: store.store, to: auth)
        let money = MoneyFollower(store: store, timetable: timetable)
        let listener = host.listener(
            answering: SubscriptionsUseCases.all(dependencies), events: (store.store, SubscriptionsEventVisibility()),
            // An empty write goes the way of every other and costs the disk nothing.
            probe: { try await store.store.write { _ in } })
        return host.flows(
            over: store.store, links: [auth, ledger, history, bonds],
            members: [
                host.follow(auth, cursor: sessions.cursor) { events in
                    try await zoneTeller.tellAll(before: events)
                    try await sessions.handle(events) { try store.followPeople($0, by: timetable, in: $1) }
                    // Payments fall due at other moments then.
                    if events.contains(where: { $0.type == PersonZones.eventType }) { bell.ring() }
                },
                host.follow(ledger, cursor: money.lastSequence) { events in
                    // Also when nothing is to be paid: balances are to be looked at soon.
                    _ = try await money.follow(try events.map(MoneyFollower.News.init))
                    bell.ring()
                },
                zoneTeller, clockWork,
            ], listener: listener)
    }
}

/// Asks the services next to this one over links: as subscriptions itself, or with the session that came with a request.
struct LinkedNeighbours: Neighbours {
    /// How long they may take.
    private static let limit = Duration.seconds(5)
    /// How long many debits may take.
    private static let debitLimit = Duration.seconds(10)
    /// How long to wait for bonds, without which there is a forecast too.
    private static let bondsLimit = Duration.seconds(2)
    /// The longest page that bonds and history give.
    private static let page = 1_000
    /// Payments of bonds beyond this are left out: a year of more than people hold.
    private static let mostPayments = 10_000

    let auth: HouseLink
    let ledger: HouseLink
    let history: HouseLink
    let bonds: HouseLink

    func debit(_ items: [LedgerSignal.DebitItem]) async throws -> [LedgerSignal.TransferResult] {
        // Each item has a key, so that asking again does nothing twice; the key of the whole lets the link do so.
        let context = SignalContext(idempotencyKey: Identifier.random(length: 26))
        return try await ledger.send(
            LedgerSignal.Debits(debits: items), context: context, within: Self.debitLimit
        ).results
    }

    func newestLedgerEvent() async throws -> Int64 {
        try await ledger.newestEvent(within: Self.limit)
    }

    func outlook(of user: String, until day: CalendarDay) async throws -> LedgerSignal.OutlookAnswer {
        try await ledger.send(LedgerSignal.Outlook(until: day, user: user), within: Self.limit)
    }

    func bondPayments(
        of user: String, from first: CalendarDay, to last: CalendarDay
    ) async throws -> [BondsSignal.Payment] {
        var payments: [BondsSignal.Payment] = []
        var cursor: String?
        repeat {
            let answer = try await bonds.send(
                BondsSignal.Calendar(from: first, to: last, user: user, limit: Self.page, cursor: cursor),
                within: Self.bondsLimit)
            payments += answer.payments
            cursor = answer.nextCursor
        } while cursor != nil && payments.count < Self.mostPayments
        return payments
    }

    func setZone(_ zone: String, session: String) async throws -> AuthSignal.ZoneAnswer {
        try await auth.send(
            AuthSignal.SetZone(zone: zone), handingOn: session, idempotencyKey: Identifier.random(length: 26),
            within: Self.limit)
    }

    func mandates(session: String) async throws -> [LedgerSignal.Mandate] {
        try await ledger.send(LedgerSignal.Mandates(), handingOn: session, within: Self.limit).mandates
    }

    func grant(_ signal: LedgerSignal.GrantMandate, session: String) async throws {
        _ = try await ledger.send(
            signal, handingOn: session, idempotencyKey: Identifier.random(length: 26), within: Self.limit)
    }

    func rates(session: String) async throws -> [LedgerSignal.Rate] {
        try await ledger.send(LedgerSignal.Rates(), handingOn: session, within: Self.limit).rates
    }

    func charges(since: Instant, limit: Int, session: String) async throws -> [HistorySignal.Transaction] {
        var found: [HistorySignal.Transaction] = []
        var cursor: String?
        repeat {
            let page = try await history.send(
                HistorySignal.Transactions(
                    type: .expense, from: "\(since)", limit: Self.page, cursor: cursor),
                handingOn: session, within: Self.limit)
            found += page.transactions
            cursor = page.nextCursor
        } while cursor != nil && found.count < limit
        return found
    }
}
