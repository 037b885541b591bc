import Coordination
import Domain
import Hosting
import Identity
import Mimalloc
import ServiceRuntime
import Signals
import Storage
import Transport

/// Assembles ledger. No other file names its concrete types together.
public struct LedgerAssembly: Assembly {
    private let settings: LedgerSettings
    private let log: Log
    private let house: SharedHouse?

    /// Runs ledger as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 wrong settings, 70 a member failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.ledger).run {
            (settings: LedgerSettings, log) in
            try await LedgerAssembly(settings: settings, log: log).assemble()
        }
    }

    /// Creates the assembly of these settings.
    ///
    /// - Parameter house: The process, if it runs several services.
    public init(settings: LedgerSettings, log: Log, in house: SharedHouse? = nil) {
        self.settings = settings
        self.log = log
        self.house = house
    }

    /// Returns the members of the process in the order of their start. Auth need not run: its events are read once it
    /// does.
    ///
    /// - Throws: `HostingError` (another ledger has the data), `KeyDirectoryError`, `StorageError`; `Fault` when the
    ///   disk fails.
    public func assemble() async throws -> [any ProcessMember] {
        // Linking mimalloc replaces malloc, unless another allocator is preloaded.
        log.notice(
            "memory",
            [
                "memory.allocator": Allocator.isInUse ? "mimalloc" : "another",
                "memory.version": .integer(Allocator.version),
            ])
        let clock = settings.common.clock
        let host = try await ServiceHost.prepare(.ledger, settings: settings.common, log: log, in: house)
        let store = try await SQLiteLedgerStore.open(at: host.databasePath, clock: clock, options: host.storeOptions)
        let tree = host.tree(reaching: .auth)
        let sessions = try await host.revocations(keptIn: store.store)
        let wakeUp = TaskWakeUp()
        let readers = Set(settings.eventReaders.services)
        let dependencies = LedgerDependencies(
            store: store, clock: clock, codes: AuthCodes(tree: tree), people: AuthPeople(tree: tree), wake: wakeUp.wake,
            readers: Set(readers.map(\.rawValue)))
        let clockWork = ScheduledJobLoop(
            [HoldExpiry(store: store), ScheduledTransfers(store: store)], clock: clock, wakeUp: wakeUp, log: log)
        let listener = host.listener(
            answering: LedgerUseCases.all(dependencies), eventReaders: readers,
            events: (store.store, LedgerEventVisibility()), metrics: store.metrics,
            probe: store.store.probe)
        return host.members(
            over: store.store,
            members: [
                host.follow(.auth, cursor: sessions.cursor) { events in
                    try await sessions.handle(events, alongside: store.followPeople)
                    // A new time zone moves the due times of schedules.
                    if events.contains(where: { $0.type == PersonZones.eventType }) { wakeUp.wake() }
                }, clockWork,
            ],
            listener: listener)
    }
}

/// The client of auth for codes. It asks as ledger itself.
struct AuthCodes: ConfirmationCodes {
    /// The time limit.
    private static let limit = Duration.seconds(5)

    /// Leads to auth.
    let tree: any Transmitter

    func check(
        _ code: String?, of session: UserSession, order: String?, attempt: String, deadline: Instant?
    ) async throws -> AuthSignal.CodeCheck {
        try await tree.send(
            AuthSignal.CheckCode(
                userId: session.userID, code: code, sessionId: session.sessionID, order: order),
            context: SignalContext(deadline: deadline, idempotencyKey: attempt), within: Self.limit)
    }
}

/// The client of auth for people. It asks as ledger itself.
struct AuthPeople: PeopleDirectory {
    /// The time limit.
    private static let limit = Duration.seconds(2)

    /// Leads to auth.
    let tree: any Transmitter

    func people(ids: [String], deadline: Instant?) async throws -> [String: KnownPerson] {
        let found = try await find(AuthSignal.FindPeople(userIds: ids), deadline)
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }

    func person(username: String, deadline: Instant?) async throws -> KnownPerson? {
        try await find(AuthSignal.FindPeople(usernames: [username]), deadline).first
    }

    private func find(_ signal: AuthSignal.FindPeople, _ deadline: Instant?) async throws -> [KnownPerson] {
        try await tree.send(signal, context: SignalContext(deadline: deadline), within: Self.limit).people.map {
            KnownPerson(id: $0.userId, shownName: $0.shownName, username: $0.username)
        }
    }
}
