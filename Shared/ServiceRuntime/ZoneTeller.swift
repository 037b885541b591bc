import Coordination
import Hosting
import Signals
import Storage
import Transport

/// Tells auth which zones a service kept for people before there was one zone by person, until auth knows all of them.
final class ZoneTeller: Flow {
    /// For logs.
    let name = "zones"
    /// How long auth may take.
    private static let limit = Duration.seconds(5)
    /// How long to wait after a failure, at first and at most.
    private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(60))

    private let store: Store
    private let log: Log
    private let tell: @Sendable (AuthSignal.AdoptZones) async throws -> Void
    private let work = StoppableWork()

    /// - Parameter tell: Sends the signal to auth.
    init(store: Store, log: Log, tell: @escaping @Sendable (AuthSignal.AdoptZones) async throws -> Void) {
        self.store = store
        self.log = log
        self.tell = tell
    }

    /// Sends the signal to the auth at the other end of `link`, as the service that `token` proves.
    static func telling(
        _ link: ServiceLink, token: @escaping @Sendable () -> String
    ) -> @Sendable (AuthSignal.AdoptZones) async throws -> Void {
        { _ = try await link.send($0, context: SignalContext(session: token()), within: limit) }
    }

    func start() async throws {}

    /// Tells until auth knows all, or until it is stopped.
    func run() async throws {
        await work.run { [self] in
            var pause = Self.pauses.first
            while !Task.isCancelled {
                do {
                    guard try await tellSome() else { break }
                    continue
                } catch {
                    log.info("auth could not be told of zones", ["error": .error(error)])
                }
                do { try await Task.sleep(for: pause) } catch { return }
                pause = min(pause * 2, Self.pauses.longest)
            }
            // A flow that ends would end the process.
            while !Task.isCancelled {
                do { try await Task.sleep(for: .seconds(3600)) } catch { return }
            }
        }
    }

    /// Takes back what is being told.
    func stop() async { await work.stop()?.value }

    /// Tells some of the zones that auth does not know.
    /// - Returns: Whether there were any.
    func tellSome() async throws -> Bool {
        let untold = try await store.read { transaction in
            try PersonZones(connection: transaction.connection).untold(limit: AuthSignal.AdoptZones.mostZones)
                .map { AuthSignal.KeptZone(user: $0.person, zone: $0.zone) }
        }
        guard !untold.isEmpty else { return false }
        try await tell(AuthSignal.AdoptZones(zones: untold))
        try await store.write { transaction in
            for kept in untold { try PersonZones(connection: transaction.connection).markTold(kept.user) }
        }
        return true
    }
}
