import Domain

/// The key of a row of a summary.
enum SummaryKey: Hashable, Sendable {
    /// A day, counted from 1970.
    case day(Int)
    /// A month, counted from the year 0.
    case month(Int)
    /// A category; nil for movements without one.
    case category(String?)
    case account(OwnedAccount)
}

/// The totals of movements with one key in one currency.
struct SummaryRow: Hashable, Sendable {
    let key: SummaryKey
    var total: CurrencyTotal
    var count: Int64
}

extension SummaryRow {
    /// True when a row is listed before another: days and months newest first, categories and accounts in ascending
    /// order, no category last; then by currency.
    static func isListed(_ left: SummaryRow, before right: SummaryRow) -> Bool {
        if left.key == right.key { return left.total.currency.code < right.total.currency.code }
        switch (left.key, right.key) {
        case (.day(let left), .day(let right)), (.month(let left), .month(let right)): return left > right
        case (.category(let left?), .category(let right?)): return left < right
        case (.category(let left), .category): return left != nil
        case (.account(let left), .account(let right)): return left.id < right.id
        default: return false
        }
    }
}

extension CalendarDay {
    /// The month of the day, counted from the year 0.
    var month: Int { components.year * 12 + components.month - 1 }
}

extension CalendarDay {
    /// Creates the first day of a month, numbered as in ``month``.
    init(firstOf month: Int) {
        guard let day = CalendarDay(year: month / 12, month: month % 12 + 1, day: 1) else {
            preconditionFailure("Months of rows lie in the years that can be written.")
        }
        self = day
    }
}
