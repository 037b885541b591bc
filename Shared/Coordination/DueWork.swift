import Domain

/// Something a service does by itself when its time has come. What is due is on the disk, so that a stop forgets nothing.
public protocol DueWork: Sendable {
    /// For logs.
    var name: String { get }

    /// When the next of it falls due; nil when nothing waits.
    func nextDue() async throws -> Instant?

    /// Does some of what is due now.
    /// - Returns: Whether there may be more of it.
    func doDue() async throws -> Bool
}
