import Signals

/// What the search field of the history asks for.
struct HistorySearch: Sendable {
    /// The query; nil for all transactions.
    let query: String?
    /// False to leave own transfers out of sums; nil where the query speaks of them.
    let own: Bool?
    /// False to leave reversed transactions and their reversals out of sums; nil where the query speaks of them.
    let undone: Bool?

    /// Creates the search for a query; an empty one is for all transactions.
    init(_ text: String) {
        let terms = try? QueryTerms(text)
        query = text.isEmpty ? nil : text
        own = terms?.mention("own") == true ? nil : false
        undone = terms?.mention("undone") == true || terms?.mention("reversed") == true ? nil : false
    }
}
