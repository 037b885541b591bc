import Domain
import Storage

/// The search for records by their public numbers.
///
/// There is no index from a booking time to a record: it would cost each record more than its row does. Booking times
/// increase, so a binary search finds one of ten million records in 23 steps. It gallops from the end, so that new
/// records, which are asked for most, take only a few steps.
struct RecordSearch {
    /// Schema 12: the last record whose public number is its sequence.
    static let schema = """
        ALTER TABLE books ADD COLUMN last_counted INTEGER NOT NULL DEFAULT 0;
        UPDATE books SET last_counted = (SELECT coalesce(max(sequence), 0) FROM transfers);
        """

    let connection: Connection
    /// The last record whose public number is its sequence.
    let lastCounted: Int64

    /// Returns the sequence of the record with a number; nil when there is none.
    func sequence(of number: Int64) throws(SQLiteError) -> Int64? {
        guard number > lastCounted else { return number }
        let sequence = try first(from: number)
        return try bookedAt(sequence) == number ? sequence : nil
    }

    /// Returns the sequence of the first record with at least this number; one more than the newest when there is none.
    func first(from number: Int64) throws(SQLiteError) -> Int64 {
        guard number > lastCounted else { return number }
        let newest: Int64 = try connection.first("SELECT max(sequence) FROM transfers") ?? 0
        // Invariant: the result is above `low` and not above `high`.
        var (low, high, stride) = (lastCounted, newest + 1, Int64(1))
        while high - stride > low {
            guard let moment = try bookedAt(high - stride), moment >= number else {
                low = high - stride
                break
            }
            high -= stride
            stride *= 2
        }
        while low + 1 < high {
            let middle = low + (high - low) / 2
            if let moment = try bookedAt(middle), moment >= number { high = middle } else { low = middle }
        }
        return high
    }

    /// Returns the booking time of a record in microseconds; nil when there is none.
    private func bookedAt(_ sequence: Int64) throws(SQLiteError) -> Int64? {
        try connection.first("SELECT booked_at_us FROM transfers WHERE sequence = ?", sequence)
    }
}
