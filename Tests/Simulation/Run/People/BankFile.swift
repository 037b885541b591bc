import Domain

/// The file of a bank about an account. A row is the same in every file that has it.
struct BankFile {
    let rows: Range<Int>
    let currency: Currency

    /// Some days before the house began, so that all rows lie in the past.
    private static let firstDay = CalendarDay(daysSince1970: Int(Simulation.beginning / 86_400) - 14)
    private static let rowsPerDay = 4

    /// The text of the file, with a header.
    var content: String {
        let lines = rows.map { row in
            let change = Money(minorUnits: Self.change(of: row), currency: currency)
            return "\(Self.day(of: row)),\(change.decimalText),\(currency.code),\(Self.description(of: row))\n"
        }
        return "date,amount,currency,description\n" + lines.joined()
    }

    static func day(of row: Int) -> CalendarDay { firstDay.adding(days: row / rowsPerDay) }

    static func description(of row: Int) -> String { change(of: row) < 0 ? "Shop \(row)" : "Wages \(row)" }

    /// Returns what a row adds, in minor units: another amount in each.
    static func change(of row: Int) -> Int64 {
        row % 3 == 2 ? -(500 + 7 * Int64(row)) : 1_000 + 13 * Int64(row)
    }
}

/// A row of a bank's file that was taken into an account.
struct BookedRow: Hashable, Sendable {
    let account: String
    /// Which row of the file.
    let row: Int
    /// The import that booked it.
    let importID: String

    /// What it added, in minor units.
    var change: Int64 { BankFile.change(of: row) }
}
