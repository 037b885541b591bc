import Domain

/// Money to be moved.
package struct TransferOrder: Hashable, Sendable {
    /// What sort of move it is.
    package let kind: TransferKind
    /// The account that gives; for a deposit it follows from the currency.
    package let from: String
    /// The account that gets; for a withdrawal it follows from the currency.
    package let to: String
    /// How much.
    package let amount: Money
    /// What for; may be empty.
    package let description: String
    /// What kind of income or expense.
    package let category: String?

    package init(
        kind: TransferKind, from: String, to: String, amount: Money, description: String, category: String? = nil
    ) {
        self.kind = kind
        self.from = from
        self.to = to
        self.amount = amount
        self.description = description
        self.category = category
    }
}

/// What sort of move a transfer is.
package enum TransferKind: Int64, Hashable, Sendable {
    /// Between two accounts of the books.
    case transfer = 0
    /// From the world into the books.
    case deposit = 1
    /// From the books into the world.
    case withdrawal = 2
}

/// A transfer in the books: a double entry by construction, one side gives what the other gets.
package struct Posting: Hashable, Sendable {
    /// Its place among all transfers: 1, 2, 3 ... without gaps.
    package let sequence: Int64
    /// How much.
    package let amount: Money
    /// The side whose balance fell.
    package let giving: PostingSide
    /// The side whose balance rose.
    package let getting: PostingSide
    /// What for; may be empty.
    package let description: String
    /// What kind of income or expense.
    package let category: String?
    /// When it was booked: later than every transfer before it.
    package let bookedAt: Instant

    /// The id people know it by.
    package var id: String { "t\(sequence)" }
}

/// What a transfer did to one account.
package struct PostingSide: Hashable, Sendable {
    /// The id of the account.
    package let account: String
    /// Whose it is; nil for the world.
    package let owner: String?
    /// The place among the entries of the account: 1, 2, 3 ... without gaps.
    package let entry: Int64
    /// The balance after it, in minor units.
    package let balance: Int64
}
