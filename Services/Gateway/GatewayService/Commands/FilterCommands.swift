import Coordination
import Domain
import Signals

/// Filters kept under names, and sums of what they find.
enum FilterCommands {
    /// The flags of a filter, the same wherever one is asked for.
    static let flags = [
        FlagShape(
            "account", .text, "Only those of this account: its id, your name for it, or the first letters of its id."),
        FlagShape("type", .choice(["all", "income", "expense"]), "Only what came, or only what went."),
        FlagShape("from", .text, "From this day (UTC) or moment on: 2026-11-01."),
        FlagShape("to", .text, "To the end of this day (UTC), or to this moment."),
        FlagShape(
            "text", .text,
            "Only those whose description has these words; the last may be the start of one, \"words in quotes\" stand together."
        ),
        // The bounds are texts on the wire, because they have no currency; people write them like amounts.
        FlagShape(
            "min-amount", field: "minAmount", .decimal, "Only those of at least this much, in their own currency: 100."),
        FlagShape("max-amount", field: "maxAmount", .decimal, "Only those of at most this much."),
        FlagShape("category", .text, "Only those of this category."),
        FlagShape(
            "counterparty", .text, placeholder: "ACCOUNT",
            "Only those with this account on the other side; outside for the world outside the books."),
        FlagShape("reversed", .toggle, "Only those that were taken back."),
        FlagShape("not-reversed", .toggle, "Only those that were not taken back."),
    ]
    /// The flag that names a saved filter.
    static let saved = FlagShape(
        "filter", .text, placeholder: "NAME", "Only those that this saved filter finds; other flags narrow it.")
    /// Fields that name an account.
    static let accounts = ["account", "counterparty"]

    /// Puts what two flags say into the one field they are about.
    @Sendable static func complete(_ arguments: inout ParsedArguments) {
        if arguments.isOn("not-reversed") { arguments["reversed"] = .toggle(false) }
    }

    static let all: [any Command] = [
        SignalCommand(
            HistorySignal.Summary.self, "history summary", part: .history, positional: ["by"],
            fields: [
                "by": "What there is a line for.",
                "limit": "How many lines, 1 to 1000; 50 unless said otherwise.",
                "cursor": "Where the page before ended: its nextCursor.",
            ],
            accounts: accounts, extraFlags: flags + [saved],
            examples: [
                CommandExample("history summary month", "income and expense of each month"),
                CommandExample("history summary category --from 2026-11-01 --type expense", "where the money went"),
            ],
            complete: { arguments, _ in complete(&arguments) },
            present: presentSummary),
        SignalCommand(
            HistorySignal.SaveFilter.self, "filter save", part: .history, positional: ["name"],
            fields: ["name": "What to call it; a filter that has the name is replaced."],
            accounts: accounts, extraFlags: flags,
            examples: [
                CommandExample("filter save coffee --text coffee --type expense", "history --filter coffee uses it")
            ],
            complete: { arguments, _ in complete(&arguments) },
            present: { answer, page in present([answer.filter], &page) }),
        SignalCommand(
            HistorySignal.Filters.self, "filter list", part: .history,
            examples: [CommandExample("filter list", "lists saved filters")],
            present: { answer, page in
                if answer.filters.isEmpty { page.line("no saved filters; gateway filter save keeps one") }
                present(answer.filters, &page)
            }),
        SignalCommand(
            HistorySignal.RemoveFilter.self, "filter remove", part: .history, positional: ["name"],
            fields: ["name": "What it is called."],
            examples: [CommandExample("filter remove coffee", "forgets a saved filter")],
            present: { answer, page in page.line("removed ", StyledText(answer.filter.name, .bold)) }),
    ]

    private static func present(_ filters: [HistorySignal.SavedFilter], _ page: inout Page) {
        var table = Table([
            .words("name"), .words("account"), .words("type"), .words("from"), .words("to"), .text("text"),
            .numbers("at least"), .numbers("at most"), .words("category"), .words("other side"), .words("reversed"),
        ])
        for filter in filters {
            table.add(
                [
                    StyledText(filter.name, .bold), StyledText(filter.account ?? ""),
                    StyledText(filter.type?.rawValue ?? ""), StyledText(filter.from ?? ""), StyledText(filter.to ?? ""),
                    StyledText(filter.text ?? ""), StyledText(filter.minAmount ?? ""),
                    StyledText(filter.maxAmount ?? ""), StyledText(filter.category ?? ""),
                    StyledText(filter.counterparty ?? ""),
                    StyledText(filter.reversed.map { $0 ? "yes" : "no" } ?? ""),
                ])
        }
        page.table(table)
    }

    @Sendable private static func presentSummary(_ answer: HistorySignal.SummaryPage, _ page: inout Page) {
        if answer.rows.isEmpty { page.line("nothing found") }
        var table = Table([
            .text("of"), .words("name"), .numbers("income"), .numbers("expense"), .numbers("transactions"),
        ])
        for row in answer.rows {
            table.add([
                row.key.map { StyledText($0) } ?? StyledText("(none)", .dim), StyledText(row.name ?? ""),
                row.income.minorUnits == 0 ? "" : StyledText(ValueText.money(row.income), .green),
                row.expense.minorUnits == 0 ? "" : StyledText(ValueText.money(row.expense)),
                StyledText(String(row.count)),
            ])
        }
        page.table(table)
        if let cursor = answer.nextCursor { page.line(StyledText("there is more: --cursor \(cursor)", .dim)) }
    }
}
