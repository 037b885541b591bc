import Coordination
import Domain

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
        guard from != to else { throw Fault.invalidArgument("to", "must be another currency than from") }
        guard let number = DecimalRate(rate) else {
            throw Fault.invalidArgument(
                "rate",
                "must be a decimal number above zero, such as 92.4504, with at most \(DecimalRate.wholeDigits) digits "
                    + "before the point and \(DecimalRate.fractionDigits) after it")
        }
        guard !source.isEmpty else { throw Fault.invalidArgument("source", "must not be empty") }
        try LedgerLimits.check(source, field: "source", limit: LedgerLimits.nameLength)
        if let asOf, asOf > now { throw Fault.invalidArgument("asOf", "must not lie in the future") }
        return ExchangeRate(from: from, to: to, rate: number, source: source, asOf: asOf ?? now)
    }
}
