import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayCare
@testable import GatewayCommands
@testable import GatewaySession
@testable import GatewayWords

/// The gateway's Russian texts, character by character.
@Suite struct RussianTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        fixture.services.answer("ledger.transfer", json: GatewayFixture.transfer)
        fixture.services.answer(
            "history.transactions",
            json: """
                {"transactions":[{"id":"t2","type":"expense","amount":{"amount":"500.00","currency":"RUB"},\
                "description":"lunch","date":"2026-11-21T08:51:48Z","account":"a1b2c3d4e5f6",\
                "toAccount":"z9z9z9z9z9z9",\
                "balanceAfter":{"amount":"1000.50","currency":"RUB"}}],"totals":[{"currency":"RUB",\
                "income":{"amount":"1500.50","currency":"RUB"},"expense":{"amount":"500.00","currency":"RUB"}}]}
                """)
        try await fixture.signIn()
    }

    /// Returns the output of a run in Russian, with plain spaces; every trace is replaced by ID.
    private func said(_ arguments: String...) async -> String {
        let outcome = await fixture.run(arguments, variables: ["LANG": "ru_RU.UTF-8"])
        return (outcome.output + outcome.errors).replacing("\u{A0}", with: " ").replacing(/[0-9a-f]{32}/, with: "ID")
    }

    @Test func accounts() async {
        fixture.services.answer("ledger.rates", json: #"{"rates":[]}"#)
        #expect(
            await said("accounts") == """
                название     остаток  id            состояние
                main      1 500,50 ₽  a1b2c3d4e5f6  действует
                savings      20,00 $  a1b9z8y7x6w5  действует
                всего     1 500,50 ₽
                             20,00 $
                ! не посчитано, нет курса: USD

                """)
    }

    @Test func aTransfer() async {
        #expect(
            await said("transfer", "main", "z9z9z9z9z9z9", "500 RUB") == """
                переведено 500,00 ₽
                перевод  t1
                откуда   main (a1b2c3d4e5f6)
                куда     z9z9z9z9z9z9
                за что   lunch
                остаток  1 000,50 ₽

                """)
    }

    @Test func history() async {
        #expect(
            await said("history") == """
                дата (UTC)               сумма     остаток  счёт  другая сторона  за что  id
                21.11.2026 08:51:48  -500,00 ₽  1 000,50 ₽  main  z9z9z9z9z9z9    lunch   t2
                итого  приход 1 500,50 ₽  расход 500,00 ₽

                """)
    }

    /// Returns an item of the answer of `subscriptions.list`, as JSON on the wire.
    private static func subscription(
        _ id: String, _ title: String, _ amount: String, every: Int, _ unit: String, in days: Int, _ status: String
    ) -> String {
        let money = #"{"amount":"\#(amount)","currency":"RUB"}"#
        return #"{"id":"\#(id)","service":"\#(id)","title":{"ru":"\#(title)","en":"Cinema"},"amount":\#(money),"#
            + #""every":{"count":\#(every),"unit":"\#(unit)"},"start":"2026-01-31","#
            + #""nextPayment":{"date":"2026-11-30","daysRemaining":\#(days),"amount":\#(money)},"#
            + #""status":"\#(status)","remindDaysBefore":[3,0],"prices":[],"createdAt":"2026-01-01T00:00:00Z"}"#
    }

    @Test func subscriptions() async {
        let first = Self.subscription("s1", "Кино", "1399", every: 1, "month", in: 8, "active")
        let second = Self.subscription("s2", "Зал", "2500.5", every: 2, "week", in: -1, "pastDue")
        fixture.services.answer(
            "subscriptions.list", json: #"{"subscriptions":[\#(first),\#(second)],"today":"2026-11-22"}"#)
        func money(_ amount: String) -> String { #"{"amount":"\#(amount)","currency":"RUB"}"# }
        let sums =
            #""month":\#(money("6825.09")),"year":\#(money("81901.03")),"paidThisMonth":\#(money("0.00")),"#
            + #""paidThisYear":\#(money("0.00"))"#
        fixture.services.answer(
            "subscriptions.totals",
            json: #"{"today":"2026-11-22","currencies":[{"currency":"RUB","subscriptions":2,\#(sums)}],"#
                + #""categories":[],"currency":"RUB","total":{\#(sums)},"missing":[],"ratesKnown":true}"#)
        fixture.services.answer(
            "subscriptions.remove", json: #"{"id":"s1","paymentsKept":3,"paymentsRemoved":0}"#)
        fixture.services.answer("subscriptions.pause", json: #"{"subscription":\#(second)}"#)
        #expect(
            await said("subs", "list") == """
                подписка  что                  сумма  раз в     следующая   через дней  состояние
                s1        Кино            1 399,00 ₽  месяц     30.11.2026           8  действует
                s2        Зал             2 500,50 ₽  2 недели  30.11.2026          -1  просрочена
                          всего в месяц   6 825,09 ₽
                          всего в год    81 901,03 ₽

                """)
        #expect(await said("subs", "remove", "s1") == "удалено; 3 оплаты осталось, удалено: 0\n")
        #expect(
            await said("subs", "pause", "s2") == """
                подписка    s2
                что         Зал
                стоит       2 500,50 ₽ раз в 2 недели
                следующая   30.11.2026, 2 500,50 ₽
                через дней  -1
                состояние   просрочена
                напомнит    за 3, 0 дн.

                """)
    }

    @Test func whatServicesRefusedIsSaidInWords() {
        #expect(FaultSentence.reason("insufficientFunds").spoken(in: .russian) == "Не хватает денег.")
        #expect(FaultSentence.reason("insufficientFunds").spoken(in: .english) == "insufficient funds")
        #expect(FaultSentence.reason("fromTheFuture", "No.").spoken(in: .russian) == "No.")
        #expect(FaultSentence.reason(nil).isEmpty)
    }

    @Test(arguments: [
        (1, "месяц", "неделю", "год"), (2, "2 месяца", "2 недели", "2 года"), (5, "5 месяцев", "5 недель", "5 лет"),
        (21, "21 месяц", "21 неделю", "21 год"),
    ])
    func rhythmsStandBehindOnceIn(_ count: Int, _ month: String, _ week: String, _ year: String) {
        let said = [RhythmText.of(count, .month), RhythmText.of(count, .week), RhythmText.of(count, .year)].map {
            $0.spoken(in: .russian).replacing("\u{A0}", with: " ")
        }
        #expect(said == [month, week, year])
    }

    @Test(arguments: [
        ("месяц", 1, "month"), ("день", 1, "day"), ("неделя", 1, "week"), ("неделю", 1, "week"), ("год", 1, "year"),
        ("2 недели", 2, "week"), ("5\u{A0}лет", 5, "year"), ("28 дней", 28, "day"), ("3 месяца", 3, "month"),
        ("1 year", 1, "year"), ("2 Weeks", 2, "week"),
    ])
    func rhythmsAreTakenAsTheyAreShown(_ text: String, _ count: Int, _ unit: String) throws {
        let rhythm = try ScheduleCommands.rhythm(text)
        #expect(rhythm.count == count && rhythm.unit == unit)
    }

    /// Goal: every rhythm that a page shows can be typed.
    @Test func everyRhythmShownIsTaken() throws {
        for unit in Recurrence.Unit.allCases {
            for count in [1, 2, 4, 5, 11, 21, 100] {
                for language in Language.allCases {
                    let rhythm = try ScheduleCommands.rhythm(RhythmText.of(count, unit).spoken(in: language))
                    #expect(rhythm.count == count && rhythm.unit == unit.rawValue)
                }
            }
        }
        #expect(throws: UsageError.self) { try ScheduleCommands.rhythm("месяцок") }
        #expect(throws: UsageError.self) { try ScheduleCommands.rhythm("2 раза в неделю") }
    }

    @Test func categoriesAreTakenAsTheyAreShown() async {
        func categories(_ own: String) -> String {
            #"{"categories":[{"category":"\#(own)","count":3}],"uncategorized":0}"#
        }
        fixture.services.answer("history.categories", json: categories("subscriptions"))
        _ = await said("history", "--category", "Подписки")
        #expect(asked.contains(#""category":"subscriptions""#), "\(asked)")
        _ = await said("history", "--category", "кофе")
        #expect(asked.contains(#""category":"кофе""#), "\(asked)")
        // An existing category with this name has priority.
        fixture.services.answer("history.categories", json: categories("подписки"))
        _ = await said("history", "--category", "подписки")
        #expect(asked.contains(#""category":"подписки""#), "\(asked)")
        #expect(Set(CategoryText.russian.values).count == CategoryText.russian.count, "no word is shown for two")
    }

    /// The last request to history.
    private var asked: String { fixture.services.calls(of: "history.transactions").last?.parameters ?? "" }

    @Test func refusals() async {
        fixture.services.refuse(
            "ledger.transfer",
            Fault(
                .insufficientFunds, .insufficientFunds, ["available": "1.00", "amount": "5.00", "currency": "RUB"]))
        #expect(
            await said("transfer", "main", "z9z9z9z9z9z9", "5 RUB") == """
                gateway: На счёте 1,00 ₽, а нужно 5,00 ₽. [insufficientFunds]
                  подсказка: gateway balance ACCOUNT покажет, сколько доступно

                """)
        #expect(
            await said("trasnfer") == """
                gateway: У gateway нет команды "trasnfer". [usage]
                  подсказка: может быть, gateway transfer?

                """)
        #expect(await said("transfer", "main", "z9z9z9z9z9z9", "5 ₽").contains("На счёте 1,00"))
    }

    @Test func whatIsNotThereIsNamed() async {
        fixture.services.answer(
            "subscriptions.services",
            json: #"{"services":[{"id":"nosuch","title":{"en":"No","ru":"Нет"},"own":false}]}"#)
        fixture.services.refuse(
            "subscriptions.add", Fault(.notFound, .noSubscribedService, field: "service"))
        #expect(
            await said("subs", "add", "nosuch", "5 RUB", "--start", "2026-12-01") == """
                gateway: Такой службы нет. [notFound]
                  подсказка: gateway subs services перечисляет службы, за которые платят

                """)
        fixture.services.refuse(
            "scanner.chart",
            Fault(
                code: .notFound, reason: "ofTomorrow", message: "Nobody trades SBER here.", field: "ticker",
                isRetryable: false, retryAfterMilliseconds: nil, details: [:]))
        #expect(await said("market", "chart", "SBER").hasPrefix("gateway: Не найдено. Nobody trades SBER here."))
    }

    @Test(arguments: ["stopped", "starting", "ready", "stopping", "waiting", "draining", "overloaded"])
    func statesOfServicesAreSaidInRussian(word: String) {
        let text = ServiceStateText.of(word)
        #expect(text.spoken(in: .english) == word && text.spoken(in: .russian) != word)
    }

    @Test func helpOnACommand() async {
        let help = await said("help", "account", "rename")
        #expect(
            help.hasPrefix(
                """
                Переименовывает счёт.

                Примеры
                  gateway account rename main household
                      назовёт main household

                Как писать
                  gateway account rename ACCOUNT NAME [FLAGS]

                Флаги
                """))
        #expect(help.contains("Флаги всех команд"))
    }
}
