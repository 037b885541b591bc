import Domain
import GatewayWords
import Signals

/// What the scene has in which a transaction is given a category.
struct CategoryChoiceState: Sendable {
    /// What a row stands for.
    enum Choice: Hashable, Sendable {
        /// One there is, with how many transactions have it.
        case known(String, count: Int64)
        /// What was typed, which is none of them.
        case new(String)
        /// None of one's own: what its maker or a rule says.
        case taken
    }

    /// The one that gets the category.
    let transaction: HistorySignal.Transaction
    var categories: Loadable<[HistorySignal.CategoryCount]> = .loading
    /// Where the name is looked for, or written.
    var search = Form([FormField("category", RecordTexts.category, note: CategoryChoiceTexts.note)])
    var selected = 0
    /// Whether from now on all like it shall have the category.
    var question: Question?
    var isSending = false
    var fault: SceneFault?

    init(_ transaction: HistorySignal.Transaction) { self.transaction = transaction }

    /// What can be chosen: those whose words begin so, then what was typed, then none.
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

    /// The name as it is typed, with single blanks.
    var typed: String { search["category"].split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The chosen row.
    var choice: Choice? { choices.indices.contains(selected) ? choices[selected] : nil }
}
