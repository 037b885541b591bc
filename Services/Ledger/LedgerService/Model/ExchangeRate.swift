import Coordination
import Domain
import Reasons
import Signals

/// What one unit of a currency is worth in another, as a user entered it.
package struct ExchangeRate: Codable, Hashable, Sendable {
    /// The currency that is given.
    package let from: Currency
    /// The currency that is got.
    package let to: Currency
    /// How many units of `to` one unit of `from` is.
    package let rate: DecimalRate
    /// Where it was found.
    package let source: String
    /// When it held.
    package let asOf: Instant

    /// A rate of these parts, if they keep the rules.
    ///
    /// - Parameter now: The time now, which `asOf` is when it is absent.
    /// - Throws: ``Fault`` `invalidArgument` of the field.
    static func checked(
        from: Currency, to: Currency, rate: String, source: String, asOf: Instant?, now: Instant
    ) throws(Fault) -> ExchangeRate {
        guard from != to else { throw Fault.invalidArgument("to", .sameCurrency, ["other": "from"]) }
        guard let number = DecimalRate(rate) else {
            throw Fault.invalidArgument(
                "rate", .badRate,
                ["whole": .number(DecimalRate.wholeDigits), "fraction": .number(DecimalRate.fractionDigits)])
        }
        guard !source.isEmpty else { throw Fault.invalidArgument("source", .mustNotBeEmpty) }
        try LedgerLimits.check(source, field: "source", limit: LedgerLimits.nameLength)
        if let asOf, asOf > now { throw Fault.invalidArgument("asOf", .mustNotBeInFuture) }
        return ExchangeRate(from: from, to: to, rate: number, source: source, asOf: asOf ?? now)
    }
}
