import Domain
import Reasons
import Signals

/// Reads the transactions of one statement.
struct OFXRowReader {
    let currency: Currency
    let house: String?
    let decimal: Character?
    /// The names of securities by id.
    let securities: [String: String]

    func row(_ element: OFXElements.Transaction) throws(LineProblem) -> StatementFileRow {
        let line = element.line
        let values = element.values
        guard let date = values["DTPOSTED"] ?? values["DTUSER"] ?? values["DTTRADE"] ?? values["DTSETTLE"],
            let (time, hasTime) = Self.time(date)
        else {
            throw LineProblem(line, .transactionWithoutDate)
        }
        guard let text = values["TRNAMT"] ?? values["TOTAL"], let written = WrittenAmount(text) else {
            throw LineProblem(line, .transactionWithoutAmount)
        }
        if let other = values["CURSYM"]?.uppercased(), other != currency.code {
            throw LineProblem(
                line, .rowAmountInOtherCurrency,
                ["currency": .quoted(other, limit: 10), "fileCurrency": .text(currency.code)])
        }
        let separator = Self.separator(of: written, currency, given: decimal)
        let amount = try WrittenAmount.minorUnits(of: text, currency, separator: separator, line: line)
        let change = OFXInvestments.change(amount, of: element.kind)
        guard change != 0 else { throw LineProblem(line, .rowMovesNothing) }
        return StatementFileRow(
            line: line, time: time, hasTime: hasTime, isExact: true,
            change: Money(minorUnits: change, currency: currency),
            description: CleanText.joined(plain(values["NAME"] ?? name(of: element)), plain(values["MEMO"] ?? "")),
            bankID: values["FITID"], house: house)
    }

    /// Returns the name of an operation of an investment account.
    private func name(of element: OFXElements.Transaction) -> String {
        guard let kind = OFXInvestments.titles[element.kind] else { return "" }
        let id = element.values["UNIQUEID"] ?? ""
        return id.isEmpty ? kind : "\(kind) \(securities[id] ?? id)"
    }

    /// Returns a text as people wrote it. Some banks escape twice, so escapes remain after the first resolution; nobody
    /// writes them by hand. Texts from Kopilka are kept unchanged.
    private func plain(_ text: String) -> String {
        CleanText.line(house == nil ? OFXMarkup.unescaped(text[...]) : text)
    }

    /// Returns the decimal separator: OFX has one of the two and no thousands separator.
    static func separator(of amount: WrittenAmount, _ currency: Currency, given: Character? = nil) -> UInt8 {
        if let given { return given == "," ? UInt8(ascii: ",") : UInt8(ascii: ".") }
        return amount.onlySeparator ?? UInt8(ascii: ".")
    }

    /// Reads `20261121`, `20261121085148`, `20261121085148.123[-3:BRT]`. A time without a zone is UTC, as OFX defines;
    /// a time with a zone is local to it, but midnight stands for the day alone.
    ///
    /// - Source: OFX 2.2, 3.2.8.2 "Date and Time Formats".
    private static func time(_ text: String) -> (Instant, Bool)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard [8, 12, 14].contains(digits.utf8.count), let day = WrittenDate(digits.prefix(8))?.day(.ymd)
        else { return nil }
        guard digits.utf8.count > 8 else { return (day.startInUTC, false) }
        let parts = digits.dropFirst(8).utf8.map { Int64($0 - 0x30) } + [0, 0]
        let (hours, minutes, seconds) = (parts[0] * 10 + parts[1], parts[2] * 10 + parts[3], parts[4] * 10 + parts[5])
        guard hours < 24, minutes < 60, seconds < 60 else { return nil }
        var micros = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000
        var rest = text.dropFirst(digits.count)
        if rest.first == "." {
            let fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(fraction.count + 1)
            micros += Int64(fraction.prefix(6) + String(repeating: "0", count: 6 - min(6, fraction.count))) ?? 0
        }
        guard let offset = offset(rest) else { return nil }
        if offset != 0, micros == 0 { return (day.startInUTC, false) }
        return (Instant(microseconds: day.startInUTC.microseconds + micros - offset), true)
    }

    /// Returns microseconds east of UTC for `[-5:EST]`, `[+5.30:IST]`, `[5.5]`; 0 without brackets; nil for invalid
    /// text.
    ///
    /// Hours have a fraction. Many banks write minutes in it: 30 and 45.
    private static func offset(_ text: Substring) -> Int64? {
        guard text.first == "[" else { return 0 }
        var hours = text.dropFirst().prefix { $0 != ":" && $0 != "]" }
        let isWest = hours.first == "-"
        if let sign = hours.first, "+-".contains(sign) { hours.removeFirst() }
        if hours.isEmpty { return 0 }
        let parts = hours.split(separator: ".", maxSplits: 1)
        guard let whole = parts.first.flatMap({ Int64($0) }), (0...14).contains(whole) else { return nil }
        var minutes = whole * 60
        if parts.count > 1 {
            switch parts[1] {
            case "5", "50", "30": minutes += 30
            case "75", "45": minutes += 45
            case "25", "15": minutes += 15
            case "0", "00": break
            default: return nil
            }
        }
        return (isWest ? -minutes : minutes) * 60_000_000
    }
}

extension WrittenAmount {
    /// The only separator; nil when there is none or both occur.
    fileprivate var onlySeparator: UInt8? { separators.count == 1 ? separators.first : nil }
}
