import Coordination
import Domain
import Reasons

extension Ticker {
    /// The ticker that is meant, in capital letters.
    ///
    /// - Throws: ``Fault`` `invalidArgument` of `field` for a text that cannot be a ticker.
    public static func required(_ text: String, field: String) throws(Fault) -> String {
        guard let ticker = normal(text) else {
            throw .invalidArgument(field, .notATicker, ["most": .number(mostCharacters)])
        }
        return ticker
    }
}
