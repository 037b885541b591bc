import Coordination
import Domain
import GatewaySession
import Signals

/// Transactions similar to another one: with the same description, or, without a description, with the same other side;
/// always in the same direction.
struct AlikeTransactions: Sendable {
    /// The criterion of similarity.
    struct Likeness: Hashable, Sendable {
        /// The account to search; nil for all.
        let account: String?
        let type: HistorySignal.TypeFilter
        let text: String?
        let counterparty: String?

        /// The description to search for; nil when the other side is the criterion.
        var words: String? { text.map { String($0.dropFirst().dropLast()) } }

        /// Derives the criterion from a transaction.
        ///
        /// - Returns: Nil for a transaction without a description whose other side is outside.
        init?(of transaction: HistorySignal.Transaction, in account: String?) {
            self.account = account
            type = transaction.type == .income ? .income : .expense
            let words = transaction.description.filter { $0 != "\"" }.prefix(Self.longest)
            if words.contains(where: { !$0.isWhitespace }) {
                (text, counterparty) = ("\"\(words)\"", nil)
            } else if let other = transaction.otherSide {
                (text, counterparty) = (nil, other)
            } else {
                return nil
            }
        }

        /// The maximum length: history takes no longer texts, and quotes are added.
        private static let longest = 190
    }

    /// The newest similar transactions.
    let newest: [HistorySignal.Transaction]
    /// The total number.
    let count: Int
    /// The sums by currency, with their sign.
    let sums: [Money]
    /// The days of the first and the last one.
    let days: ClosedRange<CalendarDay>?

    /// Creates the result.
    ///
    /// - Parameters:
    ///   - page: The newest transactions, with the totals of all.
    ///   - byDay: The sums of all by day.
    init(_ page: HistorySignal.TransactionPage, byDay rows: [HistorySignal.SummaryRow]) {
        newest = page.transactions
        count = max(rows.reduce(0) { $0 + Int($1.count) }, page.transactions.count)
        sums = page.totals.map(HistoryTexts.net)
        let days = rows.compactMap { $0.key.flatMap { CalendarDay($0) } }
        self.days = days.min().flatMap { first in days.max().map { first...$0 } }
    }

    /// The average amount; nil for several currencies.
    var average: Money? {
        guard sums.count == 1, let sum = sums.first, count > 0 else { return nil }
        let (half, sign) = (Int64(count) / 2, Int64(sum.minorUnits < 0 ? -1 : 1))
        let rounded = sum.minorUnits.addingReportingOverflow(sign * half).partialValue / Int64(count)
        return Money(minorUnits: rounded, currency: sum.currency)
    }

    /// The average number of days between two of them; nil when there are too few days.
    var daysBetween: Int? {
        guard let days, count > 1, days.lowerBound < days.upperBound else { return nil }
        let gaps = count - 1
        return max(1, (days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 + gaps / 2) / gaps)
    }
}

extension StatePresenter {
    /// Loads the transactions similar to another one, once the selection rests.
    func findAlike(_ likeness: AlikeTransactions.Likeness) async throws -> AlikeTransactions {
        try await Task.sleep(for: tools.typingPause)
        return try await AppWork.$isItsOwn.withValue(true) {
            let page = try await ask(
                HistorySignal.Transactions(
                    account: likeness.account, type: likeness.type, text: likeness.text,
                    counterparty: likeness.counterparty, limit: 50))
            var rows: [HistorySignal.SummaryRow] = []
            var cursor: String?
            repeat {
                let part = try await ask(
                    HistorySignal.Summary(
                        by: .day, account: likeness.account, type: likeness.type, text: likeness.text,
                        counterparty: likeness.counterparty, limit: 1000, cursor: cursor))
                rows += part.rows
                cursor = part.nextCursor
            } while cursor != nil
            return AlikeTransactions(page, byDay: rows)
        }
    }
}
