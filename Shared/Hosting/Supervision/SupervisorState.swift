import Domain
import StrictJSON

/// What the supervisor writes into `<run>/supervisor.json`, whole and at once, whenever something changes.
public struct SupervisorState: Codable, Equatable, Sendable {
    /// Of the supervisor.
    public var pid: Int
    /// In the order of their start.
    public var services: [Service]

    /// Where a service is in its life.
    public enum Phase: String, Codable, Sendable {
        /// Not started, or stopped on purpose.
        case stopped
        /// Started, not yet ready.
        case starting
        /// Serves.
        case ready
        /// Asked to stop.
        case stopping
        /// Crashed; `nextAttempt` says when it is started again.
        case waiting
    }

    /// One service.
    public struct Service: Codable, Equatable, Sendable {
        /// Of the service.
        public var name: String
        /// Where it is in its life.
        public var phase: Phase
        /// Its process id, while it runs.
        public var pid: Int?
        /// When the process that runs was started.
        public var startedAt: Instant?
        /// How often it ended without being asked.
        public var restarts: Int
        /// How it ended last: `exit 70`, `signal 9`, or why it could not be started.
        public var lastExit: String?
        /// When it is started again, while it waits.
        public var nextAttempt: Instant?
        /// What it last said about itself (`STATUS=`).
        public var status: String?
    }

    /// Where a supervisor keeps its state; removed when it ends in good order.
    public static func path(runDirectory: String) -> String { "\(runDirectory)/supervisor.json" }

    /// Puts the state in place of the last one, as JSON; members without a value are left out.
    ///
    /// - Throws: ``HostingError`` `system`.
    func write(runDirectory: String) throws {
        let json = try JSONEncoding.encode(self)
        try replaceFile(Self.path(runDirectory: runDirectory), with: json + [UInt8(ascii: "\n")])
    }
}
