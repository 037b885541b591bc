import Coordination
import Domain
import Signals
import TestSupport
import Testing
import Transport

/// A house with a set clock (`KOPILKA_CLOCK`) lives at that time; deadlines still use the machine's clock.
@Suite struct ClockTests {
    @Test(arguments: ["2031-05-01T12:00:00Z", "2019-05-01T12:00:00Z"])
    func aHouseInAnotherYearWorksAndRecordsThatYear(start: String) async throws {
        let house = RunningHouse(environment: ["KOPILKA_CLOCK": start])
        let loop = SocketLoop()
        for service in ["auth", "ledger", "history"] { try await house.start(service) }
        let links = ["auth", "ledger", "history"].map {
            ServiceLink(service: $0, runDirectory: house.runDirectory, loop: loop)
        }
        let register = AuthSignal.Register(email: "clock@example.org", password: Identifier.random(length: 20))
        let person = try await links[0].send(register, within: .seconds(180))
        let context = SignalContext(session: person.session.token)
        let rubles = try #require(Currency(code: "RUB"))
        let account = try await links[1].send(LedgerSignal.OpenAccount(currency: rubles), context: context).account
        let deposit = LedgerSignal.Deposit(account: account.id, amount: Money(minorUnits: 100, currency: rubles))
        let transfer = try await links[1].send(deposit, context: context).transfer
        let begun = try #require(Instant(start))
        #expect((begun...begun + .seconds(300)).contains(transfer.createdAt))
        try await eventually("history has the deposit") {
            let page = try await links[2].send(HistorySignal.Transactions(), context: context)
            return page.transactions.map(\.date) == [transfer.createdAt]
        }
        for link in links { await link.close() }
        await loop.stop()
    }
}
