import BondsService
import Coordination
import Domain
import MarketData
import Reasons
import ScannerService
import Signals
import StrictJSON

extension FuzzTarget {
    private static let today = CalendarDay(daysSince1970: 20_778)

    /// Files of candles: candles are valid, in order, and read again as the same from a table.
    static let candleFiles = FuzzTarget(
        "candle-files", maximumLength: 4_096, modules: ["MarketData", "ScannerService"]
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        for order in [nil, ScannerSignal.DateOrder.dayMonthYear] {
            let file: CandleFile
            do throws(CandleFile.Unreadable) {
                file = try CandleFile(text, options: CandleFile.Options(dateOrder: order, today: today))
            } catch {
                try Refusals.check(error.rule)
                return try demand(["csv", "timeframe"].contains(error.field), "a refusal names \(error.field)")
            }
            if let fault = file.bad.fault("csv") { try Refusals.check(fault, fields: "csv") }
            try checkCandles(file.candles)
            try checkRewritten(file)
        }
    }

    private static func checkCandles(_ candles: [Candle]) throws(FuzzFinding) {
        for candle in candles {
            try demand(candle.problem == nil, "a candle breaks the rule of \(candle.problem?.field ?? "")")
        }
        try demand(
            zip(candles, candles.dropFirst()).allSatisfy { $0.time < $1.time }, "candles are not in the order of time")
    }

    private static func checkRewritten(_ file: CandleFile) throws {
        guard !file.candles.isEmpty else { return }
        let lines = file.candles.map { candle in
            let prices = [candle.open, candle.high, candle.low, candle.close].map(\.description).joined(separator: ",")
            return "\(candle.time.text(in: file.timeframe)),\(prices),\(candle.volume?.description ?? "")"
        }
        let table = (["date,open,high,low,close,volume"] + lines).joined(separator: "\n")
        let again = try CandleFile(
            table, options: CandleFile.Options(timeframe: file.timeframe, today: today)
        ).candles
        try demand(again.count == file.candles.count, "\(again.count) candles of \(file.candles.count) are read again")
        for (before, after) in zip(file.candles, again) {
            var after = after
            after.isFinished = before.isFinished
            try demand(before == after, "\(before) is read again as \(after)")
        }
    }

    /// Files of bonds, tables and JSON: quotes and terms are valid, and terms are stored as they are.
    static let bondFiles = FuzzTarget(
        "bond-files", maximumLength: 4_096, modules: ["BondsService", "MarketData", "StrictJSON"]
    ) { bytes in
        let options = BondFile.Options(isin: ISIN("RU000A0JW126"), title: nil, currency: nil)
        do {
            for draft in try BondFile(bytes: bytes, field: "text", options: options).drafts() { try checkDraft(draft) }
        } catch let fault as Fault {
            try Refusals.check(fault, fields: "text", "isin")
        }
    }

    private static func checkDraft(_ draft: BondDraft) throws {
        try checkQuotes(draft.quotes)
        if let terms = draft.terms { try checkTerms(terms) }
    }

    private static func checkQuotes(_ quotes: QuoteColumns) throws(FuzzFinding) {
        try demand(
            zip(quotes.times, quotes.times.dropFirst()).allSatisfy { $0 < $1 }, "quotes are not in the order of time")
        for time in quotes.times {
            let year = Instant(microseconds: time).dayInUTC.components.year
            try demand((1...9_999).contains(year), "a quote is of the year \(year)")
        }
        try demand(quotes.prices.allSatisfy { $0 > 0 && $0 <= 1e12 }, "a price is out of range")
        try demand(quotes.yields.allSatisfy { $0.isNaN || abs($0) <= 1e12 }, "a yield is out of range")
    }

    private static func checkTerms(_ terms: BondTerms) throws {
        try demand(try TermsCoding.terms(TermsCoding.text(terms)) == terms, "terms are stored otherwise")
    }

    /// Answers of the exchange: pages of candles, of quotes and of payments.
    static let marketAnswers = FuzzTarget(
        "market-answers", maximumLength: 4_096, modules: ["BondsService", "MarketData", "ScannerService", "StrictJSON"]
    ) { bytes in
        let root: JSONNode
        do throws(ExchangeClient.Unreadable) {
            root = try ExchangeClient.root(of: bytes)
        } catch {
            return try checkUnreadable(error)
        }
        for timeframe in [ScannerSignal.Timeframe.oneDay, .oneMinute] {
            try reading {
                let page = try ISSCandles(root, timeframe)
                try demand(page.rows.count <= page.count, "a page has more candles than rows")
                for candle in ISSCandles.finished(page.rows, timeframe) {
                    try demand(candle.problem == nil, "a candle breaks a rule")
                }
            }
        }
        var card = ExchangeTables.Card()
        for name in ["history", "coupons", "amortizations", "description"] {
            for row in ISSTable(name, in: root)?.rows ?? [] { card.read(row) }
        }
        try reading {
            var days = DayQuotes()
            try ExchangeTables.quotes(of: ISSTable("history", in: root)?.rows ?? [], into: &days)
            try checkQuotes(days.columns)
        }
        try reading {
            guard let coupons = ISSTable("coupons", in: root), let amortizations = ISSTable("amortizations", in: root)
            else { return }
            try checkTerms(try ExchangeTables.terms(coupons: coupons.rows, amortizations: amortizations.rows))
        }
    }

    private static func reading(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as ExchangeClient.Unreadable {
            try checkUnreadable(error)
        }
    }

    private static func checkUnreadable(_ error: ExchangeClient.Unreadable) throws {
        try Refusals.check(error.refusal)
        try Refusals.bound(error.fault)
        try demand(error.fault.code == .unavailable, "an unreadable answer is the fault \(error.fault)")
    }
}
