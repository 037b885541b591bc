import Synchronization

/// Tells the workers of a scan that nobody waits for its result any more.
package final class StopFlag: Sendable {
    /// Why a scan ended early.
    package enum Reason: Int, Sendable {
        case cancelled = 1
        case deadlineExceeded
        case tooManyMatches
    }

    private let value = Atomic<Int>(0)

    package init() {}

    /// Stops; the first reason holds.
    package func stop(_ reason: Reason) {
        _ = value.compareExchange(expected: 0, desired: reason.rawValue, ordering: .relaxed)
    }

    /// Why it was stopped, nil while it was not.
    package var reason: Reason? { Reason(rawValue: value.load(ordering: .relaxed)) }

    /// Whether to go on no longer. Costs one load.
    @inline(__always)
    var isSet: Bool { value.load(ordering: .relaxed) != 0 }
}
