import Domain

/// The direction of money, seen from an account.
package enum Side: Int64, CaseIterable, Sendable {
    /// Money went out.
    case expense = 0
    /// Money came in.
    case income = 1
}

/// The key of a movement: ordered by transfer, the expense before the income. Keys are never reused.
package struct MovementKey: Hashable, Comparable, Sendable {
    /// The sequence of the transfer, which increases.
    let sequence: Int64
    let side: Side

    package init(sequence: Int64, side: Side) {
        self.sequence = sequence
        self.side = side
    }

    /// The key as one number with the same order.
    var number: Int64 { sequence << 1 | side.rawValue }

    /// Creates the key with this ``number``.
    init(number: Int64) {
        sequence = number >> 1
        side = number & 1 == 0 ? .expense : .income
    }

    package static func < (left: MovementKey, right: MovementKey) -> Bool { left.number < right.number }
}

/// The position of a movement in a list: by time, then by key.
struct MovementPosition: Hashable, Comparable, Sendable {
    let time: Instant
    let key: MovementKey

    static func < (left: MovementPosition, right: MovementPosition) -> Bool {
        left.time == right.time ? left.key < right.key : left.time < right.time
    }
}

/// One side of a transfer, seen from the account of its user.
package struct Movement: Hashable, Sendable {
    let key: MovementKey
    let transferID: String
    let userID: String
    let accountID: String
    /// The account on the other side; nil for the world outside the house.
    let otherAccountID: String?
    /// Always more than zero.
    let amount: Money
    /// The balance of the account in the order of ``position``. It equals ledger's own balance, which follows the order
    /// of booking, unless a transfer was backdated.
    var balanceAfter: Money
    let description: String
    /// The category given by the caller of the transfer. In a listed movement, the category in effect.
    var category: String?
    /// True when the user assigned the category. Set in listed movements.
    var hasOwnCategory = false
    /// The time when the money moved, or the time given for it.
    let time: Instant
    /// The transfer that this one reverses.
    var reverses: String?
    /// The transfer that reversed this one.
    var reversedBy: String?
    /// True for the reversal of a row of a withdrawn import: then neither of the two counts.
    var isWithdrawal = false
    /// True for one half of an exchange. The other half is another transfer of the same user.
    var isExchange = false

    package init(
        key: MovementKey, transferID: String, userID: String, accountID: String, otherAccountID: String?,
        amount: Money, balanceAfter: Money, description: String, category: String?, hasOwnCategory: Bool = false,
        time: Instant, reverses: String? = nil, reversedBy: String? = nil, isWithdrawal: Bool = false,
        isExchange: Bool = false
    ) {
        self.key = key
        self.transferID = transferID
        self.userID = userID
        self.accountID = accountID
        self.otherAccountID = otherAccountID
        self.amount = amount
        self.balanceAfter = balanceAfter
        self.description = description
        self.category = category
        self.hasOwnCategory = hasOwnCategory
        self.time = time
        self.reverses = reverses
        self.reversedBy = reversedBy
        self.isWithdrawal = isWithdrawal
        self.isExchange = isExchange
    }

    var position: MovementPosition { MovementPosition(time: time, key: key) }
}

extension Movement {
    /// The change of the account's balance in minor units.
    var change: Int64 { key.side == .income ? amount.minorUnits : -amount.minorUnits }
}
