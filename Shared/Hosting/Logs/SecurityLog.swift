import Coordination
import Domain
import Synchronization

/// The security log: it records who sent security-relevant requests, from which process or host, and their outcome.
///
/// It writes one line per request, up to a limit per minute that is counted per method and separately for refusals. A
/// caller with a thousand refused tokens can therefore neither fill the disk nor hide a sign-in. The next line gives
/// the number of omitted ones. It contains no secret and no typed text, not even the name used to sign in.
public final class SecurityLog: Sendable {
    /// The most lines of refusals per method and minute.
    public static let mostRefused = 20
    /// The most lines of successes per method and minute.
    public static let mostDone = 60
    private static let span = Duration.seconds(60)
    /// More than any service has methods.
    private static let mostMethods = 256

    /// A request and its outcome.
    public struct Entry: Sendable {
        /// The method.
        public let method: String
        /// The reason for a refusal; nil for a success.
        public let refusal: FaultCode?
        /// A user's id, `service:<name>` or `operator`; nil when unknown.
        public let who: String?
        /// The process, or the host, that sent the request.
        public let peer: RequestPeer?
        /// The trace of the request.
        public let trace: TraceContext?

        public init(
            method: String, refusal: FaultCode?, who: String?, peer: RequestPeer?, trace: TraceContext?
        ) {
            self.method = method
            self.refusal = refusal
            self.who = who
            self.peer = peer
            self.trace = trace
        }

        /// The process of this machine that sent the request, -1 when there is none.
        fileprivate var process: (userID: Int, id: Int) {
            if case .process(let userID, let id) = peer { (Int(userID), Int(id)) } else { (-1, -1) }
        }

        /// The other machine from which the request came; `-` for this one.
        fileprivate var host: String {
            if case .host(let name) = peer { name } else { "-" }
        }
    }

    private let log: Log
    private let clock: WallClock
    private let refused = Budget<String>(most: mostRefused, within: span, mostKeys: mostMethods)
    private let done = Budget<String>(most: mostDone, within: span, mostKeys: mostMethods)
    private let passedOver = Mutex<[String: Int]>([:])

    public init(log: Log, clock: WallClock = .system) {
        self.log = log
        self.clock = clock
    }

    /// Writes the line of a request, or counts it for the next line.
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
                "who": .string(entry.who ?? "-"), "peer.uid": .integer(entry.process.userID),
                "peer.pid": .integer(entry.process.id), "peer.host": .string(entry.host),
                "passed_over": .integer(missing),
            ])
    }
}
