import Domain
import StrictJSON

/// The state that the supervisor writes atomically into `<run>/supervisor.json` on every change.
public struct SupervisorState: Codable, Equatable, Sendable {
    /// The process id of the supervisor.
    public var pid: Int
    /// The services in the order of their start.
    public var services: [Service]

    /// The phase of a service's life.
    public enum Phase: String, Codable, Sendable {
        /// Not started, or stopped on purpose.
        case stopped
        /// Started, not yet ready.
        case starting
        /// Serving.
        case ready
        /// Asked to stop.
        case stopping
        /// Crashed; `nextAttempt` is the time of the next start.
        case waiting
    }

    /// The state of one service.
    public struct Service: Codable, Equatable, Sendable {
        /// The name of the service.
        public var name: String
        /// The phase of its life.
        public var phase: Phase
        /// Its process id, while it runs.
        public var pid: Int?
        /// The instant at which the running process was started.
        public var startedAt: Instant?
        /// The number of times that it ended without being asked to.
        public var restarts: Int
        /// How it ended last: `exit 70`, `signal 9`, or why it could not be started.
        public var lastExit: String?
        /// The instant of the next start, while it waits.
        public var nextAttempt: Instant?
        /// Its last message about itself (`STATUS=`).
        public var status: String?

        /// Creates the state of a service.
        public init(
            name: String, phase: Phase, pid: Int? = nil, startedAt: Instant? = nil, restarts: Int = 0,
            lastExit: String? = nil, nextAttempt: Instant? = nil, status: String? = nil
        ) {
            self.name = name
            self.phase = phase
            self.pid = pid
            self.startedAt = startedAt
            self.restarts = restarts
            self.lastExit = lastExit
            self.nextAttempt = nextAttempt
            self.status = status
        }
    }

    /// Creates a state.
    public init(pid: Int, services: [Service]) {
        self.pid = pid
        self.services = services
    }

    /// Returns the path of a supervisor's state file, which is removed when the supervisor stops cleanly.
    public static func path(runDirectory: String) -> String { "\(runDirectory)/supervisor.json" }

    /// Replaces the state file with this state as JSON. Members without a value are omitted.
    ///
    /// - Throws: ``HostingError`` `system`.
    func write(runDirectory: String) throws {
        let json = try JSONEncoding.encode(self)
        try replaceFile(Self.path(runDirectory: runDirectory), with: json + [UInt8(ascii: "\n")])
    }
}
