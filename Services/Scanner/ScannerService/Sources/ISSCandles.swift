import MarketData
import Reasons
import Signals
import StrictJSON

/// A page of candles in the JSON of the Moscow Exchange: `{"candles":{"columns":[…],"data":[[…]]}}`, with columns found
/// by name.
package struct ISSCandles {
    /// A candle and its duration in minutes.
    package struct Row {
        package var candle: Candle
        let lasted: Int?
    }

    /// The number of rows in the page, those without trades included.
    package let count: Int
    /// The candles of the page.
    package let rows: [Row]

    package init(_ root: JSONNode, _ timeframe: ScannerSignal.Timeframe) throws(ExchangeClient.Unreadable) {
        guard let table = ISSTable("candles", in: root) else {
            throw ExchangeClient.Unreadable(.answerHasNoBlock, ["block": "candles"])
        }
        var rows: [Row] = []
        for row in table.rows {
            if let row = try Self.row(row, timeframe) { rows.append(row) }
        }
        count = table.rows.count
        self.rows = rows
    }

    /// Parses a row; nil for a period without trades.
    private static func row(
        _ row: ISSTable.Row, _ timeframe: ScannerSignal.Timeframe
    ) throws(ExchangeClient.Unreadable) -> Row? {
        func field(_ name: String) throws(ExchangeClient.Unreadable) -> JSONNode? {
            guard row.has(name) else {
                throw ExchangeClient.Unreadable(.candlesLackColumn, ["column": .text(name)])
            }
            return row[name]
        }
        let prices = [try field("open"), try field("high"), try field("low"), try field("close")].map { $0?.double }
        if prices.allSatisfy({ $0 == nil || $0 == 0 }) { return nil }
        guard let open = prices[0], let high = prices[1], let low = prices[2], let close = prices[3],
            let begin = time(try field("begin")?.string)
        else { throw ExchangeClient.Unreadable(.candleLacksValue) }
        let start = timeframe.isWithinDay ? begin : MarketTime(day: begin.day) ?? begin
        let candle = Candle(
            time: start, open: open, high: high, low: low, close: close, volume: try field("volume")?.double)
        if let (field, rule) = candle.problem {
            var details = rule.details
            details["date"] = .text(start.text(in: timeframe))
            details["column"] = .text(field)
            details["rule"] = .text(rule.reason.name)
            throw ExchangeClient.Unreadable(.candleIsWrong, details, phrases: [rule.reason])
        }
        let end = time(row["end"]?.string)
        return Row(candle: candle, lasted: end.map { Int($0.minutes) - Int(start.minutes) })
    }

    private static func time(_ text: String?) -> MarketTime? {
        guard let text else { return nil }
        return FieldText(dateOrder: nil, hasDecimalComma: false).time(Array(text.utf8), clock: nil)
    }

    /// Returns the candles of all pages. The last candle is unfinished when its duration is shorter than usual.
    package static func finished(_ rows: [Row], _ timeframe: ScannerSignal.Timeframe) -> [Candle] {
        var candles = rows.map(\.candle)
        let usual = rows.dropLast().compactMap(\.lasted).max() ?? timeframe.minutes - 1
        if let lasted = rows.last?.lasted, lasted < usual { candles[candles.count - 1].isFinished = false }
        return candles
    }
}
