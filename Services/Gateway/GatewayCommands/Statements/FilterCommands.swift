import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// Saved filters, and sums of their results.
enum FilterCommands {
    /// The flags of a filter, the same for every command.
    static let flags = [
        FlagShape(
            "account", .text,
            Text(
                "Only those of this account: its id, your name for it, or the first letters of its id.",
                "Только этого счёта: его id, имя или начало id.")),
        FlagShape(
            "type", .choice(["all", "income", "expense"]),
            Text("Only income, or only expenses.", "Только приход или только расход.")),
        FlagShape(
            "from", .text,
            Text(
                "From this day or moment on: 2026-11-01, 01.11, yesterday, monday or last-month.",
                "С этого дня или мига: 2026-11-01, 01.11, вчера, понедельник или прошлый-месяц.")),
        FlagShape(
            "to", .text,
            Text(
                "To the end of this day or period, or to this moment.",
                "До конца этого дня или срока или до этого мига.")),
        FlagShape(
            "text", .text,
            Text(
                """
                Only those whose description has these words; the last may be a beginning, \"words in quotes\" are \
                adjacent.
                """,
                "Только те, где есть эти слова; последнее может быть началом, \"слова в кавычках\" стоят рядом.")
        ),
        FlagShape(
            "query", .text,
            Text(
                "Only those that these terms find, all of them: 'cat:food amt:>500 date:2026-10.. not:coffee'.",
                "Только то, что подходит под все условия: 'cat:food amt:>500 date:2026-10.. not:кофе'.")),
        // The bounds are texts on the wire, because they have no currency; people write them like amounts.
        FlagShape(
            "min-amount", field: "minAmount", .sum,
            Text(
                "Only those of at least this much, in their own currency: 100.",
                "Только от этой суммы, в своей валюте: 100.")),
        FlagShape(
            "max-amount", field: "maxAmount", .sum,
            Text("Only those of at most this much.", "Только до этой суммы.")),
        FlagShape("category", .text, Text("Only those of this category.", "Только этой категории.")),
        FlagShape(
            "counterparty", .text, placeholder: "ACCOUNT",
            Text(
                "Only those with this account on the other side; outside for the world outside the house.",
                "Только с этим счётом на другой стороне; outside — вне дома.")),
        FlagShape("reversed", .toggle, Text("Only those that were reversed.", "Только возвращённые.")),
        FlagShape("not-reversed", .toggle, Text("Only those that were not reversed.", "Только невозвращённые.")),
        FlagShape(
            "own", .toggle,
            Text(
                "Only transfers between your own accounts, including exchanges.",
                "Только переводы между своими счетами, обмен тоже.")),
        FlagShape(
            "not-own", .toggle,
            Text(
                "Without transfers between your own accounts.", "Без переводов между своими счетами.")),
        FlagShape(
            "undone", .toggle,
            Text(
                "Only reversed transactions and their reversals.", "Только возвращённое и сами возвраты.")),
        FlagShape(
            "not-undone", .toggle,
            Text(
                "Without reversed transactions and their reversals.", "Без возвращённого и без самих возвратов.")),
    ]
    /// The flags that include transactions which sums for people leave out.
    static let counting = [
        FlagShape(
            "with-own", .toggle,
            Text(
                "Include transfers between your own accounts.", "Считать и переводы между своими счетами.")),
        FlagShape(
            "with-undone", .toggle,
            Text(
                "Include reversed transactions and their reversals.", "Считать и возвращённое, и сами возвраты.")),
    ]

    /// Leaves own transfers and reversed transactions out of the sums, because neither is income or expense, unless a
    /// flag or the saved filter includes them.
    static func leaveOutOwnMoves(_ arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        var saved: HistorySignal.SavedFilter?
        if let name = arguments.text("filter") {
            saved = try await scene.client.ask(HistorySignal.Filters()).filters.first { $0.name == name }
        }
        let queries = [arguments.text("query"), saved?.query].compactMap { $0.flatMap { try? QueryTerms($0) } }
        for (field, said) in [("own", saved?.own), ("undone", saved?.undone)]
        where arguments[field] == nil && said == nil && !arguments.isOn("with-\(field)") {
            if queries.contains(where: { $0.mention(field) }) { continue }
            // A filter for reversed transactions means both the transaction and its reversal.
            if field == "undone", arguments["reversed"] != nil || saved?.reversed != nil { continue }
            if field == "undone", queries.contains(where: { $0.mention("reversed") }) { continue }
            arguments[field] = .toggle(false)
        }
    }

    /// Returns the note about what the sums leave out.
    static func leftOut(of arguments: ParsedArguments) -> Text? {
        guard arguments["own"] == nil, arguments["filter"] == nil, !arguments.isOn("not-own"),
            !arguments.isOn("with-own"),
            arguments.text("query").flatMap({ try? QueryTerms($0) })?.mention("own") != true
        else { return nil }
        return Text(
            "without transfers between your own accounts (--with-own counts them)",
            "без переводов между своими счетами (--with-own посчитает и их)")
    }

    /// The flag that names a saved filter.
    static let saved = FlagShape(
        "filter", .text, placeholder: "NAME",
        Text(
            "Only those that this saved filter finds; other flags narrow it.",
            "Только то, что находит этот сохранённый фильтр; другие флаги сужают."))
    /// Fields with an account.
    static let accounts = ["account", "counterparty"]

    /// Combines pairs of flags into the one field that they set.
    @Sendable static func complete(_ arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        for field in ["reversed", "own", "undone"] where arguments.isOn("not-\(field)") {
            arguments[field] = .toggle(false)
        }
        try await CategoryReference.resolve(in: &arguments, scene)
        guard let query = arguments.text("query") else { return }
        let reference = QueryReference {
            try await scene.named.accounts(from: scene.client)
        } categories: {
            try await scene.client.ask(HistorySignal.Categories()).categories.map(\.category)
        }
        arguments["query"] = .text(try await reference.resolve(query))
    }

    static let all: [any Command] = [
        SignalCommand(
            HistorySignal.Summary.self, "history summary", part: .history, positional: ["by"],
            fields: [
                "by": Text("What there is a line for.", "По чему строки."),
                "limit": Text(
                    "How many lines, 1 to 1000; 50 by default.",
                    "Сколько строк, от 1 до 1000; по умолчанию 50."),
                "cursor": Text(
                    "The nextCursor of the previous page.", "nextCursor прежней страницы."),
            ],
            accounts: accounts, extraFlags: flags + counting + [saved],
            examples: [
                CommandExample(
                    "history summary month", Text("income and expense of each month", "приход и расход по месяцам")),
                CommandExample(
                    "history summary category --from 2026-11-01 --type expense",
                    Text("where the money went", "куда ушли деньги")),
                CommandExample(
                    "history summary month --query 'cat:food not:cat:food:restaurants'",
                    Text("what food costs, restaurants left out", "сколько уходит на еду, кроме ресторанов")),
                CommandExample(
                    "history summary month --with-own --with-undone",
                    Text(
                        "all movements: own transfers and reversed ones, on both sides",
                        "всё, что двигалось: и переводы себе, и возвращённое, с обеих сторон")),
            ],
            complete: { arguments, scene in
                try await complete(&arguments, scene)
                try await leaveOutOwnMoves(&arguments, scene)
            },
            preface: leftOut, present: presentSummary),
        SignalCommand(
            HistorySignal.SaveFilter.self, "filter save", part: .history, positional: ["name"],
            fields: [
                "name": Text(
                    "What to call it; a filter that has the name is replaced.",
                    "Как назвать; фильтр с этим именем заменится.")
            ],
            accounts: accounts, extraFlags: flags,
            examples: [
                CommandExample(
                    "filter save coffee --text coffee --type expense",
                    Text("history --filter coffee uses it", "history --filter coffee применит его")),
                CommandExample(
                    "filter save large --query 'type:expense amt:>10000 not:is:own'",
                    Text("a query under a name", "запрос под именем")),
            ],
            complete: complete,
            present: { answer, page in present([answer.filter], &page) }),
        SignalCommand(
            HistorySignal.Filters.self, "filter list", part: .history,
            examples: [CommandExample("filter list", Text("lists saved filters", "перечислит сохранённые фильтры"))],
            present: { answer, page in
                if answer.filters.isEmpty {
                    page.say(
                        "no saved filters; gateway filter save keeps one", "фильтров нет; gateway filter save сохранит")
                }
                present(answer.filters, &page)
            }),
        SignalCommand(
            HistorySignal.RemoveFilter.self, "filter remove", part: .history, positional: ["name"],
            fields: ["name": Text("What it is called.", "Как он называется.")],
            examples: [CommandExample("filter remove coffee", Text("forgets a saved filter", "забудет фильтр"))],
            present: { answer, page in
                page.line(StyledText("removed ", "удалено "), StyledText(answer.filter.name, .bold))
            }),
    ]

    private static func present(_ filters: [HistorySignal.SavedFilter], _ page: inout Page) {
        var table = Table([
            .words(Text("name", "название")), .words(Text("account", "счёт")), .words(Text("type", "вид")),
            .words(Text("from", "с")), .words(Text("to", "по")), .text(Text("text", "текст")),
            .numbers(Text("at least", "от")), .numbers(Text("at most", "до")), .words(Text("category", "категория")),
            .words(Text("other side", "другая сторона")), .words(Text("reversed", "возвращено")),
            .words(Text("own", "свои")), .words(Text("undone", "с возвратом")), .text(Text("query", "запрос")),
        ])
        for filter in filters {
            table.add(
                [
                    StyledText(filter.name, .bold), StyledText(filter.account.map { AccountName.of($0) } ?? ""),
                    filter.type.map { StyledText(StatusText.of($0)) } ?? .blank,
                    StyledText(filter.from.map { ValueText.day($0) } ?? ""),
                    StyledText(filter.to.map { ValueText.day($0) } ?? ""),
                    StyledText(filter.text ?? ""), StyledText(filter.minAmount ?? ""),
                    StyledText(filter.maxAmount ?? ""),
                    StyledText(filter.category.map { CategoryText.of($0) } ?? .blank),
                    StyledText(filter.counterparty.map { AccountName.of($0) } ?? ""),
                    yesOrNo(filter.reversed), yesOrNo(filter.own), yesOrNo(filter.undone),
                    StyledText(filter.query ?? ""),
                ])
        }
        page.table(table)
    }

    private static func yesOrNo(_ value: Bool?) -> StyledText {
        value.map { $0 ? StyledText("yes", "да") : StyledText("no", "нет") } ?? .blank
    }

    /// Returns the grouping of the rows, derived from the rows themselves.
    private static func group(of rows: [HistorySignal.SummaryRow]) -> HistorySignal.SummaryGroup {
        if rows.contains(where: { $0.name != nil }) { return .account }
        let keys = rows.compactMap(\.key)
        if keys.isEmpty { return .category }
        if keys.allSatisfy({ CalendarDay($0) != nil }) { return .day }
        return keys.allSatisfy { CalendarDay($0 + "-01") != nil } ? .month : .category
    }

    private static func name(
        of row: HistorySignal.SummaryRow, _ key: String, _ group: HistorySignal.SummaryGroup
    ) -> Text {
        switch group {
        case .day: CalendarDay(key).map { Text.day($0) } ?? Text(verbatim: key)
        case .category: CategoryText.of(key)
        case .month: Text(verbatim: key)
        case .account: Text(verbatim: row.name ?? key)
        }
    }

    @Sendable private static func presentSummary(_ answer: HistorySignal.SummaryPage, _ page: inout Page) {
        if answer.rows.isEmpty { page.say("nothing found", "ничего не найдено") }
        let group = group(of: answer.rows)
        var table = Table([
            .text(StatusText.of(group)), .numbers(Text("income", "приход")), .numbers(Text("expense", "расход")),
            .numbers(Text("transactions", "операций")), .words(Text(verbatim: "id")),
        ])
        for row in answer.rows {
            table.add([
                row.key.map { StyledText(name(of: row, $0, group)) } ?? StyledText("(none)", "(нет)", .dim),
                row.income.minorUnits == 0 ? .blank : StyledText(ValueText.money(row.income), .green),
                row.expense.minorUnits == 0 ? .blank : StyledText(ValueText.money(row.expense)),
                StyledText(String(row.count)), group == .account ? StyledText(row.key ?? "", .dim) : .blank,
            ])
        }
        page.table(table)
        if let cursor = answer.nextCursor {
            page.line(StyledText("there is more: --cursor \(cursor)", "есть ещё: --cursor \(cursor)", .dim))
        }
    }
}
