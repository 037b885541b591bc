import Coordination
import Domain
import Reasons

/// How long pages are.
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
