import Domain

/// What few records have to say. Kept as a JSON object, immutable like the rest of a record.
package struct RecordDetails: Codable, Hashable, Sendable {
    /// When a hold runs out.
    package var expiresAt: Instant?
    /// When the hold that this record settles was made.
    package var heldAt: Instant?
    /// How many minor units the hold that this record settles had put aside.
    package var heldMinor: Int64?
    /// The number of the record that this one reverses; of records of before it is the sequence.
    package var reversedNumber: Int64?
    /// Why a transfer was reversed.
    package var reason: String?
    /// What the row of a bank's statement that this record is is known by in its account.
    package var reference: String?
    /// How many units of the one currency an exchange gave for one of the other.
    package var rate: String?
    /// Where that rate was found.
    package var rateSource: String?
    /// When that rate held.
    package var rateAsOf: Instant?
    /// The id of the other record of an exchange.
    package var otherLeg: String?
    /// The schedule that made it.
    package var schedule: String?
    /// Which occurrence of the schedule it was: 1, 2, 3 ...
    package var occurrence: Int?
    /// The mandate by which a service made it.
    package var mandate: String?
    /// The number of the import that booked it; of a reversal, that of the import which it takes back as a part of the
    /// whole.
    package var imported: Int64?
}

extension RecordDetails {
    /// Whether the record tells of a row of a bank's statement, or takes one back.
    var isOfImport: Bool { reference != nil || imported != nil }
}

extension RecordDraft {
    /// Whether it counts as spent. What a bank's statement tells of left another account, before.
    var isSpent: Bool { details?.isOfImport != true }
}
