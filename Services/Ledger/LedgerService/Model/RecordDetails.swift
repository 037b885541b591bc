import Domain

/// What few records have to say. Kept as a JSON object, immutable like the rest of a record.
package struct RecordDetails: Codable, Hashable, Sendable {
    /// When a hold runs out.
    package var expiresAt: Instant?
    /// When the hold that this record settles was made.
    package var heldAt: Instant?
    /// How many minor units the hold that this record settles had put aside.
    package var heldMinor: Int64?
    /// Why a transfer was reversed.
    package var reason: String?
    /// What the row of a bank's statement that this record is is known by in its account.
    package var reference: String?
}
