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
    /// The sequence of the transfer, which grows from one to the next.
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

/// The place of a movement in a list: by time, then by key.
struct MovementPosition: Hashable, Comparable, Sendable {
    let time: Instant
    let key: MovementKey

    static func < (left: MovementPosition, right: MovementPosition) -> Bool {
        left.time == right.time ? left.key < right.key : left.time < right.time
    }
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
    /// Of the account, counted in the order of ``position``. Ledger's own, in the order of its transfers, is the same
    /// as long as no transfer was dated back.
    var balanceAfter: Money
    let description: String
    /// What its maker said; as it is listed, what counts.
    var category: String?
    /// Whether the user assigned the category, as it is listed.
    var hasOwnCategory = false
    /// When the money moved, or when it is said to have moved.
    let time: Instant
    /// The transfer that it takes back.
    var reverses: String?
    /// The transfer that took it back.
    var reversedBy: String?
    /// Whether it takes another back because the import of both was taken back: then neither ever was.
    var isWithdrawal = false
    /// Whether it is one half of an exchange, whose other half is another transfer of the same user.
    var isExchange = false

    var position: MovementPosition { MovementPosition(time: time, key: key) }
}

extension Movement {
    /// What it adds to its account, in minor units.
    var change: Int64 { key.side == .income ? amount.minorUnits : -amount.minorUnits }
}
