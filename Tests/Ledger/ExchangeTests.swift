import Coordination
import Domain
import Signals
import Testing

@testable import LedgerService

@Suite struct ExchangeTests {
    private func rate(_ from: Currency, _ to: Currency, _ rate: String, asOf: String? = nil) -> LedgerSignal.SetRate {
        LedgerSignal.SetRate(from: from, to: to, rate: rate, source: "cbr.ru", asOf: asOf.flatMap { Instant($0) })
    }

    private func dollars(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .usd) }

    @Test(arguments: StoreKind.allCases) func anExchangeIsTwoLinkedTransfersAtTheRateEntered(kind: StoreKind)
        async throws
    {
        try await Bank.with(kind) { bank in
            let purse = try await bank.openAccount(of: "ann", currency: .usd, with: 10_000)
            let main = try await bank.openAccount(of: "ann")
            _ = try await bank.send(rate(.usd, .rub, "92.456789", asOf: "2026-11-20T00:00:00Z"), as: "ann")
            let signal = LedgerSignal.Exchange(from: purse, to: main, amount: dollars(333))
            let preview = try await bank.send(
                LedgerSignal.Exchange(from: purse, to: main, amount: dollars(333), dryRun: true), as: "ann", key: "d")
            #expect(preview.dryRun)
            #expect(try await bank.balance(main, of: "ann") == 0)
            let answer = try await bank.send(signal, as: "ann", key: "k")
            #expect(!answer.dryRun)
            // 333 × 92.456789 = 30,788.11…
            #expect(answer.given == dollars(333))
            #expect(answer.got == rubles(30_788))
            #expect(answer.rate == "92.456789")
            #expect(answer.source == "cbr.ru")
            #expect(answer.asOf == Instant("2026-11-20T00:00:00Z"))
            #expect(answer.transfers.map(\.from) == [purse, "world-RUB"])
            #expect(answer.transfers.map(\.to) == ["world-USD", main])
            #expect(answer.balances.map(\.balance) == [dollars(9_667), rubles(30_788)])
            #expect(answer.transfers.map(\.exchange?.transfer) == answer.transfers.reversed().map(\.id))
            let shown = try await bank.send(LedgerSignal.ShowTransfer(transfer: answer.transfers[0].id), as: "ann")
                .transfer
            #expect(
                shown.exchange
                    == LedgerSignal.ExchangeTerms(
                        rate: "92.456789", source: "cbr.ru", asOf: answer.asOf, transfer: answer.transfers[1].id))
            #expect(preview.transfers.map(\.id) == answer.transfers.map(\.id))
            #expect(preview.balances == answer.balances && preview.got == answer.got)
            #expect(try await bank.send(signal, as: "ann", key: "k") == answer)
            #expect(try await bank.balance(main, of: "ann") == 30_788)
            let check = try await bank.check()
            #expect(check.problems == [])
            #expect(check.imbalance.allSatisfy { $0.minorUnits == 0 })
        }
    }

    @Test(arguments: StoreKind.allCases) func aRateIsNeverGuessed(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let purse = try await bank.openAccount(of: "ann", currency: .usd, with: 10_000)
            let main = try await bank.openAccount(of: "ann", with: 10_000)
            let bob = try await bank.openAccount(of: "bob")
            func fault(_ from: String, _ to: String, _ amount: Money, days: Int? = nil) async throws -> FaultCode {
                try await bank.fault(
                    LedgerSignal.Exchange(from: from, to: to, amount: amount, maxAgeDays: days), as: "ann"
                ).code
            }
            #expect(try await fault(purse, main, dollars(100)) == .rateMissing)
            _ = try await bank.send(rate(.rub, .usd, "0.01"), as: "ann")
            _ = try await bank.send(rate(.usd, .rub, "92"), as: "bob")
            // Neither the opposite rate nor another's.
            #expect(try await fault(purse, main, dollars(100)) == .rateMissing)
            _ = try await bank.send(rate(.usd, .rub, "92", asOf: "2026-11-18T09:00:00Z"), as: "ann")
            #expect(try await fault(purse, main, dollars(100), days: 2) == .rateMissing)
            _ = try await bank.send(
                LedgerSignal.Exchange(from: purse, to: main, amount: dollars(100), maxAgeDays: 3), as: "ann")
            #expect(try await fault(purse, main, dollars(0)) == .invalidArgument)
            #expect(try await fault(purse, main, dollars(1), days: -1) == .invalidArgument)
            #expect(try await fault(purse, bob, dollars(1)) == .notFound)
            #expect(try await fault("none", main, dollars(1)) == .notFound)
            #expect(try await fault(purse, purse, dollars(1)) == .sameAccount)
            #expect(try await fault(purse, main, rubles(1)) == .currencyMismatch)
            let other = try await bank.openAccount(of: "ann")
            #expect(try await fault(main, other, rubles(1)) == .currencyMismatch)
            #expect(try await fault(purse, main, dollars(100_000)) == .insufficientFunds)
            // Less than a cent comes of it.
            #expect(try await fault(main, purse, rubles(99)) == .invalidArgument)
            #expect(try await bank.send(LedgerSignal.RemoveRate(from: .usd, to: .rub), as: "ann").rate.rate == "92")
            #expect(try await fault(purse, main, dollars(1)) == .rateMissing)
            #expect(
                try await bank.fault(LedgerSignal.RemoveRate(from: .usd, to: .rub), as: "ann").code == .notFound)
        }
    }

    @Test(arguments: StoreKind.allCases) func ratesAreKeptForTheirUser(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let csv = "from,to,rate,source\nUSD,RUB,92,a\nEUR,RUB,100.5,b\nRUB,USD,0.0108,c"
            #expect(try await bank.send(LedgerSignal.ImportRates(csv: csv), as: "ann", key: "k").imported == 3)
            #expect(try await bank.send(LedgerSignal.ImportRates(csv: csv), as: "ann", key: "k").imported == 3)
            let rates = try await bank.send(LedgerSignal.Rates(), as: "ann").rates
            #expect(rates.map { "\($0.from)\($0.to)=\($0.rate)" } == ["EURRUB=100.5", "RUBUSD=0.0108", "USDRUB=92"])
            #expect(try await bank.send(LedgerSignal.Rates(), as: "bob").rates == [])
            let older = rate(.usd, .rub, "80", asOf: "2001-01-01T00:00:00Z")
            #expect(try await bank.fault(older, as: "ann").code == .conflict, "a newer one is known")
            let oldTable = "from,to,rate,source,asOf\nGBP,RUB,110,a,2001-01-01\nUSD,RUB,80,a,2001-01-01"
            #expect(try await bank.fault(LedgerSignal.ImportRates(csv: oldTable), as: "ann").field == "asOf")
            #expect(try await bank.send(LedgerSignal.Rates(), as: "ann").rates == rates, "all or none")
            let broken = "from,to,rate,source\nUSD,RUB,93,a\nEUR,RUB,x,b"
            #expect(try await bank.fault(LedgerSignal.ImportRates(csv: broken), as: "ann").code == .invalidArgument)
            #expect(try await bank.send(LedgerSignal.Rates(), as: "ann").rates == rates)
            #expect(try await bank.fault(rate(.usd, .usd, "1"), as: "ann").field == "to")
            #expect(try await bank.fault(rate(.usd, .rub, "0"), as: "ann").field == "rate")
            #expect(
                try await bank.fault(rate(.usd, .rub, "1", asOf: "2999-01-01T00:00:00Z"), as: "ann").field == "asOf")
        }
    }
}
