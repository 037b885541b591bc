import MarketData

/// Which column of a file means what, found from its header.
///
/// Names are compared without case, quotes, `< >`, spaces and byte order mark. Unknown columns are passed over.
struct CandleFileLayout {
    /// What a column may mean.
    enum Meaning: String, CaseIterable {
        case date, time, open, high, low, close, volume, end, ticker, period
    }

    /// The names of each meaning; where a header has several, the first of the list counts.
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

    /// What parts the fields.
    let delimiter: UInt8
    /// How many fields a line has.
    let width: Int
    /// Where each meaning stands.
    let columns: [Meaning: Int]

    /// Reads a header; nil for a line that is none.
    init?(header line: ArraySlice<UInt8>) {
        for delimiter in Self.delimiters {
            let fields = DelimitedLine.fields(of: line, delimiter: delimiter).map(Self.normal)
            var columns: [Meaning: Int] = [:]
            for (meaning, names) in Self.names {
                columns[meaning] = names.lazy.compactMap { fields.firstIndex(of: $0) }.first
            }
            // A lone column of times, as Unix seconds or whole moments, is the date.
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
