import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// The history of transactions.
enum HistoryCommands {
    static let all: [any Command] = [
        HistoryCommand(),
        SignalCommand(
            HistorySignal.GetTransaction.self, "history show", part: .history, positional: ["id"],
            fields: [
                "id": Text("The id of the transfer, such as t01k0vt04h70s.", "Id перевода, например t01k0vt04h70s.")
            ],
            examples: [
                CommandExample(
                    "history show t01k0vt04h70s", Text("shows one transaction", "покажет одну операцию"))
            ],
            present: { answer, page in
                TransactionTable.present(
                    [answer.transaction] + (answer.counterpart.map { [$0] } ?? []), totals: [], &page)
            }),
        SignalCommand(
            HistorySignal.Rebuild.self, "history rebuild", part: .house,
            examples: [
                CommandExample(
                    "history rebuild --timeout 10m",
                    Text("reads every event again; the result is the same", "перечитает все события; итог тот же"))
            ],
            present: { answer, page in
                page.facts([
                    (Text("events", "событий"), StyledText(String(answer.events))),
                    (Text("transactions", "операций"), StyledText(String(answer.transactions))),
                ])
            }),
    ]
}

/// Lists transactions, one page or all of them.
private struct HistoryCommand: Command {
    let words = ["history"]
    let part = CommandPart.history
    let positional = ["account"]
    let summary = SignalSummary.text(of: HistorySignal.Transactions.self)
    var examples: [CommandExample] {
        [
            CommandExample("history", Text("the newest fifty", "последние пятьдесят")),
            CommandExample("history main", Text("those of main alone", "только по main")),
            CommandExample(
                "history --type expense --from 2026-11-01 --to 2026-11-30",
                Text("the expenses of November", "что ушло в ноябре")),
            CommandExample(
                "history --from last-month --to last-month", Text("all of the last month", "весь прошлый месяц")),
            CommandExample(
                "history main --text coffee --all",
                Text("every coffee paid from main", "каждый кофе, оплаченный с main")),
            CommandExample(
                "history --query 'cat:food amt:>500 date:2026-10.. not:coffee'",
                Text(
                    "food for more than 500 since October, coffee left out", "еда дороже 500 с октября, кроме кофе")),
            CommandExample(
                "history --filter coffee --min-amount 5",
                Text(
                    "the matches of a saved filter, 5 or more", "что находит сохранённый фильтр, от 5 и больше")
            ),
            CommandExample(
                "history main --chart balance",
                Text("the balance of main, day by day", "сколько было на main день за днём")),
            CommandExample(
                "history --chart spending --from 2026-11-01 --png november.png",
                Text("where the money went, as a picture", "куда ушли деньги, картинкой")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Totals cover all matches of the filter, not only the page that is shown.",
                "Итоги — по всему, что нашёл фильтр, а не по показанной странице."),
            Text(
                """
                They leave out transfers between your own accounts and reversed transactions: --with-own and \
                --with-undone include them.
                """,
                "Без переводов между своими счетами и без возвращённого; посчитают их --with-own и --with-undone."
            ),
            Text(
                """
                --query takes terms with a space between: cat:food (and food:restaurants, cat:none for none), amt:500, \
                amt:>500, amt:500..1000, date:2026, date:2026-10.., date:2026-10-01..2026-10-15, acct: and with: (an \
                account, or outside), type:income, cur:USD, is:own, is:reversed, is:undone. Other words are those of \
                the description. not: or - before a term leaves out what the term finds. Quotes keep spaces \
                together: cat:"dining out". A query that begins with - needs a =: --query=-coffee.
                """,
                """
                --query — условия через пробел: cat:food (и food:restaurants, cat:none — без категории), amt:500, \
                amt:>500, amt:500..1000, date:2026, date:2026-10.., date:2026-10-01..2026-10-15, acct: и with: (счёт \
                или outside), type:income, cur:USD, is:own, is:reversed, is:undone. Прочие слова — из описания. not: \
                или - перед условием убирает то, что оно находит. Пробелы внутри — в кавычках: cat:"вне дома". Запрос, \
                который начинается с -, пишется через =: --query=-кофе.
                """),
        ] + ChartOutput.notes
    }

    var flags: [FlagShape] {
        FilterCommands.flags + [
            FilterCommands.saved,
            FlagShape(
                "limit", .number,
                Text("How many, 1 to 1000; 50 by default.", "Сколько, от 1 до 1000; по умолчанию 50.")),
            FlagShape(
                "cursor", .text,
                Text("The nextCursor of the previous page.", "nextCursor прежней страницы.")),
            FlagShape("all", .toggle, Text("All pages, not only the first.", "Все страницы, а не только первая.")),
        ] + HistoryChart.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        try await FilterCommands.complete(&arguments, scene)
        try await AccountReference.resolve(FilterCommands.accounts, in: &arguments, scene)
        if let chart = try HistoryChart.kind(arguments) { return try await HistoryChart.run(chart, arguments, scene) }
        let (answer, page) = try await firstPage(arguments, scene)
        guard arguments.isOn("all"), page.nextCursor != nil else {
            let shown = scene.isJSON ? page : try await counting(page, arguments, scene)
            await scene.showNamingAccounts(answer) { Self.page(of: shown) }
            return .done
        }
        let whole = try await rest(after: page, arguments, scene)
        let shown = scene.isJSON ? whole : try await counting(whole, arguments, scene)
        await scene.showNamingAccounts(try JSONEncoding.encode(whole)) { Self.page(of: shown) }
        return .done
    }

    /// Returns the page with the totals of income and expenses.
    private func counting(
        _ page: HistorySignal.TransactionPage, _ arguments: ParsedArguments, _ scene: CommandScene
    ) async throws -> HistorySignal.TransactionPage {
        guard !page.totals.isEmpty else { return page }
        var counted = arguments
        try await FilterCommands.leaveOutOwnMoves(&counted, scene)
        guard ["own", "undone"].contains(where: { counted[$0] != nil && arguments[$0] == nil }) else { return page }
        counted["limit"] = .number(1)
        counted["cursor"] = nil
        return HistorySignal.TransactionPage(
            transactions: page.transactions, nextCursor: page.nextCursor,
            totals: try await firstPage(counted, scene).1.totals)
    }

    private func firstPage(
        _ arguments: ParsedArguments, _ scene: CommandScene
    ) async throws -> ([UInt8], HistorySignal.TransactionPage) {
        let parameters = SignalFlags.parameters(of: HistorySignal.Transactions.self, arguments)
        let answer = try await scene.client.ask(HistorySignal.Transactions.self, parameters: parameters)
        return (answer, try scene.client.decode(HistorySignal.TransactionPage.self, from: answer))
    }

    /// Returns the page and all following pages as one.
    private func rest(
        after first: HistorySignal.TransactionPage, _ arguments: ParsedArguments, _ scene: CommandScene
    ) async throws -> HistorySignal.TransactionPage {
        var arguments = arguments
        if arguments["limit"] == nil { arguments["limit"] = .number(1000) }
        var transactions = first.transactions
        var cursor = first.nextCursor
        while let next = cursor {
            arguments["cursor"] = .text(next)
            let page = try await firstPage(arguments, scene).1
            transactions += page.transactions
            cursor = page.nextCursor
        }
        return HistorySignal.TransactionPage(transactions: transactions, totals: first.totals)
    }

    private static func page(of answer: HistorySignal.TransactionPage) -> Page {
        var page = Page()
        if answer.transactions.isEmpty { page.say("nothing found", "ничего не найдено") }
        TransactionTable.present(answer.transactions, totals: answer.totals, &page)
        if answer.nextCursor != nil {
            page.line(StyledText("there is more: --all shows it", "есть ещё: --all покажет", .dim))
        }
        return page
    }
}

/// The table of transactions.
enum TransactionTable {
    static func present(
        _ transactions: [HistorySignal.Transaction], totals: [HistorySignal.Total], _ page: inout Page
    ) {
        let what = Text("description", "за что")
        var table = Table([
            .words(Text.byClock("date", "дата")).short(Text("date", "дата")).ranked(2),
            .numbers(Text("amount", "сумма")).ranked(1), .numbers(Text("balance", "остаток")).ranked(6),
            .words(Text("account", "счёт")).ranked(5),
            .words(Text("other side", "другая сторона")).ranked(7).standingIn(for: what),
            .words(Text("category", "категория")).ranked(8), .text(what).ranked(3),
            .words(Text("taken back", "возвращено")).ranked(9), .words(Text(verbatim: "id")).ranked(4),
        ])
        for transaction in transactions {
            let isIncome = transaction.type == .income
            let change = Money(
                minorUnits: isIncome ? transaction.amount.minorUnits : -transaction.amount.minorUnits,
                currency: transaction.amount.currency)
            table.add([
                StyledText(ValueText.time(transaction.date)),
                StyledText(ValueText.money(change, isSigned: true), isIncome ? .green : .plain),
                StyledText(ValueText.money(transaction.balanceAfter)), StyledText(AccountName.of(transaction.account)),
                StyledText(
                    transaction.otherSide.map { AccountName.of($0, in: transaction.id) } ?? ""),
                StyledText(transaction.category.map { CategoryText.of($0) } ?? .blank),
                StyledText(BookText.description(transaction.description)),
                StyledText(
                    transaction.reversedBy.map { "\(Text("by \($0)", "через \($0)"))" } ?? transaction.reverses.map {
                        "\(Text("takes back \($0)", "возвращает \($0)"))"
                    } ?? ""),
                StyledText(transaction.id, .dim),
            ])
        }
        page.table(table)
        for total in totals {
            page.line(
                StyledText("total  ", "итого  ", .dim),
                StyledText("\(Text("income ", "приход "))" + ValueText.money(total.income), .green),
                StyledText("\(Text("  expense ", "  расход "))" + ValueText.money(total.expense)))
        }
    }
}
