import Signals
import StrictJSON

/// A page of candles in the JSON of the Moscow Exchange: `{"candles":{"columns":[…],"data":[[…]]}}`, columns by their names.
struct ISSCandles {
    /// What is no such page.
    struct Unreadable: Error {
        let reason: String
    }

    /// A candle and how many minutes it lasted.
    struct Row {
        var candle: Candle
        let lasted: Int?
    }

    /// How many rows the page has, those without trades included.
    let count: Int
    let rows: [Row]

    init(_ body: [UInt8], _ timeframe: ScannerSignal.Timeframe) throws(Unreadable) {
        let root: JSONNode
        do {
            root = try JSONDocument(body, limits: JSONLimits(maximumBytes: body.count)).root
        } catch {
            throw Unreadable(reason: "what it sends is no JSON")
        }
        guard let block = root.member("candles"), let names = block.member("columns"), let data = block.member("data"),
            data.kind == .array
        else { throw Unreadable(reason: "its answer has no block of candles") }
        var columns: [String: Int] = [:]
        for (index, name) in names.elements.enumerated() { columns[name.string?.lowercased() ?? ""] = index }
        var rows: [Row] = []
        var count = 0
        for node in data.elements {
            count += 1
            if let row = try Self.row(Array(node.elements), columns, timeframe) { rows.append(row) }
        }
        self.count = count
        self.rows = rows
    }

    /// A row; nil for a time in which nothing was traded.
    private static func row(
        _ fields: [JSONNode], _ columns: [String: Int], _ timeframe: ScannerSignal.Timeframe
    ) throws(Unreadable) -> Row? {
        func field(_ name: String) throws(Unreadable) -> JSONNode {
            guard let index = columns[name], index < fields.count else {
                throw Unreadable(reason: "its candles have no \(name)")
            }
            return fields[index]
        }
        let prices = [try field("open"), try field("high"), try field("low"), try field("close")].map(\.double)
        if prices.allSatisfy({ $0 == nil || $0 == 0 }) { return nil }
        guard let open = prices[0], let high = prices[1], let low = prices[2], let close = prices[3],
            let begin = time(try field("begin").string)
        else { throw Unreadable(reason: "one of its candles lacks a price or a time") }
        let start = timeframe.isWithinDay ? begin : MarketTime(day: begin.day) ?? begin
        let candle = Candle(
            time: start, open: open, high: high, low: low, close: close, volume: try field("volume").double)
        if let (field, rule) = candle.problem {
            throw Unreadable(reason: "its candle of \(start.text(in: timeframe)) is wrong: \(field) \(rule)")
        }
        let end = columns["end"].flatMap { $0 < fields.count ? time(fields[$0].string) : nil }
        return Row(candle: candle, lasted: end.map { Int($0.minutes) - Int(start.minutes) })
    }

    private static func time(_ text: String?) -> MarketTime? {
        guard let text else { return nil }
        return FieldText(dateOrder: nil, hasDecimalComma: false).time(Array(text.utf8), clock: nil)
    }

    /// The candles of all pages; the last is not over when it ended before its time.
    static func finished(_ rows: [Row], _ timeframe: ScannerSignal.Timeframe) -> [Candle] {
        var candles = rows.map(\.candle)
        let usual = rows.dropLast().compactMap(\.lasted).max() ?? timeframe.minutes - 1
        if let lasted = rows.last?.lasted, lasted < usual { candles[candles.count - 1].isFinished = false }
        return candles
    }
}
