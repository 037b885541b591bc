import MarketData

/// The meaning of the columns of a file, determined from its header.
///
/// Names are compared without case, quotes, `< >`, spaces and byte order mark. Unknown columns are skipped.
struct CandleFileLayout {
    /// The meaning of a column.
    enum Meaning: String, CaseIterable {
        case date, time, open, high, low, close, volume, end, ticker, period
    }

    /// The names of each meaning. When a header contains several, the first in the list wins.
    private static let names: [(Meaning, [String])] = [
        (.date, ["date", "begin", "tradedate", "datetime", "timestamp", "quotedate", "day", "дата", "t"]),
        (.time, ["time", "время"]),
        (.open, ["open", "откр.", "открытие", "o"]),
        (.high, ["high", "макс.", "максимум", "h"]),
        (.low, ["low", "мин.", "минимум", "l"]),
        (.close, ["close", "close/last", "last", "price", "цена", "закрытие", "c"]),
        (.volume, ["volume", "vol.", "vol", "объём", "объем", "v"]),
        (.end, ["end"]),
        (.ticker, ["ticker", "secid", "symbol", "paper"]),
        (.period, ["per", "period", "interval"]),
    ]
    private static let delimiters: [UInt8] = [
        UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
    ]

    /// The separator of fields.
    let delimiter: UInt8
    /// The number of fields in a line.
    let width: Int
    /// The column of each meaning.
    let columns: [Meaning: Int]

    /// Parses a header; nil when the line is not one.
    init?(header line: ArraySlice<UInt8>) {
        for delimiter in Self.delimiters {
            let fields = DelimitedLine.fields(of: line, delimiter: delimiter).map(Self.normal)
            var columns: [Meaning: Int] = [:]
            for (meaning, names) in Self.names {
                columns[meaning] = names.lazy.compactMap { fields.firstIndex(of: $0) }.first
            }
            // A lone column of times, as Unix seconds or full timestamps, is the date.
            if columns[.date] == nil, let time = columns.removeValue(forKey: .time) { columns[.date] = time }
            guard [.date, .open, .high, .low, .close].allSatisfy({ columns[$0] != nil }) else { continue }
            self.delimiter = delimiter
            width = fields.count
            self.columns = columns
            return
        }
        return nil
    }

    private static func normal(_ field: [UInt8]) -> String {
        String(decoding: field, as: UTF8.self).lowercased().filter { !"\u{FEFF}<>\"' _".contains($0) }
    }
}
