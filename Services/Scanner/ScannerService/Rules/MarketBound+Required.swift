import Coordination
import Reasons
import Signals

extension MarketBound {
    /// Reads an end of a period, or throws a fault that names the field.
    static func required(_ text: String, field: String) throws(Fault) -> MarketBound {
        guard let bound = MarketBound(text) else {
            throw .invalidArgument(field, .notABoundInYears, MarketTime.yearDetails)
        }
        return bound
    }
}

extension MarketTime {
    /// The years that are taken, as details of a rule.
    static let yearDetails: [String: ReasonDetail] = [
        "least": .number(years.lowerBound), "most": .number(years.upperBound),
    ]
}
