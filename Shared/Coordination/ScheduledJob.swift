import Domain

/// Work that a service does on its own when it falls due. Due work is stored on disk, so it survives a restart.
public protocol ScheduledJob: Sendable {
    /// The name in logs.
    var name: String { get }

    /// Returns the instant at which the next work falls due; nil when none is pending.
    func nextDue() async throws -> Instant?

    /// Does part of the work that is due now.
    /// - Returns: True when more work may be due.
    func doDue() async throws -> Bool
}
