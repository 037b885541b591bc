import Domain

/// A row of a bank's statement, to be booked once.
package struct ImportLine: Hashable, Sendable {
    /// The change of the balance in minor units; negative for an expense.
    package let change: Int64
    package let occurredAt: Instant
    package let description: String
    package let category: String?
    /// The name of the row, unique in its account.
    package let reference: String

    /// The largest difference between the clocks of two zones, UTC+14 and UTC-12, in microseconds.
    private static let farthestZones: Int64 = 26 * 3_600_000_000

    /// True when a moment may be on the same day for the bank. A statement names days, whose beginning is taken in the
    /// zone of the user at the time of the import; since then the user may live in another zone.
    package func isOfSameDay(as other: Instant) -> Bool {
        abs(occurredAt.microseconds - other.microseconds) <= Self.farthestZones
    }

    /// The reference of the opening balance.
    package static let opening = "opening"
}

/// A statement row that is booked.
package struct ImportedRow: Hashable, Sendable {
    /// The sequence of its record.
    package let sequence: Int64
    /// The number of its record.
    package let number: Int64
    /// The change of the balance in minor units; negative for an expense.
    package let change: Int64
    package let occurredAt: Instant
}

/// The result of an import, or of a dry run.
package struct ImportReport: Codable, Hashable, Sendable {
    /// The status of a row in the ledger.
    package enum Status: String, Codable, Hashable, Sendable {
        case new = "n"
        case known = "k"
        case conflict = "c"
    }

    /// The booked row with a reference.
    package struct Existing: Codable, Hashable, Sendable {
        package let change: Int64
        package let occurredAt: Instant
        package let description: String
    }

    /// The result of one row.
    package struct Line: Codable, Hashable, Sendable {
        package var status: Status
        /// The number of its record.
        package var transfer: Int64?
        /// The booked row, for a conflict.
        package var existing: Existing?
    }

    /// The first row without sufficient funds.
    package struct Shortfall: Codable, Hashable, Sendable {
        /// The index of the row.
        package let row: Int
        /// The minor units missing for it.
        package let missing: Int64
        /// The opening balance that would cover all rows, in minor units.
        package let opening: Int64
    }

    package let currency: Currency
    /// The results in the order of the request.
    package var lines: [Line]
    package var opening: Line?
    /// The minor units that new rows add.
    package var income: Int64 = 0
    /// The minor units that new rows take.
    package var expense: Int64 = 0
    /// The balance afterwards, in minor units.
    package var balance: Int64 = 0
    package var shortfall: Shortfall?
    package let isPreview: Bool
    /// The number of the import that booked the new rows, or an earlier part of the same file.
    package var imported: Int64?
}
