import Domain

/// A row of a bank's statement, to be booked once.
package struct ImportLine: Hashable, Sendable {
    /// Minor units that it added, negative where money went.
    package let change: Int64
    /// When it happened.
    package let occurredAt: Instant
    /// What for; may be empty.
    package let description: String
    /// What kind of income or expense.
    package let category: String?
    /// What it is known by in its account.
    package let reference: String

    /// Hours that lie between a time of a zone and the same figures in UTC.
    private static let widestZone: Int64 = 14 * 3_600_000_000

    /// Whether a moment is of the same day for the bank: of the same day in UTC, or as far from it as zones are.
    package func isOfSameDay(as other: Instant) -> Bool {
        occurredAt.dayInUTC == other.dayInUTC
            || abs(occurredAt.microseconds - other.microseconds) <= Self.widestZone
    }

    /// The reference of what was in an account before its first statement.
    package static let opening = "opening"
}

/// A row that was imported.
package struct ImportedRow: Hashable, Sendable {
    /// The sequence of its record.
    package let sequence: Int64
    /// The number of its record.
    package let number: Int64
    /// Minor units that it added, negative where money went.
    package let change: Int64
    /// When it happened.
    package let occurredAt: Instant
}

/// What an import did, or would do.
package struct ImportReport: Codable, Hashable, Sendable {
    /// What a row is to the books.
    package enum Status: String, Codable, Hashable, Sendable {
        case new = "n"
        case known = "k"
        case conflict = "c"
    }

    /// What is there under a reference.
    package struct Existing: Codable, Hashable, Sendable {
        package let change: Int64
        package let occurredAt: Instant
        package let description: String
    }

    /// What became of a row.
    package struct Line: Codable, Hashable, Sendable {
        package var status: Status
        /// The number of its record.
        package var transfer: Int64?
        /// What is there, for a conflict.
        package var existing: Existing?
    }

    /// The first row that cannot be paid.
    package struct Shortfall: Codable, Hashable, Sendable {
        /// Its place among the rows.
        package let row: Int
        /// Minor units that are missing for it.
        package let missing: Int64
        /// Minor units that, there at the beginning, would do for all rows.
        package let opening: Int64
    }

    package let currency: Currency
    /// In the order of the request.
    package var lines: [Line]
    package var opening: Line?
    /// Minor units that new rows bring.
    package var income: Int64 = 0
    /// Minor units that new rows take.
    package var expense: Int64 = 0
    /// Minor units that are there after it.
    package var balance: Int64 = 0
    package var shortfall: Shortfall?
    package let isPreview: Bool
    /// The number of the import that booked the new rows, or a part of the same file before.
    package var imported: Int64?
}
