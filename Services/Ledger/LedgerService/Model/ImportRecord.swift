import Domain

/// An import: rows of one file, booked together and undone together.
package struct ImportRecord: Hashable, Sendable {
    /// The number of its first record.
    package let number: Int64
    /// The id of the account.
    package let account: String
    package let currency: Currency
    /// The name of the file; empty when unknown.
    package var fileName = ""
    /// When the first record was booked.
    package let importedAt: Instant
    /// The number of rows booked, without the opening balance.
    package var rows = 0
    /// The minor units received, the opening balance included.
    package var income: Int64 = 0
    /// The minor units paid.
    package var expense: Int64 = 0
    /// The opening balance in minor units.
    package var opening: Int64?
    /// When the first row happened.
    package var firstAt: Instant
    /// When the last row happened.
    package var lastAt: Instant
    /// When the import was undone.
    package var undoneAt: Instant?

    /// The public id.
    package var id: String { Self.id(of: number) }

    /// Returns the id of the import of a number.
    package static func id(of number: Int64) -> String { RecordNumber.id("i", number) }

    /// Returns the number in an id; nil for an invalid id.
    package static func number(of id: String) -> Int64? { RecordNumber.number("i", in: id) }

    /// Adds a booked row.
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
    /// The change of the balance in minor units; negative for an expense.
    package let change: Int64
    package let occurredAt: Instant
    package let description: String
    package let category: String?
    /// The number of the record that reversed it.
    package let reversedBy: Int64?
}

/// The result of undoing an import, or of a dry run.
package struct UndoReport: Hashable, Sendable {
    package var record: ImportRecord
    /// True when the import had been undone before.
    package var isDone = false
    package var reversed = 0
    /// The minor units returned to the account.
    package var income: Int64 = 0
    /// The minor units taken from the account.
    package var expense: Int64 = 0
    /// The balance afterwards, in minor units.
    package var balance: Int64
    /// The rows that were reversed before.
    package var kept: [ImportedTransfer] = []
    /// The minor units missing in the account.
    package var missing: Int64?
    package let isPreview: Bool
}

/// The proof of the first part of an import, kept for the parts after it: a one-time code is good for one request only.
package struct ImportProof: Hashable, Sendable {
    static let lifetime = Duration.seconds(600)

    /// The session that gave the proof.
    package let session: String
    /// The minor units that further rows may take, of the sum that the first part announced.
    package let left: Int64
    package let expiresAt: Instant

    /// Returns the remaining proof after a part.
    ///
    /// - Parameter expense: The minor units that the part takes.
    /// - Returns: Nil when the proof does not cover the part.
    func left(after expense: Int64, in session: String, at now: Instant) -> ImportProof? {
        guard self.session == session, now < expiresAt, expense <= left else { return nil }
        return ImportProof(session: session, left: left - expense, expiresAt: expiresAt)
    }
}
