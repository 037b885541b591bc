import Coordination
import Domain
import Drawing
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway history --chart`: the balance over time, or the spending by category, for all transactions that match the
/// filter.
enum HistoryChart {
    /// The kind of chart.
    enum Kind: String, CaseIterable {
        /// The balance at the end of each day.
        case balance
        /// A bar for each category.
        case spending
    }

    /// The flags in addition to those of the filter.
    static let flags =
        [
            FlagShape(
                "chart", .choice(Kind.allCases.map(\.rawValue)),
                Text(
                    "Draw the balance over time, or spending by category.",
                    "Нарисовать остаток по времени или расходы по категориям."))
        ] + FilterCommands.counting + [
            FlagShape(
                "currency", .currency,
                Text(
                    "Draw only this currency; needed where there are several.",
                    "Рисовать только эту валюту; нужна, если их несколько."))
        ] + ChartOutput.flags

    /// The maximum number of days, about five hundred years; older days are not drawn.
    private static let mostDays = 182_500
    /// The maximum number of bars; further categories become one bar.
    private static let mostBars = 14

    /// Returns the requested kind of chart; nil for a list.
    static func kind(_ arguments: ParsedArguments) throws(UsageError) -> Kind? {
        let said = arguments.text("chart").flatMap { Kind(rawValue: $0) }
        guard let kind = said ?? (ChartOutput.isAsked(arguments) ? .balance : nil) else {
            guard arguments["currency"] == nil else {
                throw UsageError(
                    Text("--currency goes with --chart.", "--currency идёт вместе с --chart."), field: "currency")
            }
            return nil
        }
        for field in ["limit", "cursor", "all"] where arguments[field] != nil {
            throw UsageError(
                Text(
                    "A chart is of all that is found: --\(field) does not go with it.",
                    "График — обо всём найденном: --\(field) с ним не идёт."), field: field)
        }
        return kind
    }

    /// Draws the transactions that match `arguments`.
    static func run(_ kind: Kind, _ arguments: ParsedArguments, _ scene: CommandScene) async throws -> GatewayExitCode {
        switch kind {
        case .balance: try await balance(arguments, scene)
        case .spending: try await spending(arguments, scene)
        }
    }

    // MARK: Balance

    private struct BalanceAnswer: Codable {
        struct Day: Codable {
            let date: String
            let balance: Money
        }

        let currency: Currency
        let points: [Day]
    }

    private static func balance(_ arguments: ParsedArguments, _ scene: CommandScene) async throws -> GatewayExitCode {
        // A balance is the sum of everything since the first day. So only the end is sent, and the beginning is cut off
        // afterwards.
        var asked = arguments
        asked["from"] = nil
        asked["by"] = .text(HistorySignal.SummaryGroup.day.rawValue)
        let rows = try await rows(asked, scene)
        let currency = try currency(of: rows, arguments)
        var changes: [CalendarDay: Int64] = [:]
        for row in rows where row.currency == currency {
            guard let day = row.key.flatMap({ CalendarDay($0) }) else { continue }
            changes[day] = row.income.minorUnits.subtractingReportingOverflow(row.expense.minorUnits).partialValue
        }
        let today = scene.house.clock.now().localDay
        let end = max(day("to", arguments) ?? today, changes.keys.max() ?? today)
        let from = day("from", arguments) ?? changes.keys.min() ?? end
        let start = max(from, end.adding(days: -mostDays))
        var sum: Int64 = 0
        for (day, change) in changes where day < start { sum = sum.addingReportingOverflow(change).partialValue }
        var days: [BalanceAnswer.Day] = []
        var points: [Point] = []
        for number in start.daysSince1970...max(start.daysSince1970, end.daysSince1970) where !rows.isEmpty {
            let day = CalendarDay(daysSince1970: number)
            sum = sum.addingReportingOverflow(changes[day] ?? 0).partialValue
            days.append(
                BalanceAnswer.Day(date: day.description, balance: Money(minorUnits: sum, currency: currency)))
            points.append(Point(at: day.startInUTC, units(sum, currency)))
        }
        let answer = try JSONEncoding.encode(BalanceAnswer(currency: currency, points: days))
        let isWhole = [
            "type", "text", "minAmount", "maxAmount", "category", "counterparty", "reversed", "own", "undone", "filter",
            "query",
        ].allSatisfy { arguments[$0] == nil }
        return try ChartOutput.show(answer, scene) {
            Chart(
                title: title(
                    isWhole ? Text("Balance", "Остаток") : Text("Sum of what was found", "Сумма найденного"),
                    scene.arguments),
                subtitle: "\(Text.byClock("at the end of each day", "на конец каждого дня"))",
                series: [Series("\(SharedTexts.line)", .area(points))],
                horizontal: .time, measure: "\(isWhole ? ChartTexts.balance : ChartTexts.sum)",
                unit: "\(Text.unit(currency))")
        }
    }

    // MARK: Spending

    private struct SpendingAnswer: Codable {
        struct Bar: Codable {
            let category: String?
            let amount: Money
        }

        let currency: Currency
        let type: HistorySignal.TransactionType
        let rows: [Bar]
    }

    private static func spending(
        _ arguments: ParsedArguments, _ scene: CommandScene
    ) async throws -> GatewayExitCode {
        var asked = arguments
        let isIncome = arguments.text("type") == HistorySignal.TransactionType.income.rawValue
        asked["type"] = .text(isIncome ? "income" : "expense")
        asked["by"] = .text(HistorySignal.SummaryGroup.category.rawValue)
        try await FilterCommands.leaveOutOwnMoves(&asked, scene)
        let rows = try await rows(asked, scene)
        let currency = try currency(of: rows, arguments)
        let bars = rows.filter { $0.currency == currency }
            .map { SpendingAnswer.Bar(category: $0.key, amount: isIncome ? $0.income : $0.expense) }
            .sorted { $0.amount.minorUnits > $1.amount.minorUnits }
        let answer = try JSONEncoding.encode(
            SpendingAnswer(currency: currency, type: isIncome ? .income : .expense, rows: bars))
        return try ChartOutput.show(answer, scene) {
            let none = "\(Text("(none)", "(нет)"))"
            var named = bars.prefix(mostBars).map {
                ($0.category.map { "\(CategoryText.of($0))" } ?? none, units($0.amount.minorUnits, currency))
            }
            let others = bars.dropFirst(mostBars)
            if !others.isEmpty {
                let sum = others.reduce(0.0) { $0 + units($1.amount.minorUnits, currency) }
                let rest = others.count
                named.append(
                    ("\(Text("\(rest, "other", "others")", "\(rest, "другая", "другие", "других")"))", sum))
            }
            let from = arguments.text("from").map { Text("from \($0)", "с \(ValueText.day($0, in: .russian))") }
            let to = arguments.text("to").map { Text("to \($0)", "по \(ValueText.day($0, in: .russian))") }
            let days = [from, to].compactMap { $0 }.joined(separator: " ").description
            let own = FilterCommands.leftOut(of: scene.arguments).map { _ in
                "\(Text("without transfers to yourself", "без переводов себе"))"
            }
            let parts = [days.isEmpty ? nil : days, own].compactMap { $0 }
            return Chart(
                title: title(
                    isIncome
                        ? Text("Income by category", "Приход по категориям")
                        : Text("Spending by category", "Расход по категориям"), scene.arguments),
                subtitle: parts.isEmpty ? nil : parts.joined(separator: ", "),
                series: [
                    Series(
                        "\(isIncome ? Text("income", "приход") : Text("spending", "расход"))",
                        .bars(named.enumerated().map { Point(Double($0.offset), $0.element.1) }))
                ], horizontal: .names(named.map(\.0)), measure: "\(ChartTexts.sum)", unit: "\(Text.unit(currency))")
        }
    }

    // MARK: Common parts

    /// Returns all rows of a summary.
    private static func rows(
        _ arguments: ParsedArguments, _ scene: CommandScene
    ) async throws -> [HistorySignal.SummaryRow] {
        var arguments = arguments
        arguments["limit"] = .number(1000)
        var rows: [HistorySignal.SummaryRow] = []
        while true {
            let parameters = SignalFlags.parameters(of: HistorySignal.Summary.self, arguments)
            let answer = try await scene.client.ask(HistorySignal.Summary.self, parameters: parameters)
            let page = try scene.client.decode(HistorySignal.SummaryPage.self, from: answer)
            rows += page.rows
            guard let next = page.nextCursor else { return rows }
            arguments["cursor"] = .text(next)
        }
    }

    /// Returns the currency of the chart: one axis cannot show two.
    private static func currency(
        of rows: [HistorySignal.SummaryRow], _ arguments: ParsedArguments
    ) throws -> Currency {
        let there = Set(rows.map(\.currency)).sorted { $0.code < $1.code }
        if case .currency(let said)? = arguments["currency"] {
            guard there.contains(said) else {
                throw Fault(
                    .notFound, "\(Text("Nothing was found in \(said.code).", "В \(said.code) ничего не найдено."))")
            }
            return said
        }
        guard let only = there.first else {
            throw Fault(
                .notFound,
                "\(Text("Nothing was found, so there is nothing to draw.", "Ничего не найдено, рисовать нечего."))")
        }
        guard there.count == 1 else {
            throw UsageError(
                Text(
                    "There is money in \(there.map(\.code).joined(separator: ", ")).",
                    "Деньги есть в \(there.map(\.code).joined(separator: ", "))."),
                hint: Text("say which: --currency \(only.code)", "укажите какая: --currency \(only.code)"),
                field: "currency")
        }
        return only
    }

    /// Returns the day of a bound, which may be a moment.
    private static func day(_ field: String, _ arguments: ParsedArguments) -> CalendarDay? {
        arguments.text(field).flatMap { CalendarDay($0) ?? Instant($0)?.localDay }
    }

    private static func units(_ minorUnits: Int64, _ currency: Currency) -> Double {
        Double(minorUnits) / Double(currency.minorUnitsPerUnit)
    }

    /// Returns the title, with the account if one is given.
    private static func title(_ what: Text, _ arguments: ParsedArguments) -> String {
        guard let account = arguments.text("account") else { return "\(what)" }
        return "\(Text("\(what) of \(account)", "\(what) на \(account)"))"
    }
}
