import Coordination
import Signals

/// Categories and the rules that give them.
enum CategoryCommands {
    private static let accountOfRule: Text =
        "Only to those of this account: its id, your name for it, or the start of its id."

    static let all: [any Command] = [
        SignalCommand(
            HistorySignal.Categories.self, "category list", part: .history,
            examples: [CommandExample("category list", "lists categories and how many transactions each has")],
            present: { answer, page in
                var table = Table([.text("category"), .numbers("transactions")])
                for category in answer.categories {
                    table.add([StyledText(category.category), StyledText(String(category.count))])
                }
                if answer.uncategorized > 0 {
                    table.add([StyledText("(none)", .dim), StyledText(String(answer.uncategorized))])
                }
                page.table(table)
                if answer.categories.isEmpty { page.line("no categories yet; gateway rule add makes a rule for one") }
            }),
        SignalCommand(
            HistorySignal.SetCategory.self, "category set", part: .history, positional: ["id", "category"],
            fields: [
                "id": "The id of the transfer.",
                "category": "The category, whatever others say; without it your assignment is taken back.",
                "account": "Of which account, for a transfer between your own; both unless said otherwise.",
            ],
            accounts: ["account"],
            examples: [
                CommandExample("category set 01j9x3k4m5n6p7q8r9s0t1v2w3 food", "files one transaction under food"),
                CommandExample("category set 01j9x3k4m5n6p7q8r9s0t1v2w3", "takes that back"),
            ],
            present: { answer, page in TransactionTable.present(answer.transactions, totals: [], &page) }),
        SignalCommand(
            HistorySignal.AddRule.self, "rule add", part: .history, positional: ["contains", "category"],
            fields: [
                "contains": "What the description contains; capitals and accents make no difference.",
                "category": "The category it gives.",
                "type": "Only to what came, or only to what went.",
                "account": accountOfRule,
                "position": "Its place, 1 for the first; the last unless said otherwise.",
            ],
            accounts: ["account"],
            extraFlags: [
                FlagShape(
                    "min-amount", field: "minAmount", .decimal,
                    "Only to those of at least this much, in their own currency: 100."),
                FlagShape("max-amount", field: "maxAmount", .decimal, "Only to those of at most this much."),
            ],
            examples: [
                CommandExample("rule add coffee food", "files every coffee under food, past ones too"),
                CommandExample("rule add uber travel --type expense --min-amount 1000", "only the long rides"),
            ],
            notes: [
                "The first rule that fits counts, and only where neither you nor the maker of the transfer said a category.",
                "Rules count at once, for past transactions too.",
            ],
            present: { answer, page in
                present([answer.rule], &page)
                let count = ValueText.count(answer.count, "transaction is", "transactions are")
                page.line(StyledText("\(count) under \(answer.rule.category) now", .dim))
            }),
        SignalCommand(
            HistorySignal.Rules.self, "rule list", part: .history,
            examples: [CommandExample("rule list", "lists rules, in the order they are tried")],
            present: { answer, page in present(answer.rules, &page) }),
        SignalCommand(
            HistorySignal.MoveRule.self, "rule move", part: .history, positional: ["id", "position"],
            fields: ["id": "The id of the rule.", "position": "Its place, 1 for the first."],
            examples: [CommandExample("rule move 5kqj7x9w2m4p 1", "tries that rule before all others")],
            present: { answer, page in present(answer.rules, &page) }),
        SignalCommand(
            HistorySignal.RemoveRule.self, "rule remove", part: .history, positional: ["id"],
            fields: ["id": "The id of the rule."],
            examples: [CommandExample("rule remove 5kqj7x9w2m4p", "removes a rule and the categories it gave")],
            present: { answer, page in present(answer.rules, &page) }),
    ]

    private static func present(_ rules: [HistorySignal.CategoryRule], _ page: inout Page) {
        if rules.isEmpty { page.line("no rules; gateway rule add makes one") }
        var table = Table([
            .numbers("place"), .text("contains"), .words("category"), .words("only"), .numbers("from"), .numbers("to"),
            .words("account"), .words("id"),
        ])
        for (index, rule) in rules.enumerated() {
            table.add([
                rules.count > 1 ? StyledText(String(index + 1)) : "", StyledText(rule.contains),
                StyledText(rule.category, .bold), StyledText(rule.type?.rawValue ?? ""),
                StyledText(rule.minAmount ?? ""), StyledText(rule.maxAmount ?? ""), StyledText(rule.account ?? ""),
                StyledText(rule.id, .dim),
            ])
        }
        page.table(table)
    }
}
