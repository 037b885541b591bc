import Coordination
import Domain
import Reasons

/// The rules for the length of pages.
enum PageRules {
    static let usual = 50
    static let most = 1_000

    /// - Throws: ``Fault`` `invalidArgument`.
    static func limit(_ limit: Int?) throws(Fault) -> Int {
        guard (1...most).contains(limit ?? usual) else {
            throw Fault.invalidArgument("limit", .mustBeBetween, ["least": 1, "most": .number(most)])
        }
        return limit ?? usual
    }
}
