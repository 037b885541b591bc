/// A filter as users write it.
struct FilterText: Hashable, Codable, Sendable {
    var account: String?
    /// `income`, `expense`, or nil for both.
    var side: String?
    /// A day or an instant.
    var from: String?
    /// A day, included to its end, or an instant, included too.
    var to: String?
    var text: String?
    var minAmount: String?
    var maxAmount: String?
    var category: String?
    /// An account, or `outside`.
    var counterparty: String?
    var reversed: Bool?
    var own: Bool?
    var undone: Bool?
    /// Terms, see ``QueryTerms``.
    var query: String?
}
