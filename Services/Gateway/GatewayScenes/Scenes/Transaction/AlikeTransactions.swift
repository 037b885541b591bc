import Coordination
import Domain
import GatewaySession
import Signals

/// Transactions that are like another: those that were for the same, where it has no description those with the same
/// other side; the way the money went is the same.
struct AlikeTransactions: Sendable {
    /// What makes them alike.
    struct Likeness: Hashable, Sendable {
        /// The account whose transactions are looked at; nil for all.
        let account: String?
        let type: HistorySignal.TypeFilter
        let text: String?
        let counterparty: String?

        /// The words that are looked for; nil where likeness goes by the other side.
        var words: String? { text.map { String($0.dropFirst().dropLast()) } }

        /// - Returns: Nil for what is like nothing: without a description, and from or to outside.
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

        /// History takes no longer texts; quotes stand around it.
        private static let longest = 190
    }

    /// The newest of them.
    let newest: [HistorySignal.Transaction]
    /// How many there are in all.
    let count: Int
    /// What they sum up to, by currency, with their sign.
    let sums: [Money]
    /// The day of the first one and of the last one.
    let days: ClosedRange<CalendarDay>?

    /// - Parameters:
    ///   - page: The newest of them, and what all of them sum up to.
    ///   - byDay: All of them, summed up by day.
    init(_ page: HistorySignal.TransactionPage, byDay rows: [HistorySignal.SummaryRow]) {
        newest = page.transactions
        count = max(rows.reduce(0) { $0 + Int($1.count) }, page.transactions.count)
        sums = page.totals.map(HistoryTexts.net)
        let days = rows.compactMap { $0.key.flatMap { CalendarDay($0) } }
        self.days = days.min().flatMap { first in days.max().map { first...$0 } }
    }

    /// What one of them is on average; nil where they are in several currencies.
    var average: Money? {
        guard sums.count == 1, let sum = sums.first, count > 0 else { return nil }
        let (half, sign) = (Int64(count) / 2, Int64(sum.minorUnits < 0 ? -1 : 1))
        let rounded = sum.minorUnits.addingReportingOverflow(sign * half).partialValue / Int64(count)
        return Money(minorUnits: rounded, currency: sum.currency)
    }

    /// How many days lie between two of them; nil where there are too few days to tell.
    var daysBetween: Int? {
        guard let days, count > 1, days.lowerBound < days.upperBound else { return nil }
        let gaps = count - 1
        return max(1, (days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 + gaps / 2) / gaps)
    }
}

extension StatePresenter {
    /// Asks for what is like a transaction, once the choice rests.
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
