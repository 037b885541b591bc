import Synchronization

/// A flag that stops the workers of a scan whose result is no longer needed.
package final class StopFlag: Sendable {
    /// The reason why a scan ended early.
    package enum Reason: Int, Sendable {
        case cancelled = 1
        case deadlineExceeded
        case tooManyMatches
    }

    private let value = Atomic<Int>(0)

    package init() {}

    /// Sets the flag; the first reason wins.
    package func stop(_ reason: Reason) {
        _ = value.compareExchange(expected: 0, desired: reason.rawValue, ordering: .relaxed)
    }

    /// The reason for the stop; nil while the flag is not set.
    package var reason: Reason? { Reason(rawValue: value.load(ordering: .relaxed)) }

    /// True when the work is to stop. Costs one load.
    @inline(__always)
    var isSet: Bool { value.load(ordering: .relaxed) != 0 }
}
