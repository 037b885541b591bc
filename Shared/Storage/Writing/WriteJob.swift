import Coordination
import Domain

/// A waiting write: its work and the delivery of its result.
struct WriteJob: Sendable {
    /// Resumes the waiting caller. Called once, after the commit.
    typealias Delivery = @Sendable () -> Void

    let deadline: Instant?
    let weight: Int
    /// The trace that its events name as their cause; nil when none is active.
    let trace: TraceContext?
    /// Does the work and returns the delivery of its result.
    let run: @Sendable (WriteTransaction) throws -> Delivery
    /// Delivers an error instead.
    let fail: @Sendable (any Error) -> Void
}
