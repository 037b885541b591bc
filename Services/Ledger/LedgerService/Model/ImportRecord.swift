import Domain

/// One import: rows of one file that were booked together, and may be taken back together.
package struct ImportRecord: Hashable, Sendable {
    /// The number of its first record.
    package let number: Int64
    /// The id of the account that has the rows.
    package let account: String
    package let currency: Currency
    /// The name of the file; empty when nobody said it.
    package var fileName = ""
    /// When the first record was booked.
    package let importedAt: Instant
    /// How many rows it booked, without the opening balance.
    package var rows = 0
    /// Minor units that came, the opening balance included.
    package var income: Int64 = 0
    /// Minor units that went.
    package var expense: Int64 = 0
    /// Minor units of the opening balance.
    package var opening: Int64?
    /// When the first row happened.
    package var firstAt: Instant
    /// When the last row happened.
    package var lastAt: Instant
    /// When the first of its rows was taken back with the import.
    package var undoneAt: Instant?

    /// The id people know it by.
    package var id: String { Self.id(of: number) }

    /// The id of the import of this number.
    package static func id(of number: Int64) -> String { RecordNumber.id("i", number) }

    /// The number in an id, nil for what is no id.
    package static func number(of id: String) -> Int64? { RecordNumber.number("i", in: id) }

    /// Adds a row that was booked.
    package mutating func add(change: Int64, at moment: Instant, isOpening: Bool) {
        if change > 0 { income += change } else { expense -= change }
        if isOpening { opening = change } else { rows += 1 }
        firstAt = min(firstAt, moment)
        lastAt = max(lastAt, moment)
    }
}

/// A transfer that an import made.
package struct ImportedTransfer: Hashable, Sendable {
    /// The sequence of its record.
    package let sequence: Int64
    /// The number of its record.
    package let number: Int64
    /// Minor units that it added, negative where money went.
    package let change: Int64
    /// When it happened.
    package let occurredAt: Instant
    package let description: String
    package let category: String?
    /// The number of the record that reversed it.
    package let reversedBy: Int64?
}

/// What taking an import back did, or would do.
package struct UndoReport: Hashable, Sendable {
    package var record: ImportRecord
    /// Whether it had been taken back before.
    package var isDone = false
    package var reversed = 0
    /// Minor units that came into the account.
    package var income: Int64 = 0
    /// Minor units that left the account.
    package var expense: Int64 = 0
    /// Minor units in the account afterwards.
    package var balance: Int64
    /// Rows that somebody reversed before.
    package var kept: [ImportedTransfer] = []
    /// Minor units that are missing in the account.
    package var missing: Int64?
    package let isPreview: Bool
}
