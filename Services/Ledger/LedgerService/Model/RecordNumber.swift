import Domain

/// The public number of a record, used in ids and as `sequence` on the wire: the microsecond at which it was booked.
///
/// No two records share a microsecond, so the number is unique. It tells nothing that `createdAt` does not. Records
/// older than this rule keep their sequence as the number: those up to `last_counted` (decision 18).
enum RecordNumber {
    /// Smaller numbers are written in decimal, as in old ids. No house has so many records, and this many microseconds
    /// after 1970 it was 13 January.
    private static let leastMoment: Int64 = 1 << 40

    /// Returns the id of a number.
    static func id(_ prefix: Unicode.Scalar, _ number: Int64) -> String {
        number < leastMoment ? "\(prefix)\(number)" : Identifier.numbered(prefix, UInt64(number))
    }

    /// Returns the number in an id; nil for an invalid id. Each number has one spelling: `t1`, never `t01` or `t+1`.
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
