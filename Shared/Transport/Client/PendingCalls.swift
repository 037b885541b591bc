import Coordination
import StrictJSON

/// Requests that wait for an answer. It only decides; it resumes no waiter.
struct PendingCalls {
    /// One request and its waiter.
    struct Call {
        let method: SignalMethod
        let body: [UInt8]
        let deadline: ContinuousClock.Instant
        /// True when it may be sent again: it reads, or it carries an idempotency key.
        let isRepeatable: Bool
        /// Receives progress reports; nil when nobody wants them.
        let progress: ProgressReporter?
        let waiter: CheckedContinuation<Result<JSONNode, Fault>, Never>
        /// How often it was handed to a connection.
        var sends = 0
        /// True when it is at the service, as far as the link knows.
        var isOut = false

        fileprivate mutating func goOut() -> Int {
            sends += 1
            isOut = true
            return body.count
        }
    }

    /// The most requests that may wait.
    static let limit = 10_000

    /// The most bytes at a service at once: half of what a service admits per peer.
    static let bytesOutLimit = 8 << 20

    private var calls: [UInt64: Call] = [:]
    /// The bytes of the calls that are out.
    private var bytesOut = 0
    private var lastID: UInt64 = 0

    var isEmpty: Bool { calls.isEmpty }
    var isFull: Bool { calls.count >= Self.limit }
    /// The earliest deadline.
    var nextDeadline: ContinuousClock.Instant? { calls.values.map(\.deadline).min() }

    /// Returns an id that no request of this link has had.
    mutating func newID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func add(_ call: Call, id: UInt64) { calls[id] = call }

    mutating func remove(_ id: UInt64) -> Call? {
        let call = calls.removeValue(forKey: id)
        if let call, call.isOut { bytesOut -= call.body.count }
        return call
    }

    subscript(id: UInt64) -> Call? { calls[id] }

    /// Returns true when `bytes` more may go out. A single call always may.
    func mayGoOut(_ bytes: Int) -> Bool { bytesOut == 0 || bytesOut + bytes <= Self.bytesOutLimit }

    /// Records that a call was handed to a connection.
    mutating func noteSend(of id: UInt64) { bytesOut += calls[id]?.goOut() ?? 0 }

    /// Records that the connection is lost, and with it every call that was out.
    mutating func noteLoss() {
        for id in calls.keys { calls[id]?.isOut = false }
        bytesOut = 0
    }

    /// Removes and returns the calls whose deadline has passed.
    mutating func takeExpired(at now: ContinuousClock.Instant) -> [(id: UInt64, call: Call)] {
        take { $0.deadline <= now }
    }

    /// Removes and returns the calls that must not be repeated.
    mutating func takeUnrepeatable() -> [(id: UInt64, call: Call)] { take { !$0.isRepeatable } }

    /// Removes and returns the calls that were sent at least `times` times.
    mutating func takeSent(times: Int) -> [(id: UInt64, call: Call)] { take { $0.sends >= times } }

    /// Removes and returns all calls.
    mutating func takeAll() -> [(id: UInt64, call: Call)] { take { _ in true } }

    /// The ids of all waiting calls, oldest first.
    var ids: [UInt64] { calls.keys.sorted() }

    private mutating func take(where isTaken: (Call) -> Bool) -> [(id: UInt64, call: Call)] {
        let taken = calls.filter { isTaken($0.value) }.map { (id: $0.key, call: $0.value) }
        for (id, _) in taken { _ = remove(id) }
        return taken
    }
}
