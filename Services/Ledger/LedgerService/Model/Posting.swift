import Domain

/// A record in the books, with both sides: by construction one gives what the other gets.
///
/// A transfer is one record, or, when its money was held first, two: the hold and what settled it.
package struct Posting: Hashable, Sendable {
    /// Its place among all records: 1, 2, 3 ... without gaps.
    package let sequence: Int64
    /// What it says.
    package let kind: RecordKind
    /// How much it moved, put aside or set free.
    package let amount: Money
    /// The side that gives.
    package let giving: PostingSide
    /// The side that gets; its figures are 0 when no money moved.
    package let getting: PostingSide
    /// The sequence of the record that it acts on.
    package let target: Int64?
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

    /// The sequence of the record that made the transfer this one belongs to.
    package var transfer: Int64 { kind.settlesHold ? target ?? sequence : sequence }

    /// The id people know the transfer by, the same from the hold to its end.
    package var id: String { Self.id(of: transfer) }

    /// The id of the transfer that the record of this sequence made.
    package static func id(of sequence: Int64) -> String { "t\(sequence)" }

    /// The sequence in an id, nil for what is no id.
    package static func sequence(of id: String) -> Int64? {
        // The one way to write it only: t1, never t01 or t+1.
        guard id.utf8.first == UInt8(ascii: "t"), let sequence = Int64(id.dropFirst()), sequence > 0,
            Self.id(of: sequence) == id
        else { return nil }
        return sequence
    }
}

/// What a record did to one account.
package struct PostingSide: Hashable, Sendable {
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
}

/// A transfer as it stands: what made it, what settled it, what reversed it.
package struct TransferStory: Hashable, Sendable {
    /// The record that made it: money moved, or was put aside.
    package let made: Posting
    /// The record that settled it, if its money was put aside.
    package let settled: Posting?
    /// The record that reversed it.
    package let reversed: Posting?

    /// The last record of it but for a reversal: what became of it.
    package var newest: Posting { settled ?? made }
}
