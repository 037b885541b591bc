import Coordination
import Domain

/// A write that waits: what to do, and whom to tell.
struct WriteJob: Sendable {
    /// Tells the one who waits; called once, after the commit.
    typealias Delivery = @Sendable () -> Void

    let deadline: Instant?
    let weight: Int
    /// What its events are a consequence of, where that is kept.
    let trace: TraceContext?
    /// Does the work and gives back how to deliver what came of it.
    let run: @Sendable (WriteTransaction) throws -> Delivery
    /// Delivers an error instead.
    let fail: @Sendable (any Error) -> Void
}
