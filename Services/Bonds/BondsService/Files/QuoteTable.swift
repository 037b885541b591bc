import Coordination
import Domain
import MarketData
import Reasons
import Signals

/// A table of quotes: a header, then one quote per line. Columns are recognised by their names, including those of the
/// Moscow Exchange.
///
/// A time without an offset is in UTC; a day stands for its beginning. Millions of lines are parsed without creating a
/// string for any of them.
struct QuoteTable {
    private enum Meaning: CaseIterable {
        case date, price, yield, isin, turnover
    }

    private static let names: [Meaning: [String]] = [
        .date: ["date", "tradedate", "datetime", "timestamp", "time", "day", "дата"],
        .price: ["price", "cleanprice", "close", "last", "цена", "закрытие"],
        .yield: ["yield", "yieldclose", "ytm", "доходность"], .isin: ["isin", "secid"], .turnover: ["value"],
    ]
    private static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

    /// The quotes in order of time, without duplicates.
    private(set) var quotes = QuoteColumns()
    /// The ISIN in the table, if there is one.
    private(set) var isin: ISIN?

    private let delimiter: UInt8
    private let width: Int
    private let columns: [Meaning: Int]
    private let reading: FieldText
    private var days = DayQuotes()
    private var bad = BadLines()

    /// Parses a table.
    ///
    /// - Throws: ``Fault`` `invalidArgument` of `field`; its details name the bad lines.
    init(_ bytes: [UInt8], field: String) throws(Fault) {
        var (start, number) = (0, 0)
        var header: (delimiter: UInt8, width: Int, columns: [Meaning: Int])?
        while header == nil, start < bytes.count, number < 10 {
            number += 1
            let end = Self.lineEnd(bytes, start)
            header = Self.header(Self.line(bytes, start, end))
            start = end + 1
        }
        guard let header else {
            throw Fault.invalidArgument(field, .lacksColumns, ["columns": "date, price"])
        }
        (delimiter, width, columns) = header
        reading = FieldText(
            dateOrder: nil, hasDecimalComma: Self.hasDecimalComma(bytes, start, delimiter, columns[.price] ?? 0))
        readLines(bytes, from: start, number: number)
        if let fault = bad.fault(field) { throw fault }
        guard quotes.count <= BondFile.mostQuotes else {
            throw Fault.invalidArgument(field, .tooManyQuotes, ["most": .number(BondFile.mostQuotes)])
        }
        quotes = days.count > 0 ? days.columns : quotes.sorted()
    }

    private mutating func readLines(_ bytes: [UInt8], from first: Int, number: Int) {
        var (start, number, isAfterEmptyLine) = (first, number, false)
        var fields: [ArraySlice<UInt8>] = []
        while start < bytes.count {
            number += 1
            let end = Self.lineEnd(bytes, start)
            let line = Self.line(bytes, start, end)
            start = end + 1
            if line.allSatisfy({ $0 == 0x20 }) {
                isAfterEmptyLine = true
                continue
            }
            DelimitedLine.split(line, delimiter: delimiter, into: &fields)
            // Files of the Moscow Exchange contain another table after an empty line, which begins with its name alone.
            if isAfterEmptyLine, fields.count == 1 { return }
            isAfterEmptyLine = false
            read(fields, number)
        }
    }

    private mutating func read(_ fields: [ArraySlice<UInt8>], _ number: Int) {
        guard fields.count == width else {
            bad.note(number, fields: fields.count, wanted: width)
            return
        }
        func field(_ meaning: Meaning) -> ArraySlice<UInt8> { columns[meaning].map { fields[$0] } ?? [] }
        let priceText = field(.price)
        // A day without trades.
        if priceText.isEmpty || priceText.elementsEqual("null".utf8) { return }
        guard let price = reading.number(priceText) else {
            bad.note(number, .isNoNumber, ["text": BadLines.text(priceText), "column": "price"])
            return
        }
        if price == 0, columns[.turnover] != nil { return }
        guard QuoteRules.isPrice(price) else {
            bad.note(number, .ofValue("price", QuoteRules.price))
            return
        }
        guard let time = time(field(.date)) else {
            bad.note(number, .dateIsNone, ["text": BadLines.text(field(.date))])
            return
        }
        var yield = Double.nan
        let yieldText = field(.yield)
        if !yieldText.isEmpty, !yieldText.elementsEqual("null".utf8) {
            guard let value = reading.number(yieldText), QuoteRules.isYield(value) else {
                bad.note(number, .isNoNumber, ["text": BadLines.text(yieldText), "column": "yield"])
                return
            }
            // The exchange writes 0 for an unknown yield.
            if value != 0 || columns[.turnover] == nil { yield = value }
        }
        if columns[.isin] != nil, !isSameBond(field(.isin), number) { return }
        guard columns[.turnover] != nil else {
            quotes.append(time: time, price: price, yield: yield)
            return
        }
        // Several boards may quote the same day.
        days.add(
            Instant(microseconds: time).dayInUTC, price: price, yield: yield,
            turnover: reading.number(field(.turnover)) ?? 0)
    }

    private mutating func isSameBond(_ text: ArraySlice<UInt8>, _ number: Int) -> Bool {
        if let isin, isin.text.utf8.elementsEqual(text) { return true }
        // Other codes of the exchange do not identify the bond here.
        guard let own = ISIN(String(decoding: text, as: UTF8.self)) else { return true }
        guard isin == nil || isin == own else {
            bad.note(number, .isOfOther, ["security": .text(own.text), "before": .text(isin?.text ?? "")])
            return false
        }
        isin = own
        return true
    }

    private func time(_ text: ArraySlice<UInt8>) -> Int64? {
        if let moment = text.withUnsafeBufferPointer({ QuoteMoment(ascii: $0, needsOffset: false) }) {
            return moment.instant.microseconds
        }
        // The other formats have no offset, so a text with an offset is rejected rather than misread.
        guard !text.dropFirst(10).contains(where: { [0x2B, 0x2D, 0x5A, 0x7A].contains($0) }),
            let (day, minute) = reading.moment(Array(text), clock: nil), !reading.isAmbiguous(Array(text))
        else { return nil }
        return day.startInUTC.microseconds + Int64(minute) * 60_000_000
    }

    // MARK: Lines

    private static func header(
        _ line: ArraySlice<UInt8>
    ) -> (delimiter: UInt8, width: Int, columns: [Meaning: Int])? {
        for delimiter in delimiters {
            let fields = DelimitedLine.fields(of: line, delimiter: delimiter).map { field in
                String(decoding: field, as: UTF8.self).lowercased().filter { !"\u{FEFF}<>\"' _".contains($0) }
            }
            var columns: [Meaning: Int] = [:]
            for meaning in Meaning.allCases {
                columns[meaning] = (names[meaning] ?? []).lazy.compactMap { fields.firstIndex(of: $0) }.first
            }
            if columns[.date] != nil, columns[.price] != nil { return (delimiter, fields.count, columns) }
        }
        return nil
    }

    /// True when prices use a decimal comma. The first price with a comma or a point decides; other columns do not
    /// count.
    private static func hasDecimalComma(_ bytes: [UInt8], _ first: Int, _ delimiter: UInt8, _ price: Int) -> Bool {
        var (start, fields) = (first, [ArraySlice<UInt8>]())
        while start < bytes.count {
            let end = lineEnd(bytes, start)
            DelimitedLine.split(line(bytes, start, end), delimiter: delimiter, into: &fields)
            start = end + 1
            guard price < fields.count else { continue }
            let (comma, point) = (fields[price].lastIndex(of: 0x2C), fields[price].lastIndex(of: 0x2E))
            if let comma { return point.map { comma > $0 } ?? true }
            if point != nil { return false }
        }
        return false
    }

    private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    }

    private static func line(_ bytes: [UInt8], _ start: Int, _ end: Int) -> ArraySlice<UInt8> {
        let isWithReturn = end > start && bytes[end - 1] == 0x0D
        return bytes[start..<(isWithReturn ? end - 1 : end)]
    }
}
