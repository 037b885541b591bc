import Domain

/// The number that people know a record by, in ids and as its `sequence`: the microsecond it was booked at.
///
/// No two records are booked at the same microsecond, so it names one, and it tells nothing that `createdAt` does not.
/// Records that were there before have their place among all records for a number, and keep it: up to `last_counted` in
/// `transaction`. Why: decision 18.
enum RecordNumber {
    /// Below this a number is written in decimal, as ids were before: no house has so many records, and so many
    /// microseconds after 1970 it was the 13th of January.
    private static let leastMoment: Int64 = 1 << 40

    /// The id of a number.
    static func id(_ prefix: Unicode.Scalar, _ number: Int64) -> String {
        number < leastMoment ? "\(prefix)\(number)" : Identifier.numbered(prefix, UInt64(number))
    }

    /// The number in an id, nil for what is no id. There is one way to write each: `t1`, never `t01` or `t+1`.
    static func number(_ prefix: Unicode.Scalar, in id: String) -> Int64? {
        if let number = Identifier.number(prefix, in: id) {
            return Int64(number) < leastMoment ? nil : Int64(number)
        }
        guard id.unicodeScalars.first == prefix, let number = Int64(id.dropFirst()), (1..<leastMoment).contains(number),
            self.id(prefix, number) == id
        else { return nil }
        return number
    }
}
