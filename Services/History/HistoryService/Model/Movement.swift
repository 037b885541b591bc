import Domain

/// Which way money went, seen from an account.
enum Side: Int64, CaseIterable, Sendable {
    /// It went.
    case expense = 0
    /// It came.
    case income = 1
}

/// The place of a movement among all: by transfer, the expense before the income. Never used twice.
struct MovementKey: Hashable, Comparable, Sendable {
    /// The place of the transfer among all transfers, 1, 2, 3 ...
    let sequence: Int64
    let side: Side

    init(sequence: Int64, side: Side) {
        self.sequence = sequence
        self.side = side
    }

    /// Both parts in one number, which sorts as the key does.
    var number: Int64 { sequence << 1 | side.rawValue }

    /// The key with this ``number``.
    init(number: Int64) {
        sequence = number >> 1
        side = number & 1 == 0 ? .expense : .income
    }

    static func < (left: MovementKey, right: MovementKey) -> Bool { left.number < right.number }
}

/// One side of a transfer, seen from the account of the user it belongs to.
struct Movement: Hashable, Sendable {
    let key: MovementKey
    let transferID: String
    let userID: String
    let accountID: String
    /// The account on the other side; nil for the world outside the books.
    let otherAccountID: String?
    /// How much, always more than zero.
    let amount: Money
    let balanceAfter: Money
    let description: String
    let category: String?
    let time: Instant
}
