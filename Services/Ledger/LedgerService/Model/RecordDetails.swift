import Domain

/// Details that few records have. Stored as a JSON object.
package struct RecordDetails: Codable, Hashable, Sendable {
    /// The expiry of a hold.
    package var expiresAt: Instant?
    /// When the settled hold was made.
    package var heldAt: Instant?
    /// The amount of the settled hold in minor units.
    package var heldMinor: Int64?
    /// The number of the reversed record; in old records its sequence.
    package var reversedNumber: Int64?
    /// The reason of a reversal.
    package var reason: String?
    /// The reference of the statement row that the record books.
    package var reference: String?
    /// The rate of an exchange.
    package var rate: String?
    /// The source of the rate.
    package var rateSource: String?
    /// When the rate was valid.
    package var rateAsOf: Instant?
    /// The id of the other record of an exchange.
    package var otherLeg: String?
    /// The id of the schedule that made it.
    package var schedule: String?
    /// The occurrence of the schedule: 1, 2, 3 ...
    package var occurrence: Int?
    /// The id of the mandate that allowed it.
    package var mandate: String?
    /// The number of the import that booked it, or that a reversal undoes.
    package var imported: Int64?
}

extension RecordDetails {
    /// True for a record that books a statement row or reverses one with its import.
    var isOfImport: Bool { reference != nil || imported != nil }
}

extension RecordDraft {
    /// True when the record counts as spending. A statement row does not: its money left the bank's account before.
    var isSpent: Bool { details?.isOfImport != true }
}
