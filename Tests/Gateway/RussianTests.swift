import Coordination
import Signals
import Testing

@testable import GatewayService

/// What the gateway says in Russian, to the letter.
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
                "description":"lunch","date":"2026-11-21T08:51:48Z","account":"a1b2c3d4e5f6","toAccount":"zzzz",\
                "balanceAfter":{"amount":"1000.50","currency":"RUB"}}],"totals":[{"currency":"RUB",\
                "income":{"amount":"1500.50","currency":"RUB"},"expense":{"amount":"500.00","currency":"RUB"}}]}
                """)
        try await fixture.signIn()
    }

    /// The output of a run in Russian, with plain spaces; every trace is called ID.
    private func said(_ arguments: String...) async -> String {
        let outcome = await fixture.run(arguments, variables: ["LANG": "ru_RU.UTF-8"])
        return (outcome.output + outcome.errors).replacing("\u{A0}", with: " ").replacing(/[0-9a-f]{32}/, with: "ID")
    }

    @Test func accounts() async {
        #expect(
            await said("accounts") == """
                название     остаток  id            состояние
                main      1 500,50 ₽  a1b2c3d4e5f6  active
                savings      20,00 $  a1b9z8y7x6w5  active

                """)
    }

    @Test func aTransfer() async {
        #expect(
            await said("transfer", "main", "zzzz", "500 RUB") == """
                переведено 500,00 ₽
                перевод  t1
                откуда   a1b2c3d4e5f6
                куда     zzzz
                за что   lunch
                остаток  1 000,50 ₽

                """)
    }

    @Test func history() async {
        #expect(
            await said("history") == """
                дата (UTC)               сумма     остаток  счёт          другая сторона  за что  id
                21.11.2026 08:51:48  -500,00 ₽  1 000,50 ₽  a1b2c3d4e5f6  zzzz            lunch   t2
                итого  приход 1 500,50 ₽  расход 500,00 ₽

                """)
    }

    @Test func refusals() async {
        fixture.services.refuse("ledger.transfer", Fault(.insufficientFunds, "There is not enough money."))
        #expect(
            await said("transfer", "main", "zzzz", "5 RUB") == """
                gateway: Не хватает денег. [insufficientFunds]
                  подсказка: gateway balance ACCOUNT покажет, сколько доступно
                  что сделано: gateway trace ID

                """)
        #expect(
            await said("trasnfer") == """
                gateway: У gateway нет команды "trasnfer". [usage]
                  подсказка: может быть, gateway transfer?

                """)
        #expect(await said("transfer", "main", "zzzz", "5 ₽").contains("Не хватает денег."))
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
