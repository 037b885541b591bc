import Domain

/// A record in the books, with both sides: by construction one pays what the other receives.
///
/// A transfer is one record, or, when its money was held first, two: the hold and what settled it.
package struct LedgerRecord: Hashable, Sendable {
    /// Its place among all records: 1, 2, 3 ... without gaps. Nobody is told, since it would tell how many there are.
    package let sequence: Int64
    /// What people know it by; it grows with the sequence.
    package let number: Int64
    /// What it says.
    package let kind: RecordKind
    /// How much it moved, put aside or set free.
    package let amount: Money
    /// The side that pays.
    package let payer: LedgerEntry
    /// The side that receives; its figures are 0 when no money moved.
    package let payee: LedgerEntry
    /// The sequence of the record that it acts on.
    package let target: Int64?
    /// The number of the record that it acts on.
    package let targetNumber: Int64?
    /// When it happened in the world, if that is not when it was booked.
    package let occurredAt: Instant?
    /// What for; may be empty.
    package let description: String
    /// What kind of income or expense.
    package let category: String?
    /// What few records have to say.
    package let details: RecordDetails?
    /// When it was booked: later than everything before it.
    package let bookedAt: Instant

    /// The id people know the transfer by, the same from the hold to its end.
    package var id: String { Self.id(of: kind.settlesHold ? targetNumber ?? number : number) }

    /// The id of the transfer that the record of this number made.
    package static func id(of number: Int64) -> String { RecordNumber.id("t", number) }

    /// The number in an id, nil for what is no id.
    package static func number(in id: String) -> Int64? { RecordNumber.number("t", in: id) }
}

/// What a record did to one account.
package struct LedgerEntry: Hashable, Sendable {
    /// The id of the account.
    package let account: String
    /// Whose it is; nil for the world.
    package let owner: String?
    /// The place among the records of the account: 1, 2, 3 ... without gaps.
    package let entry: Int64
    /// The balance after it, in minor units.
    package let balance: Int64
    /// What is held after it, in minor units.
    package let held: Int64

    /// What is there after it and not held, in minor units.
    package var available: Int64 { balance - held }
}

/// A transfer as it stands: what made it, what settled it, what reversed it.
package struct TransferHistory: Hashable, Sendable {
    /// The record that made it: money moved, or was put aside.
    package let made: LedgerRecord
    /// The record that settled it, if its money was put aside.
    package let settled: LedgerRecord?
    /// The record that reversed it.
    package let reversed: LedgerRecord?

    /// The last record of it but for a reversal: what became of it.
    package var newest: LedgerRecord { settled ?? made }
}
