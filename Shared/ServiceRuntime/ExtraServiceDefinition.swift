import Coordination
import Domain
import Hosting
import Identity
import Signals
import Storage
import StrictJSON
import Transport

/// A type of event that a service tells. A service of the kit describes its events without importing `Transport`.
public typealias EventDescription = Transport.EventDescription

/// A service from elsewhere that is written with this kit: one database, use cases, and what it does with the events of
/// other services. What every service has comes with it: discovery, health, metrics, traces, ended sessions, draining.
///
/// ```swift
/// ExtraServiceDefinition("weather", schema: [schema], forget: forget) { store, clock in
///     [.serve(Report(store: store, clock: clock)), .serve(ShowCurrent(store: store))]
/// }.run()
/// ```
public struct ExtraServiceDefinition: Sendable {
    /// Handles an event of another service, once, in the transaction that records it as handled.
    public typealias EventHandler = @Sendable (Event, WriteTransaction) throws -> Void

    private let service: HouseService
    private let migrations: [Migration]
    private let forget: @Sendable (_ userID: String, WriteTransaction) throws -> Void
    private let events: [EventDescription]
    private let following: [HouseService: EventHandler]
    private let useCases: @Sendable (Store, WallClock) -> [ServedSignal]

    /// Defines a service.
    ///
    /// - Parameters:
    ///   - name: Its name in `KOPILKA_EXTRA_SERVICES`, and the first word of its methods and events.
    ///   - schema: The SQL of each version of its tables. A released step is never changed; new ones follow it.
    ///   - events: The types of events that it tells, for `rpc.discover` and what is made of it.
    ///   - forget: Deletes what its tables keep of a user who has left the house. The facts of the events whose subject
    ///     is the user, and the stored replies to the user, are deleted without it.
    ///   - following: What it does with the events of other services. `KOPILKA_EXTRA_RIGHTS` names their types.
    ///   - useCases: Returns its use cases, which share the store.
    public init(
        _ name: String, schema: [String], events: [EventDescription] = [],
        forget: @escaping @Sendable (String, WriteTransaction) throws -> Void,
        following: [HouseService: EventHandler] = [:],
        useCases: @escaping @Sendable (Store, WallClock) -> [ServedSignal]
    ) {
        precondition(ExtraService.mayBeNamed(name), "\(name) cannot be the name of an extra service.")
        service = HouseService(extra: name)
        let steps = [SessionRevocations.schema] + schema
        migrations = steps.enumerated().map { Migration(Int32($0.offset + 1), $0.element) }
        self.forget = forget
        self.events = events
        self.following = following
        self.useCases = useCases
    }

    /// Runs the service until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 invalid settings, 70 a member failed, 75 already running.
    public func run() -> Never {
        ServiceProcess(service).run { (settings: CommonSettings, log) in
            try await members(settings: settings, log: log)
        }
    }

    /// Returns the members of the process, in the order of their start.
    ///
    /// - Throws: `HostingError` (another process has the data), `KeyDirectoryError`, `StorageError`.
    func members(settings: CommonSettings, log: Log) async throws -> [any ProcessMember] {
        let host = try await ServiceHost.prepare(service, settings: settings, log: log)
        let store = try await Store.open(at: host.databasePath, migrations: migrations, options: host.storeOptions)
        let sessions = try await host.revocations(keptIn: store)
        let listener = host.listener(
            answering: useCases(store, settings.clock), telling: events, events: (store, EventsByUserID()),
            probe: store.probe)
        let followers = following.map { source, handle in
            host.follow(source, keptIn: store) { events, transaction in
                for event in events { try handle(event, transaction) }
            }
        }
        return host.members(
            over: store,
            members: [
                host.follow(.auth, cursor: sessions.cursor) { events in
                    try await sessions.handle(events) { news, transaction in
                        for event in news where event.type == "auth.userDeleted" {
                            let user = try JSONDocument(event.data).root.member("userId")?.string
                            try user.map { try forget($0, in: transaction) }
                        }
                    }
                }
            ] + followers, listener: listener)
    }
}

extension ExtraServiceDefinition {
    /// Forgets a user who has left the house: the rows of the service, the stored replies, the facts of the events.
    private func forget(_ user: String, in transaction: WriteTransaction) throws {
        try forget(user, transaction)
        try transaction.forgetReplies(to: user)
        let nothing = try JSONEncoding.encode(["userId": user])
        try transaction.redactEvents(of: user) { _, _ in nothing }
    }
}

extension ServiceHost {
    /// Returns a reader of the events of another service, with its cursor in `store`.
    ///
    /// - Parameter handle: Handles new events, in the transaction that records them as handled.
    public func follow(
        _ source: HouseService, keptIn store: Store,
        handle: @escaping @Sendable ([Event], WriteTransaction) throws -> Void
    ) -> EventSubscriber {
        follow(source, cursor: { try await store.read { try $0.cursor(of: source.rawValue) } }) { events in
            guard let last = events.last?.sequence else { return }
            try await store.write(weight: events.count) { transaction in
                let handled = try transaction.cursor(of: source.rawValue)
                try handle(events.filter { $0.sequence > handled }, transaction)
                if handled < last { try transaction.setCursor(of: source.rawValue, to: last) }
            }
        }
    }
}
