import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway accounts`: the balance of each account, and the total.
struct AccountsCommand: Command {
    let words = ["accounts"]
    let part = CommandPart.money
    let summary = SignalSummary.text(of: LedgerSignal.Accounts.self)
    var examples: [CommandExample] {
        [
            CommandExample(
                "accounts",
                Text("lists your accounts and their total", "перечислит счета и сколько всего")),
            CommandExample(
                "accounts --in USD", Text("shows the total in dollars", "посчитает всё в долларах")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                The total is in the most frequent currency, by the rates of gateway rate list; currencies without a \
                rate are named.
                """,
                "Всё вместе считается в самой частой валюте по курсам из gateway rate list; валюта без курса названа."),
            Text(
                "Frozen accounts are included, negative balances are subtracted, closed accounts are empty.",
                "Замороженные счета входят в сумму, счета ниже нуля её уменьшают, на закрытых ничего нет."),
        ]
    }
    var flags: [FlagShape] {
        [
            FlagShape(
                "in", .currency,
                Text(
                    "The currency of the total; by default the most frequent one.",
                    "В какой валюте общая сумма; по умолчанию в самой частой.")),
            GlobalFlags.watch,
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let answer = try await scene.client.ask(
            LedgerSignal.Accounts.self, parameters: try JSONEncoding.encode(LedgerSignal.Accounts()))
        guard !scene.isJSON, !scene.isJSONLines else {
            scene.show(answer) { Page() }
            return .done
        }
        let accounts = try scene.client.decode(LedgerSignal.AccountList.self, from: answer).accounts
        var wanted: Currency?
        if case .currency(let said) = scene.arguments["in"] { wanted = said }
        let currencies = Set(accounts.filter { $0.status != .closed }.map(\.currency)).union(wanted.map { [$0] } ?? [])
        // A single currency needs no rate, and the balances are shown even without rates.
        var rates: [LedgerSignal.Rate]? = []
        if currencies.count > 1 { rates = try? await scene.client.ask(LedgerSignal.Rates()).rates }
        scene.show(answer) {
            var page = Page()
            if accounts.isEmpty {
                page.say(
                    "no accounts yet; gateway account open RUB opens one",
                    "счетов ещё нет; gateway account open RUB откроет")
            }
            let totals = MoneyTotals(of: accounts, rates: rates ?? [], in: wanted)
            MoneyCommands.present(accounts, totals, areRatesKnown: rates != nil, &page)
            return page
        }
        return .done
    }
}
