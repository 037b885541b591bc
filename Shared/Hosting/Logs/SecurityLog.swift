import Coordination
import Domain
import Synchronization

/// The lines of a log that say who asked for what has to do with security, from where, and what came of it.
///
/// One line for each request, and no more than so many within a minute, counted by method and by whether it was refused:
/// somebody who has a thousand tokens refused neither fills the disk nor hides a sign-in. The next line says how many
/// were passed over. Never a secret: what people typed is not in it, not even the name they signed in by.
public final class SecurityLog: Sendable {
    /// Lines of refusals of one method within a minute.
    public static let mostRefused = 20
    /// Lines of what was done by one method within a minute.
    public static let mostDone = 60
    private static let span = Duration.seconds(60)
    /// More than the methods of a service.
    private static let mostMethods = 256

    /// A request and what came of it.
    public struct Entry: Sendable {
        /// The name of the method.
        public let method: String
        /// Why it was refused; nil when it was done.
        public let refusal: FaultCode?
        /// A user's id, `service:<name>` or `operator`; nil when nobody knows.
        public let who: String?
        /// The process that asked.
        public let peer: PeerProcess?
        /// The trace that it belongs to.
        public let trace: TraceContext?

        /// A value of these parts.
        public init(
            method: String, refusal: FaultCode?, who: String?, peer: PeerProcess?, trace: TraceContext?
        ) {
            (self.method, self.refusal, self.who, self.peer, self.trace) = (method, refusal, who, peer, trace)
        }
    }

    private let log: Log
    private let clock: WallClock
    private let refused = Budget<String>(most: mostRefused, within: span, mostKeys: mostMethods)
    private let done = Budget<String>(most: mostDone, within: span, mostKeys: mostMethods)
    private let passedOver = Mutex<[String: Int]>([:])

    /// Lines of `log`.
    public init(log: Log, clock: WallClock = .system) {
        self.log = log
        self.clock = clock
    }

    /// Writes the line of a request, or counts it for the next one.
    ///
    /// - Precondition: The method is one of the service's own, of which there are few.
    public func write(_ entry: Entry) {
        let (budget, key) = entry.refusal == nil ? (done, entry.method) : (refused, entry.method + "!")
        guard budget.take(of: key, at: clock.now()) == nil else {
            return passedOver.withLock { $0[key, default: 0] += 1 }
        }
        let missing = passedOver.withLock { $0.removeValue(forKey: key) ?? 0 }
        log.traced(by: entry.trace?.traceID.description).log(
            entry.refusal == nil ? .notice : .warning, "security",
            [
                "signal.kind": .string(entry.method), "outcome": .string(entry.refusal?.name ?? "done"),
                "who": .string(entry.who ?? "-"), "peer.uid": .integer(entry.peer.map { Int($0.userID) } ?? -1),
                "peer.pid": .integer(entry.peer.map { Int($0.processID) } ?? -1), "passed_over": .integer(missing),
            ])
    }
}
