import Domain

/// An instruction to move money now.
package struct TransferOrder: Codable, Hashable, Sendable {
    package let kind: RecordKind
    /// The payer; for a deposit it follows from the currency.
    package let from: String
    /// The payee; for a withdrawal it follows from the currency.
    package let to: String
    package let amount: Money
    /// The purpose; may be empty.
    package let description: String
    package let category: String?
    /// True to move only the available part of the amount.
    package let isUpTo: Bool
    /// True to close the payer afterwards.
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

/// The content of a record before it is written.
package struct RecordDraft: Hashable, Sendable {
    package let kind: RecordKind
    /// The amount moved, held or released.
    package let amount: Money
    /// The decrease of the held amount: all of the settled hold.
    package var released: Int64 = 0
    /// The sequence of the record that it acts on.
    package var target: Int64?
    package var targetNumber: Int64?
    /// The booking time, if it had to be known before: not earlier than ``LedgerTransaction/nextBooking``.
    package var bookedAt: Instant?
    /// When it happened, if not when it is booked.
    package var occurredAt: Instant?
    /// The purpose; may be empty.
    package var description = ""
    package var category: String?
    /// Details that few records have.
    package var details: RecordDetails?

    package init(_ kind: RecordKind, _ amount: Money) {
        self.kind = kind
        self.amount = amount
    }
}

/// A transfer saved under a name.
package struct TransferTemplate: Codable, Hashable, Sendable {
    package let name: String
    /// The payer.
    package let from: String
    /// The payee.
    package let to: String
    /// The amount; nil when it is given each time.
    package let amount: Money?
    /// The purpose; may be empty.
    package let description: String
}
