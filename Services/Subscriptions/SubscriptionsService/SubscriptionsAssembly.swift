import Coordination
import Domain
import Hosting
import Identity
import ServiceRuntime
import Signals
import Storage
import Transport

/// The assembly of subscriptions: the only place that names its concrete types together.
public struct SubscriptionsAssembly: Assembly {
    private let settings: SubscriptionsSettings
    private let log: Log
    private let house: SharedHouse?

    /// Runs subscriptions as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 invalid settings, 70 a member failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.subscriptions).run {
            (settings: SubscriptionsSettings, log) in
            try await SubscriptionsAssembly(settings: settings, log: log).assemble()
        }
    }

    /// Creates the assembly from settings and a log.
    ///
    /// - Parameter house: The shared process, when it runs several services.
    public init(settings: SubscriptionsSettings, log: Log, in house: SharedHouse? = nil) {
        self.settings = settings
        self.log = log
        self.house = house
    }

    /// Returns the members of the process, in the order of their start. Ledger, history, bonds and auth need not be
    /// running.
    ///
    /// - Throws: `HostingError` (another process of subscriptions has the data), `KeyDirectoryError`, `StorageError`;
    ///   `Fault` when the disk fails.
    public func assemble() async throws -> [any ProcessMember] {
        let clock = settings.common.clock
        let host = try await ServiceHost.prepare(.subscriptions, settings: settings.common, log: log, in: house)
        let store = try await SQLiteSubscriptionsStore.open(
            at: host.databasePath, clock: clock, options: host.storeOptions)
        let sessions = try await host.revocations(keptIn: store.store)
        let zones = TimeZoneDirectory()
        guard let currency = Currency(code: settings.currency.code) else {
            preconditionFailure("A setting was read that is no currency.")
        }
        let timetable = Timetable(
            zones: zones.zone, standardZone: settings.timeZone.name, standardCurrency: currency, clock: clock)
        let neighbours = Neighbours(tree: host.tree(reaching: .ledger, .history, .bonds))
        let wakeUp = TaskWakeUp()
        let dependencies = SubscriptionDependencies(
            store: store, timetable: timetable, neighbours: neighbours, makeID: { Identifier.random() },
            wake: wakeUp.wake)
        let clockWork = ScheduledJobLoop(
            [
                Reminding(store: store, timetable: timetable), Collecting(store: store, timetable: timetable),
                Charging(store: store, timetable: timetable, neighbours: neighbours) { [log] fault in
                    log.warning("ledger could not be asked for payments", ["error": .error(fault)])
                },
                LookingAhead(dependencies),
            ], clock: clock, wakeUp: wakeUp, log: log,
            // The jobs call other services, which may be down. The start does not wait for them.
            startsDone: false)
        let zoneTeller = host.tellZones(keptIn: store.store)
        let money = MoneyFollower(store: store, timetable: timetable)
        let listener = host.listener(
            answering: SubscriptionsUseCases.all(dependencies), events: (store.store, EventsByUserID()),
            metrics: [store.metrics], probe: store.store.probe)
        return host.members(
            over: store.store,
            members: [
                host.follow(.auth, cursor: sessions.cursor) { events in
                    try await zoneTeller.tellAll(before: events)
                    try await sessions.handle(events) { try store.followPeople($0, by: timetable, in: $1) }
                    // Payments are now due at other instants.
                    if events.contains(where: { $0.type == PersonZones.eventType }) { wakeUp.wake() }
                },
                host.follow(.ledger, cursor: money.lastSequence) { events in
                    let isDue = try await money.follow(try events.map(MoneyFollower.LedgerChange.init))
                    if isDue { wakeUp.wake() } else { wakeUp.wake(after: MoneyFollower.settling) }
                },
                zoneTeller, clockWork,
            ], listener: listener)
    }
}
