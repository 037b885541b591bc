import Coordination

/// How long pages are.
enum PageRules {
    static let usual = 50
    static let most = 1_000

    /// - Throws: ``Fault`` `invalidArgument`.
    static func limit(_ limit: Int?) throws(Fault) -> Int {
        guard (1...most).contains(limit ?? usual) else { throw Fault.invalidArgument("limit", "must be 1 to \(most)") }
        return limit ?? usual
    }
}
