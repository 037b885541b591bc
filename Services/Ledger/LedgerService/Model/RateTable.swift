import Coordination
import Domain

/// Reads rates out of a CSV table: `from,to,rate,source,asOf` in a header, in any order, `asOf` perhaps left out.
///
/// - Source: RFC 4180 for quotes and line ends.
enum RateTable {
    /// The most bytes of a table.
    static let maximumBytes = 262_144
    /// The columns that must be there.
    private static let required = ["from", "to", "rate", "source"]
    private static let optional = ["asOf"]

    /// The rates of a table, in the order of its lines.
    ///
    /// - Throws: ``Fault`` `invalidArgument` of `csv`, with the number of the line.
    static func read(_ text: String, now: Instant) throws(Fault) -> [ExchangeRate] {
        guard text.utf8.count <= maximumBytes else {
            throw Fault.invalidArgument("csv", "must have at most \(maximumBytes) bytes")
        }
        var rows = try records(of: text).filter { $0.fields != [""] }[...]
        guard let header = rows.popFirst() else { throw Fault.invalidArgument("csv", "must not be empty") }
        let names = header.fields.map { $0.trimmed }
        for name in names where !(required + optional).contains(name) {
            throw fault(header.line, "has a column that rates do not have; there are from, to, rate, source and asOf")
        }
        for name in required + optional {
            let count = names.count { $0 == name }
            guard count <= 1 else { throw fault(header.line, "names the column \(name) twice") }
            guard count == 1 || optional.contains(name) else { throw fault(header.line, "lacks the column \(name)") }
        }
        guard (1...LedgerLimits.ratesPerUser).contains(rows.count) else {
            throw Fault.invalidArgument("csv", "must have 1 to \(LedgerLimits.ratesPerUser) rates under its header")
        }
        var rates: [ExchangeRate] = []
        var seen: Set<[Currency]> = []
        for row in rows {
            guard row.fields.count == names.count else {
                throw fault(row.line, "has \(row.fields.count) fields, the header has \(names.count)")
            }
            let rate = try parsed(
                Dictionary(uniqueKeysWithValues: zip(names, row.fields.map { $0.trimmed })), row.line, now)
            guard seen.insert([rate.from, rate.to]).inserted else {
                throw fault(row.line, "has a rate from \(rate.from) to \(rate.to) again")
            }
            rates.append(rate)
        }
        return rates
    }

    private static func parsed(_ fields: [String: String], _ line: Int, _ now: Instant) throws(Fault) -> ExchangeRate {
        func currency(_ name: String) throws(Fault) -> Currency {
            guard let currency = Currency(code: fields[name] ?? "") else {
                throw fault(line, "\(name) must be a currency code of ISO 4217, such as RUB")
            }
            return currency
        }
        var asOf: Instant?
        if let text = fields["asOf"], !text.isEmpty {
            asOf = Instant(text) ?? CalendarDay(text)?.startInUTC
            guard asOf != nil else { throw fault(line, "asOf must be a day such as 2026-11-21, or an instant") }
        }
        let (from, to) = (try currency("from"), try currency("to"))
        do {
            return try ExchangeRate.checked(
                from: from, to: to, rate: fields["rate"] ?? "", source: fields["source"] ?? "", asOf: asOf, now: now)
        } catch {
            throw fault(line, String(error.message.dropLast(error.message.hasSuffix(".") ? 1 : 0)))
        }
    }

    private static func fault(_ line: Int, _ rule: String) -> Fault {
        Fault(.invalidArgument, "Line \(line) of csv: \(rule).", field: "csv", details: ["line": .number(line)])
    }

    private struct Record {
        let line: Int
        var fields: [String]
    }

    /// The records of a text, with the number of the line on which each begins.
    private static func records(of text: String) throws(Fault) -> [Record] {
        var records: [Record] = []
        var fields: [String] = []
        var field: [UInt8] = []
        var line = 1
        var beginning = 1
        var isQuoted = false
        var wasQuoted = false
        func end(_ field: inout [UInt8], into fields: inout [String]) {
            fields.append(String(decoding: field, as: UTF8.self))
            field.removeAll(keepingCapacity: true)
        }
        var bytes = Array(text.utf8)[...]
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes = bytes.dropFirst(3) }
        while let byte = bytes.popFirst() {
            if isQuoted {
                if byte == UInt8(ascii: "\"") {
                    if bytes.first == byte {
                        bytes.removeFirst()
                        field.append(byte)
                    } else {
                        (isQuoted, wasQuoted) = (false, true)
                    }
                } else {
                    if byte == UInt8(ascii: "\n") { line += 1 }
                    field.append(byte)
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted: isQuoted = true
            case UInt8(ascii: "\""): throw fault(line, "has a quote where none can be")
            case UInt8(ascii: ","):
                end(&field, into: &fields)
                wasQuoted = false
            case UInt8(ascii: "\r") where bytes.first == UInt8(ascii: "\n"): break
            case UInt8(ascii: "\n"):
                end(&field, into: &fields)
                records.append(Record(line: beginning, fields: fields))
                fields.removeAll()
                wasQuoted = false
                line += 1
                beginning = line
            default:
                guard !wasQuoted else { throw fault(line, "goes on after the end of a quote") }
                field.append(byte)
            }
        }
        guard !isQuoted else { throw fault(beginning, "has a quote that does not end") }
        if !field.isEmpty || !fields.isEmpty {
            end(&field, into: &fields)
            records.append(Record(line: beginning, fields: fields))
        }
        return records
    }
}

extension String {
    /// Without spaces at its ends.
    fileprivate var trimmed: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
