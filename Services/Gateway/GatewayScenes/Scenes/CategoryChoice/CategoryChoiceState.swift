import Domain
import GatewayWords
import Signals

/// The state of choosing a category.
struct CategoryChoiceState: Sendable {
    /// The meaning of a row.
    enum Choice: Hashable, Sendable {
        /// An existing category with its number of transactions.
        case known(String, count: Int64)
        /// The typed text as a new category.
        case new(String)
        /// No category of the user's own: the transaction's original one, or that of a rule.
        case taken

        /// The name of the row.
        var key: String {
            switch self {
            case .known(let name, _): "known \(name)"
            case .new(let name): "new \(name)"
            case .taken: "taken"
            }
        }
    }

    /// The transaction that gets the category.
    let transaction: HistorySignal.Transaction
    var categories: Loadable<[HistorySignal.CategoryCount]> = .loading
    /// The field to search for or type a name.
    var search = Form([FormField("category", RecordTexts.category, note: CategoryChoiceTexts.note)])
    var selected = 0
    /// The question whether future similar transactions get the category, too.
    var question: Question?
    var isSending = false
    var fault: SceneFault?

    init(_ transaction: HistorySignal.Transaction) { self.transaction = transaction }

    /// The rows: categories with words that begin with the typed text, then the typed text itself, then none.
    var choices: [Choice] {
        let typed = self.typed
        let wanted = typed.lowercased().split(separator: " ")
        let all = categories.value ?? []
        let found = all.filter { item in
            let name = CategoryText.of(item.category)
            let texts = Language.allCases.map { name.spoken(in: $0).lowercased() } + [item.category.lowercased()]
            return wanted.allSatisfy { word in texts.contains { $0.contains(word) } }
        }
        let isKnown = all.contains { $0.category.lowercased() == typed.lowercased() }
        var choices = found.map { Choice.known($0.category, count: $0.count) }
        if !typed.isEmpty, !isKnown { choices.append(.new(typed)) }
        if typed.isEmpty, transaction.category != nil { choices.append(.taken) }
        return choices
    }

    /// The typed name, with single spaces.
    var typed: String { search["category"].split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The selected row.
    var choice: Choice? { choices.indices.contains(selected) ? choices[selected] : nil }
}
