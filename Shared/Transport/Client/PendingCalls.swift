import Coordination
import StrictJSON

/// Requests that wait for an answer. Decides; resumes nothing itself.
struct PendingCalls {
    /// One request, and who waits for it.
    struct Call {
        let method: SignalMethod
        let body: [UInt8]
        let deadline: ContinuousClock.Instant
        /// Whether it may be sent again: it changes nothing, or carries an idempotency key.
        let isRepeatable: Bool
        /// Who wants to know how far the work is; nil when nobody does.
        let progress: ProgressReporter?
        let waiter: CheckedContinuation<Result<JSONNode, Fault>, Never>
        /// How often it was handed to a connection.
        var sends = 0
        /// Whether it is at the service, as far as anybody knows.
        var isOut = false

        fileprivate mutating func goOut() -> Int {
            sends += 1
            isOut = true
            return body.count
        }
    }

    /// The most that may wait.
    static let limit = 10_000

    /// The most bytes that are at a service at once: half of what a service lets one peer have in hand.
    static let bytesOutLimit = 8 << 20

    private var calls: [UInt64: Call] = [:]
    /// Of the calls that are out.
    private var bytesOut = 0
    private var lastID: UInt64 = 0

    var isEmpty: Bool { calls.isEmpty }
    var isFull: Bool { calls.count >= Self.limit }
    /// When the first of them runs out of time.
    var nextDeadline: ContinuousClock.Instant? { calls.values.map(\.deadline).min() }

    /// A number that no request of this link has had.
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

    /// Whether so many more bytes may go out; one call always may.
    func mayGoOut(_ bytes: Int) -> Bool { bytesOut == 0 || bytesOut + bytes <= Self.bytesOutLimit }

    /// Notes that a call was handed to a connection.
    mutating func noteSend(of id: UInt64) { bytesOut += calls[id]?.goOut() ?? 0 }

    /// Notes that the connection is gone, and with it all that was out.
    mutating func noteLoss() {
        for id in calls.keys { calls[id]?.isOut = false }
        bytesOut = 0
    }

    /// Takes out those whose time is over.
    mutating func takeExpired(at now: ContinuousClock.Instant) -> [(id: UInt64, call: Call)] {
        take { $0.deadline <= now }
    }

    /// Takes out those that nobody may repeat.
    mutating func takeUnrepeatable() -> [(id: UInt64, call: Call)] { take { !$0.isRepeatable } }

    /// Takes out those that were sent so often or oftener.
    mutating func takeSent(times: Int) -> [(id: UInt64, call: Call)] { take { $0.sends >= times } }

    /// Takes out all.
    mutating func takeAll() -> [(id: UInt64, call: Call)] { take { _ in true } }

    /// The numbers of all that wait, the oldest first.
    var ids: [UInt64] { calls.keys.sorted() }

    private mutating func take(where isTaken: (Call) -> Bool) -> [(id: UInt64, call: Call)] {
        let taken = calls.filter { isTaken($0.value) }.map { (id: $0.key, call: $0.value) }
        for (id, _) in taken { _ = remove(id) }
        return taken
    }
}
