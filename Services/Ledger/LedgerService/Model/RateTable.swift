import Coordination
import Domain
import Reasons
import Signals
import Tables

/// A parser of exchange rates in CSV: a header of `from,to,rate,source,asOf` in any order; `asOf` is optional.
enum RateTable {
    /// The largest table in bytes.
    static let maximumBytes = 262_144
    /// The mandatory columns.
    private static let required = ["from", "to", "rate", "source"]
    private static let optional = ["asOf"]

    /// Returns the rates of a table in the order of its lines.
    ///
    /// - Throws: ``Fault`` `invalidArgument` of `csv`, with the number of the line.
    static func read(_ text: String, now: Instant) throws(Fault) -> [ExchangeRate] {
        guard text.utf8.count <= maximumBytes else {
            throw Fault.invalidArgument("csv", .tooManyBytes, ["most": .number(maximumBytes)])
        }
        let table: CSVTable
        do {
            table = try CSVTable(text)
        } catch {
            throw fault(error.line, error.refusal.reason, error.refusal.details)
        }
        let names = table.names
        for name in names where !(required + optional).contains(name) {
            throw fault(
                table.headerLineNumber, .unknownRateColumn
            )
        }
        for name in required + optional {
            let count = names.count { $0 == name }
            guard count <= 1 else { throw fault(table.headerLineNumber, .columnNamedTwice, ["column": .text(name)]) }
            guard count == 1 || optional.contains(name) else {
                throw fault(table.headerLineNumber, .columnMissing, ["column": .text(name)])
            }
        }
        guard (1...LedgerLimits.ratesPerUser).contains(table.rows.count) else {
            throw Fault.invalidArgument("csv", .badRateCount, ["most": .number(LedgerLimits.ratesPerUser)])
        }
        var rates: [ExchangeRate] = []
        var seen: Set<[Currency]> = []
        for row in table.rows {
            let rate = try parsed(
                Dictionary(uniqueKeysWithValues: zip(names, row.trimmedFields)), row.lineNumber, now)
            guard seen.insert([rate.from, rate.to]).inserted else {
                throw fault(
                    row.lineNumber, .rateRepeated, ["from": .text(rate.from.code), "to": .text(rate.to.code)])
            }
            rates.append(rate)
        }
        return rates
    }

    private static func parsed(_ fields: [String: String], _ line: Int, _ now: Instant) throws(Fault) -> ExchangeRate {
        func currency(_ name: String) throws(Fault) -> Currency {
            guard let currency = Currency(code: fields[name] ?? "") else {
                throw fault(line, .notACurrencyIn, ["column": .text(name)])
            }
            return currency
        }
        var asOf: Instant?
        if let text = fields["asOf"], !text.isEmpty {
            asOf = Instant(text) ?? CalendarDay(text)?.startInUTC
            guard asOf != nil else { throw fault(line, .notADayOrInstantIn, ["column": "asOf"]) }
        }
        let (from, to) = (try currency("from"), try currency("to"))
        do {
            return try ExchangeRate.checked(
                from: from, to: to, rate: fields["rate"] ?? "", source: fields["source"] ?? "", asOf: asOf, now: now)
        } catch {
            throw Fault(
                .invalidArgument, .badRateField,
                error.details.merging(["line": .number(line), "member": .text(error.field ?? "")]) { $1 },
                cause: error.reason.flatMap { ReasonCatalogue.house[$0] }, field: "csv")
        }
    }

    private static func fault(_ line: Int, _ rule: Reason, _ details: [String: ReasonDetail] = [:]) -> Fault {
        Fault(
            .invalidArgument, .badRateLine, details.merging(["line": .number(line)]) { $1 }, cause: rule, field: "csv")
    }
}
