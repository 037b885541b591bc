import Coordination
import Domain
import Reasons
import Signals

/// The price of one unit of a currency in another, as entered by a user.
package struct ExchangeRate: Codable, Hashable, Sendable {
    /// The currency paid.
    package let from: Currency
    /// The currency received.
    package let to: Currency
    /// The units of `to` per unit of `from`.
    package let rate: DecimalRate
    /// The source that the user named.
    package let source: String
    /// When the rate was valid.
    package let asOf: Instant

    /// Creates a rate after checking its parts.
    ///
    /// - Parameter now: The default for `asOf`.
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
