import Coordination
import Domain
import Reasons

/// The number of rows of a page.
struct PageLimit: Sendable {
    static let usual = 50
    static let greatest = 1000

    let count: Int

    /// - Throws: ``Fault`` `invalidArgument` below 1 and above ``greatest``.
    init(_ given: Int?) throws(Fault) {
        count = given ?? Self.usual
        guard (1...Self.greatest).contains(count) else {
            throw Fault.invalidArgument("limit", .mustBeBetween, ["least": 1, "most": .number(Self.greatest)])
        }
    }
}
