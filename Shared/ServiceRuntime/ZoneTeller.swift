import Coordination
import Hosting
import Signals
import Storage

/// Reports to auth the zones that a service stored before zones belonged to people, and retries until auth has all of
/// them.
///
/// Auth decides between the settings of several services and publishes the result as an event. Handling such an event
/// before the own zones are reported would overwrite them unread. Handlers of auth's events therefore call
/// ``tellAll(before:)`` first.
public final class ZoneTeller: ProcessMember {
    public let name = "zones"
    /// The timeout of a call to auth.
    private static let limit = Duration.seconds(5)
    /// The backoff after a failure.
    private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(60))

    private let store: Store
    private let log: Log
    private let tree: any Transmitter
    private let work = StoppableWork()

    /// Creates a reporter of zones.
    ///
    /// - Parameter tree: Leads to auth.
    init(store: Store, log: Log, tree: any Transmitter) {
        self.store = store
        self.log = log
        self.tree = tree
    }

    /// Does nothing.
    public func start() async throws {}

    /// Retries until auth knows all zones, then waits to be stopped.
    public func run() async throws {
        await work.run { [self] in
            var pause = Self.pauses.first
            while !Task.isCancelled {
                do {
                    try await tellAll()
                    break
                } catch {
                    log.info("auth could not be told of zones", ["error": .error(error)])
                }
                do { try await Task.sleep(for: pause) } catch { return }
                pause = min(pause * 2, Self.pauses.longest)
            }
            // A member that returns would end the process.
            while !Task.isCancelled {
                do { try await Task.sleep(for: .seconds(3600)) } catch { return }
            }
        }
    }

    /// Cancels the current attempt.
    public func stop() async { await work.stop()?.value }

    /// Reports all zones that auth does not know.
    ///
    /// - Throws: ``Fault`` when auth does not answer, `StorageError` for the store.
    public func tellAll() async throws {
        while try await tellSome() {}
    }

    /// Reports all zones before a page of events that changes zones is handled.
    ///
    /// - Throws: As ``tellAll()``. The page is then retried.
    public func tellAll(before events: [Event]) async throws {
        if events.contains(where: { $0.type == PersonZones.eventType }) { try await tellAll() }
    }

    /// Reports one batch of zones.
    /// - Returns: False when there were none.
    private func tellSome() async throws -> Bool {
        let untold = try await store.read { transaction in
            try PersonZones(connection: transaction.connection).untold(limit: AuthSignal.AdoptZones.mostZones)
                .map { AuthSignal.KeptZone(user: $0.person, zone: $0.zone) }
        }
        guard !untold.isEmpty else { return false }
        _ = try await tree.send(
            AuthSignal.AdoptZones(zones: untold), context: SignalContext(), within: Self.limit)
        try await store.write { transaction in
            for kept in untold { try PersonZones(connection: transaction.connection).markTold(kept.user) }
        }
        return true
    }
}
