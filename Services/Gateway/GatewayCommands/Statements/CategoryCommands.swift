import Coordination
import GatewayCommandLine
import GatewayWords
import Signals

/// Categories, and the rules that assign them.
enum CategoryCommands {
    private static let accountOfRule: Text =
        Text(
            "Only to those of this account: its id, your name for it, or the start of its id.",
            "Только для этого счёта: его id, имя или начало id.")

    static let all: [any Command] = [
        SignalCommand(
            HistorySignal.Categories.self, "category list", part: .history,
            examples: [
                CommandExample(
                    "category list",
                    Text("lists categories and how many transactions each has", "перечислит категории и число операций")
                )
            ],
            present: { answer, page in
                var table = Table([.text(Text("category", "категория")), .numbers(Text("transactions", "операций"))])
                for category in answer.categories {
                    table.add([StyledText(CategoryText.of(category.category)), StyledText(String(category.count))])
                }
                if answer.uncategorized > 0 {
                    table.add([
                        StyledText("(none)", "(нет)", .dim), StyledText(String(answer.uncategorized)),
                    ])
                }
                page.table(table)
                if answer.categories.isEmpty {
                    page.say(
                        "no categories yet; gateway rule add makes a rule for one",
                        "категорий ещё нет; gateway rule add сделает правило")
                }
            }),
        SignalCommand(
            HistorySignal.SetCategory.self, "category set", part: .history, positional: ["id", "category"],
            fields: [
                "id": Text("The id of the transfer.", "Id перевода."),
                "category": Text(
                    "The category, which overrides all others; without it your assignment is removed.",
                    "Категория, что бы ни говорили другие; без неё ваше решение отменяется."),
                "account": Text(
                    "The account, for a transfer between your own; both by default.",
                    "Какого счёта, если перевод между своими; по умолчанию обоих."),
            ],
            accounts: ["account"], extraFlags: [CategoryReference.asTyped],
            examples: [
                CommandExample(
                    "category set t01k0vt04h70s food",
                    Text("files one transaction under food", "отнесёт операцию к food")),
                CommandExample("category set t01k0vt04h70s", Text("takes that back", "отменит это")),
            ],
            complete: CategoryReference.settle,
            present: { answer, page in TransactionTable.present(answer.transactions, totals: [], &page) }),
        SignalCommand(
            HistorySignal.AddRule.self, "rule add", part: .history, positional: ["contains", "category"],
            fields: [
                "contains": Text(
                    "The text that the description contains; case and accents do not matter.",
                    "Что есть в описании; заглавные и ударения не важны."),
                "category": Text("The category it gives.", "Какую категорию даёт."),
                "type": Text("Only to income, or only to expenses.", "Только для прихода или только для расхода."),
                "account": accountOfRule,
                "position": Text(
                    "Its place, 1 for the first; the last by default.",
                    "Его место, 1 — первое; по умолчанию последнее."),
            ],
            accounts: ["account"],
            extraFlags: [
                FlagShape(
                    "min-amount", field: "minAmount", .decimal,
                    Text(
                        "Only to those of at least this much, in their own currency: 100.",
                        "Только от этой суммы, в своей валюте: 100.")),
                FlagShape(
                    "max-amount", field: "maxAmount", .decimal,
                    Text("Only to those of at most this much.", "Только до этой суммы.")),
                CategoryReference.asTyped,
            ],
            examples: [
                CommandExample(
                    "rule add coffee food",
                    Text("files every coffee under food, past ones too", "отнесёт весь кофе к food, и прошлый")),
                CommandExample(
                    "rule add uber travel --type expense --min-amount 1000",
                    Text("only the long rides", "только дальние поездки")),
            ],
            notes: [
                Text(
                    """
                    The first matching rule counts, and only if neither you nor the sender of the transfer gave a \
                    category.
                    """,
                    "Действует первое подходящее правило, и только если ни вы, ни отправитель не указали категорию."),
                Text(
                    "Rules apply at once, to past transactions, too.",
                    "Правила действуют сразу, и для прошлых операций."),
            ],
            complete: CategoryReference.settle,
            present: { answer, page in
                present([answer.rule], &page)
                let category = CategoryText.of(answer.rule.category)
                page.say(
                    "\(answer.count, "transaction is", "transactions are") under \(category) now",
                    "теперь в \(category): \(answer.count, "операция", "операции", "операций")", .dim)
            }),
        SignalCommand(
            HistorySignal.Rules.self, "rule list", part: .history,
            examples: [
                CommandExample(
                    "rule list", Text("lists rules, in the order they are tried", "перечислит правила по порядку"))
            ],
            present: { answer, page in present(answer.rules, &page) }),
        SignalCommand(
            HistorySignal.MoveRule.self, "rule move", part: .history, positional: ["id", "position"],
            fields: [
                "id": Text("The id of the rule.", "Id правила."),
                "position": Text("Its place, 1 for the first.", "Его место, 1 — первое."),
            ],
            examples: [
                CommandExample(
                    "rule move 5kqj7x9w2m4p 1",
                    Text("tries that rule before all others", "применит это правило прежде других"))
            ],
            present: { answer, page in present(answer.rules, &page) }),
        SignalCommand(
            HistorySignal.RemoveRule.self, "rule remove", part: .history, positional: ["id"],
            fields: ["id": Text("The id of the rule.", "Id правила.")],
            examples: [
                CommandExample(
                    "rule remove 5kqj7x9w2m4p",
                    Text("removes a rule and the categories it gave", "удалит правило и данные им категории"))
            ],
            present: { answer, page in present(answer.rules, &page) }),
    ]

    private static func present(_ rules: [HistorySignal.CategoryRule], _ page: inout Page) {
        if rules.isEmpty { page.say("no rules; gateway rule add makes one", "правил нет; gateway rule add сделает") }
        var table = Table([
            .numbers(Text("place", "место")), .text(Text("contains", "содержит")),
            .words(Text("category", "категория")), .words(Text("only", "только")), .numbers(Text("from", "от")),
            .numbers(Text("to", "до")),
            .words(Text("account", "счёт")), .ids(Text(verbatim: "id")),
        ])
        for (index, rule) in rules.enumerated() {
            table.add([
                rules.count > 1 ? StyledText(String(index + 1)) : .blank, StyledText(rule.contains),
                StyledText(CategoryText.of(rule.category), .bold),
                rule.type.map { StyledText(StatusText.of($0)) } ?? .blank,
                StyledText(rule.minAmount ?? ""), StyledText(rule.maxAmount ?? ""),
                StyledText(rule.account.map { AccountName.of($0) } ?? ""),
                StyledText(rule.id, .dim),
            ])
        }
        page.table(table)
    }
}
