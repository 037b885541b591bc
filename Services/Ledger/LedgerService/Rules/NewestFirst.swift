import Coordination
import Domain
import Reasons
import Signals

/// A page of things that are told the newest first and have numbers that grow.
struct NewestFirst {
    static let usualLimit = 50
    static let largestLimit = 1_000

    /// How many to tell.
    let limit: Int
    /// Only things with numbers below this are told.
    let before: Int64

    /// - Throws: ``Fault`` `invalidArgument`.
    init(limit: Int?, cursor: String?) throws(Fault) {
        self.limit = limit ?? Self.usualLimit
        guard (1...Self.largestLimit).contains(self.limit) else {
            throw Fault.invalidArgument("limit", .mustBeBetween, ["least": 1, "most": .number(Self.largestLimit)])
        }
        guard let cursor else {
            before = .max
            return
        }
        guard let number = Int64(cursor), number > 0, String(number) == cursor else {
            throw Fault.invalidArgument("cursor", .notACursorBefore)
        }
        before = number
    }

    /// How many to look for, to know whether there are more than fit.
    var wanted: Int { limit + 1 }

    /// The page of what was found, and where the next one begins.
    func cut<Element>(_ found: [Element], number: (Element) -> Int64) -> (page: [Element], nextCursor: String?) {
        let page = Array(found.prefix(limit))
        return (page, found.count > limit ? page.last.map { String(number($0)) } : nil)
    }
}
