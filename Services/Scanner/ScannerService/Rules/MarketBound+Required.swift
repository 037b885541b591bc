import Coordination
import Reasons
import Signals

extension MarketBound {
    /// Parses a bound, or throws a fault that names the field.
    static func required(_ text: String, field: String) throws(Fault) -> MarketBound {
        guard let bound = MarketBound(text) else {
            throw .invalidArgument(field, .notABoundInYears, MarketTime.yearDetails)
        }
        return bound
    }
}

extension MarketTime {
    /// The accepted years, as details of a refusal.
    static let yearDetails: [String: ReasonDetail] = [
        "least": .number(years.lowerBound), "most": .number(years.upperBound),
    ]
}
