import Coordination
import Domain
import Signals
import Testing

/// One suite over both wirings: the same services behave alike in one tree in memory and as processes behind sockets.
@Suite struct WiringTests {
    private let password = "a quite long pass phrase"

    private func withBank(_ wiring: Wiring, _ body: (WiredBank) async throws -> Void) async throws {
        let bank = try await WiredBank(wiring)
        do {
            try await body(bank)
        } catch {
            await bank.close()
            throw error
        }
        await bank.close()
    }

    private func person(_ name: String, in bank: WiredBank) async throws -> AuthSignal.Session {
        let register = AuthSignal.Register(email: "\(name)@example.org", password: password, name: name)
        return try await bank.entrance.send(register).session
    }

    private func rubles(_ minorUnits: Int64) throws -> Money {
        Money(minorUnits: minorUnits, currency: try #require(Currency(code: "RUB")))
    }

    @Test(arguments: Wiring.allCases)
    func peopleSignInAndOut(wiring: Wiring) async throws {
        try await withBank(wiring) { bank in
            let session = try await person("anna", in: bank)
            let me = try await bank.entrance.send(AuthSignal.Me(), context: try bank.context(of: session))
            #expect(me.user.name == "anna")
            let again = try await bank.entrance.send(AuthSignal.Login(login: "ANNA@example.org", password: password))
            #expect(again.user == me.user)
            let refreshed = try await bank.entrance.send(AuthSignal.Refresh(refreshToken: session.refreshToken)).session
            #expect(refreshed.id == session.id)
            let list = try await bank.entrance.send(AuthSignal.Sessions(), context: try bank.context(of: refreshed))
            #expect(list.sessions.count == 2)
            let fault = await #expect(throws: Fault.self) {
                try await bank.entrance.send(AuthSignal.Login(login: "anna@example.org", password: "wrong wrong wrong"))
            }
            #expect(fault?.code == .invalidCredentials)
        }
    }

    @Test(arguments: Wiring.allCases)
    func moneyMovesOnceAndTheBooksBalance(wiring: Wiring) async throws {
        try await withBank(wiring) { bank in
            let (anna, boris) = (try await person("anna", in: bank), try await person("boris", in: bank))
            let open = LedgerSignal.OpenAccount(currency: try rubles(0).currency, name: "main")
            let from = try await bank.entrance.send(open, context: try bank.context(of: anna)).account
            let to = try await bank.entrance.send(open, context: try bank.context(of: boris)).account
            let deposit = LedgerSignal.Deposit(account: from.id, amount: try rubles(100_00), description: "salary")
            _ = try await bank.entrance.send(deposit, context: try bank.context(of: anna))

            let transfer = LedgerSignal.MakeTransfer(from: from.id, to: to.id, amount: try rubles(30_50))
            let first = try await bank.entrance.send(transfer, context: try bank.context(of: anna, key: "lunch"))
            let second = try await bank.entrance.send(transfer, context: try bank.context(of: anna, key: "lunch"))
            #expect(first.transfer == second.transfer)
            #expect(first.balances.map(\.balance.decimalText) == ["69.50"])

            let mine = try await bank.entrance.send(LedgerSignal.Accounts(), context: try bank.context(of: boris))
            #expect(mine.accounts.map(\.balance.decimalText) == ["30.50"])
            let check = try await bank.entrance.send(LedgerSignal.Check(), context: try bank.context(of: boris))
            #expect(check.transfers == 2)
            #expect(check.imbalance.allSatisfy { $0.minorUnits == 0 })
            #expect(check.problems == [])
        }
    }

    @Test(arguments: Wiring.allCases)
    func refusalsAreTheSameWhereverTheyComeFrom(wiring: Wiring) async throws {
        try await withBank(wiring) { bank in
            let (anna, boris) = (try await person("anna", in: bank), try await person("boris", in: bank))
            let open = LedgerSignal.OpenAccount(currency: try rubles(0).currency)
            let from = try await bank.entrance.send(open, context: try bank.context(of: anna)).account
            let to = try await bank.entrance.send(open, context: try bank.context(of: boris)).account
            let cases: [(LedgerSignal.MakeTransfer, FaultCode, String?)] = [
                (
                    LedgerSignal.MakeTransfer(from: from.id, to: to.id, amount: try rubles(1)), .insufficientFunds,
                    "amount"
                ),
                (
                    LedgerSignal.MakeTransfer(from: from.id, to: to.id, amount: try rubles(0)), .invalidArgument,
                    "amount"
                ),
                (LedgerSignal.MakeTransfer(from: from.id, to: "nobody", amount: try rubles(1)), .notFound, "to"),
                (LedgerSignal.MakeTransfer(from: to.id, to: from.id, amount: try rubles(1)), .notFound, "from"),
                (LedgerSignal.MakeTransfer(from: from.id, to: from.id, amount: try rubles(1)), .sameAccount, "to"),
            ]
            for (signal, code, field) in cases {
                let fault = await #expect(throws: Fault.self) {
                    try await bank.entrance.send(signal, context: try bank.context(of: anna))
                }
                #expect(fault?.code == code)
                #expect(fault?.field == field)
            }
        }
    }

    @Test(arguments: Wiring.allCases)
    func aSignalThatNobodyKnowsIsAFault(wiring: Wiring) async throws {
        try await withBank(wiring) { bank in
            let fault = await #expect(throws: Fault.self) {
                try await bank.entrance.send(HistorySignal.Transactions())
            }
            #expect(fault?.code == .methodNotFound)
        }
    }
}
