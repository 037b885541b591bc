import Coordination
import Hosting
import Identity
import Signals
import Synchronization

/// Reports to auth when sessions were last used, as this service saw it: periodically, and only when there is something
/// to report. Every service verifies tokens on its own, so auth would otherwise know only of requests to itself.
///
/// Failed reports wait for the next time. Only the first failure of a row is logged. A stop loses unreported uses: the
/// last use is accurate to the interval, not to the second.
final class SessionUseReporter: ProcessMember {
    /// The name in logs.
    let name = "sessions"
    /// The timeout of a call to auth.
    private static let limit = Duration.seconds(5)

    private let authenticator: TokenAuthenticator
    private let interval: Duration
    private let log: Log
    private let tell: @Sendable ([SessionUse]) async throws -> Void
    private let work = StoppableWork()
    /// True after a failure that was logged.
    private let hasFailed = Atomic(false)

    /// Creates a reporter.
    ///
    /// - Parameters:
    ///   - tell: Passes uses on, at most ``AuthSignal/NoteUses/mostUses`` at once.
    init(
        authenticator: TokenAuthenticator, interval: Duration, log: Log,
        tell: @escaping @Sendable ([SessionUse]) async throws -> Void
    ) {
        self.authenticator = authenticator
        self.interval = interval
        self.log = log
        self.tell = tell
    }

    /// Returns a closure that reports to auth by way of `tree`.
    static func telling(
        _ tree: any Transmitter, _ context: SignalContext = SignalContext()
    ) -> @Sendable ([SessionUse]) async throws -> Void {
        { uses in
            let signal = AuthSignal.NoteUses(
                uses: uses.map { AuthSignal.Use(session: $0.sessionID, lastUsedAt: $0.lastUsedAt) })
            _ = try await tree.send(signal, context: context, within: limit)
        }
    }

    func start() async throws {}

    /// Reports until it is stopped.
    func run() async throws {
        await work.run { [self] in
            while true {
                do { try await Task.sleep(for: interval) } catch { return }
                await report()
            }
        }
    }

    /// Cancels the current report, so that an auth that is down delays nobody.
    func stop() async { await work.stop()?.value }

    private func report() async {
        var rest = authenticator.takeUses()[...]
        while !rest.isEmpty {
            do {
                try await tell(Array(rest.prefix(AuthSignal.NoteUses.mostUses)))
                rest = rest.dropFirst(AuthSignal.NoteUses.mostUses)
                hasFailed.store(false, ordering: .relaxed)
            } catch {
                authenticator.keep(rest)
                guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
                log.info("auth could not be told of uses", ["error": .error(error), "uses": .integer(rest.count)])
                return
            }
        }
    }
}
