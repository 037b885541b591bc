import Domain

/// Money to be moved.
package struct TransferOrder: Codable, Hashable, Sendable {
    /// What sort of move it is.
    package let kind: RecordKind
    /// The payer; for a deposit it follows from the currency.
    package let from: String
    /// The payee; for a withdrawal it follows from the currency.
    package let to: String
    /// How much.
    package let amount: Money
    /// What for; may be empty.
    package let description: String
    /// What kind of income or expense.
    package let category: String?
    /// Whether it moves as much of the amount as is available.
    package let isUpTo: Bool
    /// Whether the payer is closed with it.
    package let closes: Bool

    package init(
        kind: RecordKind, from: String, to: String, amount: Money, description: String, category: String? = nil,
        isUpTo: Bool = false, closes: Bool = false
    ) {
        self.kind = kind
        self.from = from
        self.to = to
        self.amount = amount
        self.description = description
        self.category = category
        self.isUpTo = isUpTo
        self.closes = closes
    }
}

/// A record to be written: what its accounts do not say.
package struct RecordDraft: Hashable, Sendable {
    /// What it says.
    package let kind: RecordKind
    /// How much it moves, puts aside or sets free.
    package let amount: Money
    /// How much less is put aside after it: all of the hold that it settles.
    package var released: Int64 = 0
    /// The sequence of the record that it acts on.
    package var target: Int64?
    /// The number of that record.
    package var targetNumber: Int64?
    /// When it is booked, where that had to be known before: not earlier than ``LedgerTransaction/nextBooking``.
    package var bookedAt: Instant?
    /// When it happened in the world, if that is not when it was booked.
    package var occurredAt: Instant?
    /// What for; may be empty.
    package var description = ""
    /// What kind of income or expense.
    package var category: String?
    /// What few records have to say.
    package var details: RecordDetails?

    package init(_ kind: RecordKind, _ amount: Money) {
        self.kind = kind
        self.amount = amount
    }
}
