/// Sums of rows by group and column, in one flat array: a row costs a look into a small table and an addition.
struct BookSums {
    /// A group of rows as the book knows it.
    struct Group: Hashable {
        /// The number of the category, or the place of the account.
        let number: UInt32
        /// The place of the currency.
        let currency: Int
        let isIncome: Bool

        fileprivate var key: UInt64 {
            UInt64(number) << 32 | UInt64(truncatingIfNeeded: currency) << 1 | (isIncome ? 1 : 0)
        }
    }

    /// The number of columns.
    let columns: Int
    /// The sums, a row of ``columns`` for each place.
    private(set) var sums: [Int128] = []
    /// The places of groups that occurred.
    private var places: [UInt64: Int] = [:]
    /// The place of the last group of each slot: groups are few, and their keys are close to each other.
    private var recent: [(key: UInt64, place: Int)]

    private static let slots = 1024

    init(columns: Int) {
        self.columns = columns
        recent = Array(repeating: (.max, 0), count: Self.slots)
    }

    /// Adds an amount.
    ///
    /// - Parameter makePlace: Returns the place of a group that occurs for the first time; several may share one.
    @inline(__always)
    mutating func add(
        _ amount: Int64, to group: Group, column: Int, makePlace: (Group) throws -> Int
    ) rethrows {
        let key = group.key
        let slot = Int(truncatingIfNeeded: (key ^ (key >> 30)) & UInt64(Self.slots - 1))
        if recent[slot].key != key { recent[slot] = (key, try place(of: group, makePlace)) }
        sums[recent[slot].place &* columns &+ column] += Int128(amount)
    }

    private mutating func place(of group: Group, _ makePlace: (Group) throws -> Int) rethrows -> Int {
        if let place = places[group.key] { return place }
        let place = try makePlace(group)
        places[group.key] = place
        let missing = (place + 1) * columns - sums.count
        if missing > 0 { sums += Array(repeating: 0, count: missing) }
        return place
    }

    /// Returns the sums of a place up to and including each column; zeros for a place without rows.
    func runningSums(at place: Int) -> [Int128] {
        guard (place + 1) * columns <= sums.count else { return Array(repeating: 0, count: columns) }
        var sum: Int128 = 0
        return sums[(place * columns)..<((place + 1) * columns)].map { amount in
            sum += amount
            return sum
        }
    }
}
