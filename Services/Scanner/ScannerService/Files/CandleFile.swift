import Domain
import MarketData
import Reasons
import Signals

/// A parsed file of candles in one of the usual formats.
///
/// Source of the headers: Moscow Exchange, Stooq, Yahoo, Finam, Alpha Vantage, Investing.com, Finnhub and others.
package struct CandleFile: Sendable {
    /// The options that come with the text of a file.
    package struct Options: Sendable {
        var timeframe: ScannerSignal.Timeframe?
        var dateOrder: ScannerSignal.DateOrder?
        /// The current day, whose candles count as unfinished.
        var today: CalendarDay

        package init(
            timeframe: ScannerSignal.Timeframe? = nil, dateOrder: ScannerSignal.DateOrder? = nil, today: CalendarDay
        ) {
            self.timeframe = timeframe
            self.dateOrder = dateOrder
            self.today = today
        }
    }

    /// The fault of a file that cannot be read at all.
    package struct Unreadable: Error {
        package let field: String
        package let rule: Refusal
    }

    /// The candles, oldest first, without duplicate times.
    package private(set) var candles: [Candle] = []
    /// The ticker in the file's own column.
    package private(set) var ticker: String?
    package private(set) var timeframe = ScannerSignal.Timeframe.oneDay
    package private(set) var bad = BadLines()

    private struct Row {
        let number: Int
        var candle: Candle
        /// The duration of the candle in minutes, as the file states it.
        let lasted: Int?
    }

    /// Parses a file.
    /// - Throws: ``Unreadable`` when there is no known header, or the timeframe cannot be determined.
    package init(_ text: String, options: Options) throws(Unreadable) {
        let bytes = Array(text.utf8)
        var lines = LineReader(bytes)
        var layout: CandleFileLayout?
        while layout == nil, let line = lines.next(), line.number <= 10 { layout = CandleFileLayout(header: line.text) }
        guard let layout else {
            throw Unreadable(
                field: "csv", rule: Refusal(.lacksColumns, ["columns": "date, open, high, low, close"]))
        }
        var rows = readRows(lines, layout, options)
        try setTimeframe(options, layout, &rows)
        finish(rows, options)
    }

    // MARK: Lines

    private struct LineReader: Sequence, IteratorProtocol {
        private let bytes: [UInt8]
        private var position = 0
        private var number = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() -> (number: Int, text: ArraySlice<UInt8>)? {
            guard position < bytes.count else { return nil }
            number += 1
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            var text = bytes[position..<end]
            if text.last == UInt8(ascii: "\r") { text.removeLast() }
            position = end + 1
            return (number, text)
        }
    }

    private mutating func readRows(_ lines: LineReader, _ layout: CandleFileLayout, _ options: Options) -> [Row] {
        let reading = FieldText(
            dateOrder: options.dateOrder ?? Self.dateOrder(lines, layout),
            hasDecimalComma: Self.hasDecimalComma(lines, layout))
        var rows: [Row] = []
        var period: [UInt8]?
        var isAfterEmptyLine = false
        for (number, line) in lines {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                isAfterEmptyLine = true
                continue
            }
            let fields = DelimitedLine.fields(of: line, delimiter: layout.delimiter)
            // Files of the Moscow Exchange contain another table after an empty line, which begins with its name alone.
            if isAfterEmptyLine, fields.count == 1, line.first.map({ $0 >= UInt8(ascii: "A") }) ?? false { break }
            isAfterEmptyLine = false
            guard fields.count == layout.width else {
                bad.note(number, fields: fields.count, wanted: layout.width)
                continue
            }
            func field(_ meaning: CandleFileLayout.Meaning) -> [UInt8]? { layout.columns[meaning].map { fields[$0] } }
            if Self.isWithoutTrades(fields, layout, reading) { continue }
            if let own = field(.ticker).map({ String(decoding: $0, as: UTF8.self) }), !own.isEmpty {
                if let ticker, ticker != own {
                    bad.note(number, .isOfOther, ["security": .text(own), "before": .text(ticker)])
                    continue
                }
                ticker = own
            }
            if let own = field(.period) { period = period ?? own }
            switch candle(fields, layout, reading) {
            case .success(let candle):
                let lasted = field(.end).flatMap { reading.time($0, clock: nil) }.map {
                    Int($0.minutes) - Int(candle.time.minutes)
                }
                rows.append(Row(number: number, candle: candle, lasted: lasted))
            case .failure(let refusal): bad.note(number, refusal)
            }
        }
        if let period, let known = Self.timeframe(ofPeriod: String(decoding: period, as: UTF8.self)) {
            timeframe = known
        }
        return rows
    }

    private func candle(
        _ fields: [[UInt8]], _ layout: CandleFileLayout, _ reading: FieldText
    ) -> Result<Candle, Refusal> {
        func field(_ meaning: CandleFileLayout.Meaning) -> [UInt8] { layout.columns[meaning].map { fields[$0] } ?? [] }
        let date = field(.date)
        guard !reading.isAmbiguous(date) else {
            return .failure(Refusal(.dateIsAmbiguous, ["text": BadLines.text(date), "other": "dateOrder"]))
        }
        guard let time = reading.time(date, clock: layout.columns[.time].map { fields[$0] }) else {
            return .failure(Refusal(.dateIsNone, ["text": BadLines.text(date)]))
        }
        var prices: [Double] = []
        for meaning in [CandleFileLayout.Meaning.open, .high, .low, .close] {
            guard let price = reading.number(field(meaning)) else {
                return .failure(
                    Refusal(
                        .isNoNumber, ["text": BadLines.text(field(meaning)), "column": .text(meaning.rawValue)]))
            }
            prices.append(price)
        }
        let candle = Candle(
            time: time, open: prices[0], high: prices[1], low: prices[2], close: prices[3],
            volume: reading.volume(field(.volume)).flatMap { $0 >= 0 ? $0 : nil })
        if let (field, rule) = candle.problem { return .failure(.ofValue(field, rule)) }
        return .success(candle)
    }

    /// True for a day without trades, which is not an error: prices are empty, `null` or all 0.
    private static func isWithoutTrades(
        _ fields: [[UInt8]], _ layout: CandleFileLayout, _ reading: FieldText
    ) -> Bool {
        [CandleFileLayout.Meaning.open, .high, .low, .close].allSatisfy { meaning in
            guard let column = layout.columns[meaning] else { return false }
            let field = fields[column]
            return field.isEmpty || field.elementsEqual("null".utf8) || reading.number(field) == 0
        }
    }

    // MARK: What only the whole file tells

    private static func dateOrder(_ lines: LineReader, _ layout: CandleFileLayout) -> ScannerSignal.DateOrder? {
        guard let column = layout.columns[.date] else { return nil }
        for (_, line) in lines {
            let fields = DelimitedLine.fields(of: line, delimiter: layout.delimiter)
            guard fields.count > column, fields[column].contains(UInt8(ascii: "/")) else { return nil }
            let numbers = String(decoding: fields[column], as: UTF8.self).split(separator: "/").compactMap { Int($0) }
            guard numbers.count == 3 else { return nil }
            if numbers[0] > 12 { return .dayMonthYear }
            if numbers[1] > 12 { return .monthDayYear }
        }
        return nil
    }

    private static func hasDecimalComma(_ lines: LineReader, _ layout: CandleFileLayout) -> Bool {
        let columns = [CandleFileLayout.Meaning.open, .high, .low, .close].compactMap { layout.columns[$0] }
        var hasComma = false
        for (_, line) in lines {
            let fields = DelimitedLine.fields(of: line, delimiter: layout.delimiter)
            for column in columns where column < fields.count {
                let comma = fields[column].lastIndex(of: UInt8(ascii: ","))
                let point = fields[column].lastIndex(of: UInt8(ascii: "."))
                if let comma, let point { return comma > point }
                // A point without a comma: the file uses decimal points.
                if point != nil { return false }
                if comma != nil { hasComma = true }
            }
        }
        return hasComma
    }

    private static func timeframe(ofPeriod text: String) -> ScannerSignal.Timeframe? {
        let known: [String: ScannerSignal.Timeframe] = [
            "1": .oneMinute, "5": .fiveMinutes, "10": .tenMinutes, "15": .fifteenMinutes, "30": .thirtyMinutes,
            "60": .oneHour, "240": .fourHours, "D": .oneDay, "24": .oneDay, "W": .oneWeek, "7": .oneWeek,
            "M": .oneMonth,
        ]
        return known[text.uppercased()]
    }

    private mutating func setTimeframe(
        _ options: Options, _ layout: CandleFileLayout, _ rows: inout [Row]
    ) throws(Unreadable) {
        if let told = options.timeframe {
            timeframe = told
        } else if layout.columns[.period] == nil {
            let times = rows.map { Int($0.candle.time.minutes) }.sorted()
            let gaps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
            if let least = gaps.min(), least < MarketTime.minutesOfDay {
                guard let found = ScannerSignal.Timeframe.allCases.first(where: { $0.minutes == least }) else {
                    throw Unreadable(
                        field: "timeframe", rule: Refusal(.timeframeNotSaid, ["minutes": .number(least)]))
                }
                timeframe = found
            }
        }
        guard !timeframe.isWithinDay else { return }
        for index in rows.indices {
            rows[index].candle.time =
                MarketTime(day: rows[index].candle.time.day) ?? rows[index].candle.time
        }
    }

    /// Sorts the rows, reports duplicates and marks unfinished candles.
    private mutating func finish(_ rows: [Row], _ options: Options) {
        var rows = rows.sorted { ($0.candle.time, $0.number) < ($1.candle.time, $1.number) }
        var seen: Row?
        rows.removeAll { row in
            defer { seen = row }
            guard let before = seen, before.candle.time == row.candle.time else { return false }
            bad.note(
                row.number, .dateRepeats,
                ["date": .text(row.candle.time.text(in: timeframe)), "before": .number(before.number)])
            return true
        }
        let usual = rows.dropLast().compactMap(\.lasted).max() ?? timeframe.minutes - 1
        for index in rows.indices {
            let isLast = index == rows.count - 1
            if isLast, let lasted = rows[index].lasted, lasted < usual { rows[index].candle.isFinished = false }
            if !timeframe.isWithinDay, rows[index].candle.time.day >= options.today {
                rows[index].candle.isFinished = false
            }
        }
        candles = rows.map(\.candle)
    }
}
