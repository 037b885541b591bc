import Domain

/// A record with both sides. One side pays exactly what the other receives.
///
/// A transfer has one record. With a hold it has two: the hold and its settlement.
package struct LedgerRecord: Hashable, Sendable {
    /// The number among all records: 1, 2, 3 ... without gaps. It stays inside the service, since it tells how many
    /// records exist.
    package let sequence: Int64
    /// The public number. It grows with the sequence.
    package let number: Int64
    package let kind: RecordKind
    /// The amount moved, held or released.
    package let amount: Money
    /// The payer's side.
    package let payer: LedgerEntry
    /// The payee's side. Its figures are 0 when no money moved.
    package let payee: LedgerEntry
    /// The sequence of the record that it acts on.
    package let target: Int64?
    /// The number of the record that it acts on.
    package let targetNumber: Int64?
    /// When it happened, if not when it was booked.
    package let occurredAt: Instant?
    /// The purpose; may be empty.
    package let description: String
    package let category: String?
    /// Details that few records have.
    package let details: RecordDetails?
    /// When it was booked. Later records have later times.
    package let bookedAt: Instant

    /// The id of the transfer, the same for its hold and its settlement.
    package var id: String { Self.id(of: kind.settlesHold ? targetNumber ?? number : number) }

    /// Returns the id of the transfer that the record of a number made.
    package static func id(of number: Int64) -> String { RecordNumber.id("t", number) }

    /// Returns the number in an id; nil for an invalid id.
    package static func number(in id: String) -> Int64? { RecordNumber.number("t", in: id) }
}

/// One side of a record.
package struct LedgerEntry: Hashable, Sendable {
    /// The id of the account.
    package let account: String
    /// The owner; nil for a `world` account.
    package let owner: String?
    /// The number among the records of the account: 1, 2, 3 ... without gaps.
    package let entry: Int64
    /// The balance afterwards, in minor units.
    package let balance: Int64
    /// The held amount afterwards, in minor units.
    package let held: Int64

    /// The available amount afterwards, in minor units.
    package var available: Int64 { balance - held }
}

/// A transfer with the records that made, settled and reversed it.
package struct TransferHistory: Hashable, Sendable {
    /// The record that moved or held the money.
    package let made: LedgerRecord
    /// The record that settled the hold, if there was one.
    package let settled: LedgerRecord?
    /// The record that reversed it.
    package let reversed: LedgerRecord?

    /// The last record apart from a reversal.
    package var newest: LedgerRecord { settled ?? made }
}
