/// The id of one timer of a loop.
struct TimerID: Hashable {
    fileprivate let due: ContinuousClock.Instant
    fileprivate let number: UInt64
}

/// Timers by due time, the next one last, so that taking it is cheap. A loop has few of them.
struct TimerQueue {
    private var entries: [(id: TimerID, body: @Sendable () -> Void)] = []
    private var count: UInt64 = 0

    /// The instant at which the next timer is due.
    var next: ContinuousClock.Instant? { entries.last?.id.due }

    mutating func add(at due: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) -> TimerID {
        count += 1
        let id = TimerID(due: due, number: count)
        entries.insert((id, body), at: position(of: id))
        return id
    }

    mutating func remove(_ id: TimerID) {
        let index = position(of: id)
        if index < entries.count, entries[index].id == id { entries.remove(at: index) }
    }

    /// Removes the timers that are due and returns their bodies, in order.
    mutating func takeDue(at now: ContinuousClock.Instant) -> [@Sendable () -> Void] {
        var bodies: [@Sendable () -> Void] = []
        while let last = entries.last, last.id.due <= now {
            bodies.append(last.body)
            entries.removeLast()
        }
        return bodies
    }

    /// Returns the first index whose entry is not due after `id`.
    private func position(of id: TimerID) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            let other = entries[middle].id
            if (other.due, other.number) > (id.due, id.number) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
