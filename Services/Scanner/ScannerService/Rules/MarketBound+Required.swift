import Coordination
import Signals

extension MarketBound {
    /// Reads an end of a period, or throws a fault that names the field.
    static func required(_ text: String, field: String) throws(Fault) -> MarketBound {
        guard let bound = MarketBound(text) else {
            throw .invalidArgument(
                field,
                "must be a day such as 2025-10-08 or a moment such as 2025-10-08T15:30, in the years "
                    + "\(MarketTime.years.lowerBound) to \(MarketTime.years.upperBound)")
        }
        return bound
    }
}
