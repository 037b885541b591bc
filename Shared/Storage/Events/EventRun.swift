/// Consecutive events that are rendered from consecutive records of one source.
struct EventRun: Hashable, Sendable {
    /// The sequence of the first event.
    var sequence: Int64
    var count: Int64
    let source: String
    /// The record of the first event.
    var record: Int64

    /// The sequence of the last event.
    var end: Int64 { sequence + count - 1 }

    /// Appends the event of this sequence if it continues the run.
    /// - Returns: True when it does.
    mutating func extend(to next: Int64, _ nextRecord: Int64, of nextSource: StaticString) -> Bool {
        guard next == end + 1, nextRecord == record + count, nextSource.isEqual(to: source) else { return false }
        count += 1
        return true
    }

    /// Appends a run if it continues this one.
    /// - Returns: True when it does.
    mutating func extend(by next: EventRun) -> Bool {
        guard next.sequence == end + 1, next.record == record + count, next.source == source else { return false }
        count += next.count
        return true
    }

    /// Returns the part of the run after a sequence, at most `limit` events; nil when there is none.
    func part(after sequence: Int64, limit: Int) -> EventRun? {
        let skipped = max(0, sequence + 1 - self.sequence)
        guard skipped < count, limit > 0 else { return nil }
        return EventRun(
            sequence: self.sequence + skipped, count: min(count - skipped, Int64(limit)), source: source,
            record: record + skipped)
    }
}

extension StaticString {
    /// Compares without creating a `String`.
    fileprivate func isEqual(to text: String) -> Bool {
        withUTF8Buffer { bytes in text.utf8.elementsEqual(bytes) }
    }
}
