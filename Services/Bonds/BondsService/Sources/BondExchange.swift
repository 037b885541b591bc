import Coordination
import Domain
import MarketData
import Reasons
import Signals
import StrictJSON

/// A client of the Moscow Exchange for bonds: their names, terms and daily quotes.
struct BondExchange: BondSource {
    private let exchange: ExchangeClient

    init(_ exchange: ExchangeClient) { self.exchange = exchange }

    func bond(
        _ isin: ISIN, days: ClosedRange<CalendarDay>, progress: @Sendable (Double, Int) -> Void
    ) async throws -> FetchedBond? {
        guard let (security, card) = try await card(of: isin) else { return nil }
        let terms = try await terms(of: security)
        let quotes = try await quotes(of: security, days, progress)
        return FetchedBond(title: card.title, currency: card.currency, terms: terms, quotes: quotes)
    }

    /// Returns the code of a bond at the exchange; nil when the exchange does not know the bond.
    private func card(of isin: ISIN) async throws -> (security: String, card: ExchangeTables.Card)? {
        try await exchange.page("/iss/securities/\(isin).json?iss.meta=off&iss.only=description") { root in
            guard let table = ISSTable("description", in: root) else {
                throw ExchangeClient.Unreadable(.answerHasNoBlock, ["block": "description"])
            }
            var values: [String: String] = [:]
            for row in table.rows {
                if let name = row["name"]?.string { values[name.uppercased()] = row["value"]?.string }
            }
            guard !values.isEmpty else { return nil }
            let security = values["SECID"] ?? isin.text
            // The code becomes a part of a URL.
            guard (1...36).contains(security.utf8.count),
                security.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) })
            else { throw ExchangeClient.Unreadable(.wrongBondCode) }
            var card = ExchangeTables.Card()
            card.title = ExchangeTables.title(values["SHORTNAME"] ?? values["NAME"])
            card.currency = values["FACEUNIT"].flatMap(ExchangeTables.currency)
            return (security, card)
        }
    }

    private func terms(of security: String) async throws -> BondTerms? {
        let path = "/iss/securities/\(security)/bondization.json?iss.meta=off&limit=100&start="
        var (coupons, amortizations) = ([ISSTable.Row](), [ISSTable.Row]())
        var start = 0
        while true {
            try Task.checkCancellation()
            let page = try await exchange.page(path + String(start)) { root in
                guard let coupons = ISSTable("coupons", in: root),
                    let amortizations = ISSTable("amortizations", in: root)
                else { throw ExchangeClient.Unreadable(.answerHasNoBlock, ["block": "coupons, amortizations"]) }
                return (coupons: coupons.rows, amortizations: amortizations.rows)
            }
            // A server without paging repeats the same answer. An answer longer than a bond's largest number of
            // payments is an error.
            let isAgain =
                start > 0 && Self.isSame(page.coupons, coupons, by: "coupondate")
                && Self.isSame(page.amortizations, amortizations, by: "amortdate")
            if isAgain || (page.coupons.isEmpty && page.amortizations.isEmpty) { break }
            coupons += page.coupons
            amortizations += page.amortizations
            guard max(coupons.count, amortizations.count) <= TermsRules.mostCoupons else {
                throw ExchangeClient.Unreadable(.tooManyPayments, ["most": .number(TermsRules.mostCoupons)]).fault
            }
            start += max(page.coupons.count, page.amortizations.count)
        }
        guard !amortizations.isEmpty else { return nil }
        do {
            return try ExchangeTables.terms(coupons: coupons, amortizations: amortizations)
        } catch {
            throw error.fault
        }
    }

    private static func isSame(_ page: [ISSTable.Row], _ all: [ISSTable.Row], by column: String) -> Bool {
        page.first?[column]?.string == all.first?[column]?.string
    }

    private func quotes(
        of security: String, _ days: ClosedRange<CalendarDay>, _ progress: @Sendable (Double, Int) -> Void
    ) async throws -> QuoteColumns {
        let path =
            "/iss/history/engines/stock/markets/bonds/securities/\(security).json?iss.meta=off"
            + "&from=\(days.lowerBound)&till=\(days.upperBound)&start="
        var found = DayQuotes()
        var start = 0
        var before: String?
        for _ in 0..<ExchangeClient.mostPages {
            try Task.checkCancellation()
            let page = try await exchange.page(path + String(start)) { root in
                guard let table = ISSTable("history", in: root) else {
                    throw ExchangeClient.Unreadable(.answerHasNoBlock, ["block": "history"])
                }
                return (rows: table.rows, cursor: ISSTable("history.cursor", in: root)?.rows.first)
            }
            guard let first = page.rows.first else { return found.columns }
            let mark = "\(first["boardid"]?.string ?? "") \(first["tradedate"]?.string ?? "")"
            guard mark != before else { throw ExchangeClient.Unreadable(.quotesRepeat).fault }
            before = mark
            do {
                try ExchangeTables.quotes(of: page.rows, into: &found)
            } catch {
                throw error.fault
            }
            start += page.rows.count
            if let last = found.last {
                let whole = max(1, days.upperBound.daysSince1970 - days.lowerBound.daysSince1970)
                let share = Double(last.daysSince1970 - days.lowerBound.daysSince1970) / Double(whole)
                progress(min(1, max(0, share)), found.count)
            }
            if let total = page.cursor?["total"]?.int64, start >= total { return found.columns }
        }
        throw ExchangeClient.Unreadable(.answerEndless).fault
    }
}
