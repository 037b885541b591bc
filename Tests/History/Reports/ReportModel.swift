import Domain
import Foundation
import Signals

/// Reports as a plain program makes them: from a list of transactions, one figure after the other.
struct ReportModel {
    private struct Row {
        let day: String
        let account: String
        let currency: Currency
        let category: String?
        let isIncome: Bool
        let amount: Int64
        /// True for what is neither income nor expense.
        let isLeftOut: Bool
    }

    private var rows: [Row] = []

    /// - Parameters:
    ///   - transactions: All of a person.
    ///   - counted: The ids and types of those that are income or expenses.
    init(
        _ transactions: [HistorySignal.Transaction], counted: Set<String>, zone name: String
    ) {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = Foundation.TimeZone(identifier: name) ?? .gmt
        for transaction in transactions {
            let time = Date(timeIntervalSince1970: Double(transaction.date.microseconds / 1000) / 1000)
            rows.append(
                Row(
                    day: Self.key(of: time, .day, calendar), account: transaction.account,
                    currency: transaction.amount.currency, category: transaction.category,
                    isIncome: transaction.type == .income, amount: transaction.amount.minorUnits,
                    isLeftOut: !counted.contains("\(transaction.id) \(transaction.type)")))
        }
    }

    static func key(of date: Date, _ interval: HistorySignal.ReportInterval, _ calendar: Calendar) -> String {
        func padded(_ number: Int?, _ width: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let parts = calendar.dateComponents([.year, .month, .day, .weekOfYear, .yearForWeekOfYear], from: date)
        let year = padded(parts.year, 4)
        switch interval {
        case .day: return "\(year)-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
        case .week: return "\(padded(parts.yearForWeekOfYear, 4))-W\(padded(parts.weekOfYear, 2))"
        case .month: return "\(year)-\(padded(parts.month, 2))"
        case .quarter: return "\(year)-Q\(((parts.month ?? 1) + 2) / 3)"
        case .year: return year
        }
    }

    /// Returns the model of one account.
    func only(_ account: String) -> ReportModel {
        var model = self
        model.rows = rows.filter { $0.account == account }
        return model
    }

    var currencies: [Currency] { Set(rows.map(\.currency)).sorted { $0.code < $1.code } }

    // MARK: Figures

    /// Returns a sum of the days of a period, or up to its end for a balance.
    private func sum(
        _ currency: Currency, to last: String, from first: String = "", where isMeant: (Row) -> Bool = { _ in true },
        _ value: (Row) -> Int64
    ) -> Int64 {
        rows.reduce(0) { sum, row in
            row.currency == currency && first <= row.day && row.day <= last && isMeant(row) ? sum + value(row) : sum
        }
    }

    /// Returns a figure of a report.
    func figure(
        _ row: HistorySignal.ReportRow, isTotal: Bool, of kind: HistorySignal.ReportKind, _ currency: Currency,
        _ period: HistorySignal.ReportPeriod
    ) -> Int64 {
        let (first, last) = (period.first.description, period.last.description)
        let before = period.first.adding(days: -1).description
        func isMeant(_ known: Row) -> Bool {
            if kind == .income || kind == .spending {
                if known.isLeftOut { return false }
                return isTotal || Self.lies(known.category, in: row.key)
            }
            return isTotal || known.account == row.key
        }
        func change(_ known: Row) -> Int64 { known.isIncome ? known.amount : -known.amount }
        switch row.line {
        case .balance, .closing: return sum(currency, to: last, where: isMeant, change)
        case .opening: return sum(currency, to: before, where: isMeant, change)
        case .change, .net: return sum(currency, to: last, from: first, where: isMeant, change)
        case .income, .moneyIn:
            return sum(currency, to: last, from: first, where: isMeant) { $0.isIncome ? $0.amount : 0 }
        case .expense, .moneyOut:
            return sum(currency, to: last, from: first, where: isMeant) { $0.isIncome ? 0 : $0.amount }
        }
    }

    /// True when a category is another or lies in it.
    private static func lies(_ category: String?, in key: String?) -> Bool {
        guard let category, let key else { return category == nil && key == nil }
        let parts = category.components(separatedBy: ":")
        let isTree = !parts.contains { $0.trimmingCharacters(in: .whitespaces).isEmpty }
        return category == key || (isTree && category.hasPrefix(key + ":"))
    }

    /// Returns the categories with income or expenses in the days of a report, and those above them.
    func categories(
        _ currency: Currency, isIncome: Bool, depth: Int?, _ periods: [HistorySignal.ReportPeriod]
    ) -> Set<String?> {
        var found: Set<String?> = []
        for row in rows where row.currency == currency && row.isIncome == isIncome && !row.isLeftOut {
            guard periods.contains(where: { $0.first.description <= row.day && row.day <= $0.last.description })
            else { continue }
            guard let category = row.category else {
                found.insert(nil)
                continue
            }
            let parts = category.components(separatedBy: ":")
            if parts.contains(where: { $0.trimmingCharacters(in: .whitespaces).isEmpty }) {
                found.insert(category)
                continue
            }
            for count in 1...min(parts.count, depth ?? .max) {
                found.insert(parts.prefix(count).joined(separator: ":"))
            }
        }
        return found
    }
}
