/// The conditions of a query, translated to a book: those that the columns of ``BookFilter`` do not have.
struct BookConditions {
    /// The numbers of categories, of which 0 stands for none.
    struct Categories {
        let isNegated: Bool
        private let first: UInt32
        private let bits: [UInt64]

        /// Creates a set of numbers, or of all other numbers.
        init(_ numbers: [Int64], isNegated: Bool) {
            self.isNegated = isNegated
            let numbers = numbers.map { UInt32(truncatingIfNeeded: $0) }
            let first = numbers.min() ?? 0
            var bits = [UInt64](repeating: 0, count: Int(((numbers.max() ?? 0) - first) >> 6) + 1)
            for number in numbers { bits[Int((number - first) >> 6)] |= 1 << UInt64((number - first) & 63) }
            self.first = first
            self.bits = numbers.isEmpty ? [] : bits
        }

        /// True when a row of this category matches.
        func contains(_ number: UInt32) -> Bool {
            // Numbers before the first wrap around, beyond the last.
            let place = number &- first
            let word = Int(place >> 6)
            return (word < bits.count && bits[word] >> UInt64(place & 63) & 1 == 1) != isNegated
        }
    }

    /// All of these must contain the category of a row.
    var categories: [Categories] = []
    /// The other sides that do not match.
    var othersLeftOut: [UInt32] = []
    /// The amounts that do not match, for each account.
    var amountsLeftOut: [(least: [Int64], greatest: [Int64])] = []
    /// The rows that do not match.
    var rowsLeftOut: [Range<Int>] = []

    var isEmpty: Bool {
        categories.isEmpty && othersLeftOut.isEmpty && amountsLeftOut.isEmpty && rowsLeftOut.isEmpty
    }
}
