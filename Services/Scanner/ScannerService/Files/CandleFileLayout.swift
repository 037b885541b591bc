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
            let fields = CandleFileLine.fields(of: line, delimiter: delimiter).map(Self.normal)
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

/// Parts a line into its fields.
enum CandleFileLine {
    /// The fields, without blanks around them and the quotes they stand in.
    static func fields(of line: ArraySlice<UInt8>, delimiter: UInt8) -> [[UInt8]] {
        let quote = UInt8(ascii: "\"")
        var fields: [[UInt8]] = []
        var field: [UInt8] = []
        var isQuoted = false
        for byte in line {
            if byte == quote {
                isQuoted.toggle()
            } else if byte == delimiter, !isQuoted {
                fields.append(trimmed(field))
                field.removeAll(keepingCapacity: true)
            } else {
                field.append(byte)
            }
        }
        fields.append(trimmed(field))
        return fields
    }

    private static func trimmed(_ field: [UInt8]) -> [UInt8] {
        let blank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        guard field.first.map(blank) ?? false || field.last.map(blank) ?? false else { return field }
        return Array(field.drop(while: blank).reversed().drop(while: blank).reversed())
    }
}
