import Coordination
import Domain
import Reasons
import Signals

/// A page of a list, newest first, whose elements have growing numbers.
struct NewestFirst {
    static let usualLimit = 50
    static let largestLimit = 1_000

    /// The most elements of the page.
    let limit: Int
    /// The exclusive upper bound of the numbers.
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

    /// The number of elements to read: one more than fit, to see if more follow.
    var wanted: Int { limit + 1 }

    /// Returns the page and the cursor of the next one.
    func cut<Element>(_ found: [Element], number: (Element) -> Int64) -> (page: [Element], nextCursor: String?) {
        let page = Array(found.prefix(limit))
        return (page, found.count > limit ? page.last.map { String(number($0)) } : nil)
    }
}
