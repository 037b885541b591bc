import Coordination
import Hosting
import Identity
import Signals
import Transport

/// Tells auth when sessions were used last, as this service saw it; every so often, and only when there is something to
/// tell. Without it auth would know of requests to itself alone, since every service checks tokens by itself.
///
/// What auth cannot be told now waits for the next time. A stop forgets what has not been told: the answer is good to
/// the interval, not to the second.
final class SessionUseReporter: Flow {
    /// For logs.
    let name = "sessions"
    /// How long auth may take.
    private static let limit = Duration.seconds(5)

    private let authenticator: TokenAuthenticator
    private let interval: Duration
    private let log: Log
    private let tell: @Sendable ([SessionUse]) async throws -> Void
    private let work = StoppableWork()

    /// - Parameter tell: Passes uses on, at most ``AuthSignal/NoteUses/mostUses`` at once.
    init(
        authenticator: TokenAuthenticator, interval: Duration, log: Log,
        tell: @escaping @Sendable ([SessionUse]) async throws -> Void
    ) {
        self.authenticator = authenticator
        self.interval = interval
        self.log = log
        self.tell = tell
    }

    /// Tells the auth at the other end of `link`.
    static func telling(_ link: HouseLink) -> @Sendable ([SessionUse]) async throws -> Void {
        { uses in
            let signal = AuthSignal.NoteUses(
                uses: uses.map { AuthSignal.Use(session: $0.sessionID, lastUsedAt: $0.lastUsedAt) })
            _ = try await link.send(signal, within: limit)
        }
    }

    func start() async throws {}

    /// Tells until it is stopped.
    func run() async throws {
        await work.run { [self] in
            while true {
                do { try await Task.sleep(for: interval) } catch { return }
                await report()
            }
        }
    }

    /// Takes back what is being told, so that an auth that is down holds nobody up.
    func stop() async { await work.stop()?.value }

    private func report() async {
        var rest = authenticator.takeUses()[...]
        while !rest.isEmpty {
            do {
                try await tell(Array(rest.prefix(AuthSignal.NoteUses.mostUses)))
                rest = rest.dropFirst(AuthSignal.NoteUses.mostUses)
            } catch {
                authenticator.keep(rest)
                log.info("auth could not be told of uses", ["error": .error(error), "uses": .integer(rest.count)])
                return
            }
        }
    }
}
