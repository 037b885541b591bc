import Domain
import Storage

/// Finds records by the numbers that people know them by.
///
/// No index leads from a moment to a record, as one would cost each record more than its row does. Records are booked
/// one after another, so halving finds one among ten million in 23 looks, and a new one, which people ask for most, in
/// a few: it looks from the end on, twice as far back each time.
struct RecordSearch {
    /// Keeps what number records of before have: their place among all.
    static let schema = """
        ALTER TABLE books ADD COLUMN last_counted INTEGER NOT NULL DEFAULT 0;
        UPDATE books SET last_counted = (SELECT coalesce(max(sequence), 0) FROM transfers);
        """

    let connection: Connection
    /// The last record that is known by its place.
    let lastCounted: Int64

    /// The sequence of the record of this number; nil when there is none.
    func sequence(of number: Int64) throws(SQLiteError) -> Int64? {
        guard number > lastCounted else { return number }
        let sequence = try first(from: number)
        return try bookedAt(sequence) == number ? sequence : nil
    }

    /// The sequence of the first record with this number or a later one; one more than there are when there is none.
    func first(from number: Int64) throws(SQLiteError) -> Int64 {
        guard number > lastCounted else { return number }
        let newest: Int64 = try connection.first("SELECT max(sequence) FROM transfers") ?? 0
        // The one that is looked for is above `low` and not above `high`.
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

    /// When a record was booked, in microseconds; nil when there is none.
    private func bookedAt(_ sequence: Int64) throws(SQLiteError) -> Int64? {
        try connection.first("SELECT booked_at_us FROM transfers WHERE sequence = ?", sequence)
    }
}
