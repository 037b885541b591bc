import Coordination
import Domain
import Reasons
import Tables

/// Reads rates out of a CSV table: `from,to,rate,source,asOf` in a header, in any order, `asOf` perhaps left out.
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
        let table: CSVTable
        do {
            table = try CSVTable(text)
        } catch {
            throw fault(error.line, error.description)
        }
        let names = table.names
        for name in names where !(required + optional).contains(name) {
            throw fault(
                table.headerLineNumber, "has a column that rates do not have; there are from, to, rate, source and asOf"
            )
        }
        for name in required + optional {
            let count = names.count { $0 == name }
            guard count <= 1 else { throw fault(table.headerLineNumber, "names the column \(name) twice") }
            guard count == 1 || optional.contains(name) else {
                throw fault(table.headerLineNumber, "lacks the column \(name)")
            }
        }
        guard (1...LedgerLimits.ratesPerUser).contains(table.rows.count) else {
            throw Fault.invalidArgument("csv", "must have 1 to \(LedgerLimits.ratesPerUser) rates under its header")
        }
        var rates: [ExchangeRate] = []
        var seen: Set<[Currency]> = []
        for row in table.rows {
            let rate = try parsed(
                Dictionary(uniqueKeysWithValues: zip(names, row.trimmedFields)), row.lineNumber, now)
            guard seen.insert([rate.from, rate.to]).inserted else {
                throw fault(row.lineNumber, "has a rate from \(rate.from) to \(rate.to) again")
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
}
