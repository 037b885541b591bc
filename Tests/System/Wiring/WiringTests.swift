import Coordination
import Domain
import Hosting
import Identity
import Signals
import StrictJSON
import TestSupport
import Testing
import Transport

/// One suite for both wirings of the production assemblies: the eight services behave alike in one process and one
/// tree, and as processes behind sockets.
@Suite struct WiringTests {
    private let password = "a quite long pass phrase"

    private func withHouse(_ wiring: Wiring, _ body: (WiredHouse) async throws -> Void) async throws {
        let house = try await WiredHouse(wiring)
        do {
            try await body(house)
        } catch {
            await house.close()
            throw error
        }
        await house.close()
    }

    private func person(_ name: String, in house: WiredHouse) async throws -> AuthSignal.Session {
        let register = AuthSignal.Register(email: "\(name)@example.org", password: password, name: name)
        return try await house.entrance.send(register).session
    }

    private func rubles(_ minorUnits: Int64) throws -> Money {
        Money(minorUnits: minorUnits, currency: try #require(Currency(code: "RUB")))
    }

    @Test(arguments: Wiring.allCases)
    func peopleSignInAndOut(wiring: Wiring) async throws {
        try await withHouse(wiring) { house in
            let session = try await person("anna", in: house)
            let me = try await house.entrance.send(AuthSignal.Me(), context: house.context(of: session))
            #expect(me.user.name == "anna")
            let again = try await house.entrance.send(AuthSignal.Login(login: "ANNA@example.org", password: password))
            #expect(again.user == me.user)
            let refreshed = try await house.entrance.send(AuthSignal.Refresh(refreshToken: session.refreshToken))
                .session
            #expect(refreshed.id == session.id)
            let list = try await house.entrance.send(AuthSignal.Sessions(), context: house.context(of: refreshed))
            #expect(list.sessions.count == 2)
            let fault = await #expect(throws: Fault.self) {
                try await house.entrance.send(
                    AuthSignal.Login(login: "anna@example.org", password: "wrong wrong wrong"))
            }
            #expect(fault?.code == .invalidCredentials)
        }
    }

    @Test(arguments: Wiring.allCases)
    func moneyMovesOnceAndTheBooksBalance(wiring: Wiring) async throws {
        try await withHouse(wiring) { house in
            let (anna, boris) = (try await person("anna", in: house), try await person("boris", in: house))
            let open = LedgerSignal.OpenAccount(currency: try rubles(0).currency, name: "main")
            let from = try await house.entrance.send(open, context: house.context(of: anna)).account
            let to = try await house.entrance.send(open, context: house.context(of: boris)).account
            let deposit = LedgerSignal.Deposit(account: from.id, amount: try rubles(100_00), description: "salary")
            _ = try await house.entrance.send(deposit, context: house.context(of: anna))

            let transfer = LedgerSignal.MakeTransfer(from: from.id, to: to.id, amount: try rubles(30_50))
            let first = try await house.entrance.send(transfer, context: house.context(of: anna, key: "lunch"))
            let second = try await house.entrance.send(transfer, context: house.context(of: anna, key: "lunch"))
            #expect(first.transfer == second.transfer)
            #expect(first.balances.map(\.balance.decimalText) == ["69.50"])

            let mine = try await house.entrance.send(LedgerSignal.Accounts(), context: house.context(of: boris))
            #expect(mine.accounts.map(\.balance.decimalText) == ["30.50"])
            let check = try await house.entrance.send(LedgerSignal.Check(), context: house.context(of: boris))
            #expect(check.transfers == 2)
            #expect(check.imbalance.allSatisfy { $0.minorUnits == 0 })
            #expect(check.problems == [])
        }
    }

    @Test(arguments: Wiring.allCases)
    func refusalsAreTheSameWhereverTheyComeFrom(wiring: Wiring) async throws {
        try await withHouse(wiring) { house in
            let (anna, boris) = (try await person("anna", in: house), try await person("boris", in: house))
            let open = LedgerSignal.OpenAccount(currency: try rubles(0).currency)
            let from = try await house.entrance.send(open, context: house.context(of: anna)).account
            let to = try await house.entrance.send(open, context: house.context(of: boris)).account
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
                    try await house.entrance.send(signal, context: house.context(of: anna))
                }
                #expect(fault?.code == code)
                #expect(fault?.field == field)
            }
        }
    }

    @Test(arguments: Wiring.allCases)
    func aSignalThatNobodyKnowsIsAFault(wiring: Wiring) async throws {
        try await withHouse(wiring) { house in
            let fault = await #expect(throws: Fault.self) { try await house.entrance.send(NobodyKnows()) }
            #expect(fault?.code == .methodNotFound)
        }
    }

    /// A house on one machine has nothing fresher.
    @Test(arguments: Wiring.allCases)
    func aReadMayAskForFreshness(wiring: Wiring) async throws {
        try await withHouse(wiring) { house in
            var context = house.context(of: try await person("anna", in: house))
            for staleness in [Duration.zero, .seconds(60)] {
                context.maximumStaleness = staleness
                #expect(try await house.entrance.send(AuthSignal.Me(), context: context).user.name == "anna")
                #expect(try await house.entrance.send(LedgerSignal.Accounts(), context: context).accounts == [])
            }
        }
    }

    // MARK: Services ask each other

    @Test(arguments: Wiring.allCases)
    func aServiceAsksOthersForThePersonAndForItself(wiring: Wiring) async throws {
        try await withHouse(wiring) { house in
            let anna = try await person("anna", in: house)
            let context = house.context(of: anna)
            let account = try await house.entrance.send(
                LedgerSignal.OpenAccount(currency: try rubles(0).currency, name: "main"), context: context
            ).account
            let deposit = LedgerSignal.Deposit(account: account.id, amount: try rubles(1000_00), description: "salary")
            _ = try await house.entrance.send(deposit, context: context)

            // Auth sets the zone and ledger grants the mandate with Anna's session.
            _ = try await house.entrance.send(
                SubscriptionsSignal.SetSettings(timeZone: "Asia/Almaty"), context: context)
            let refreshed = try await house.entrance.send(AuthSignal.Refresh(refreshToken: anna.refreshToken)).session
            #expect(refreshed.zone == "Asia/Almaty")
            let add = SubscriptionsSignal.Add(
                service: .known("netflix"), amount: try rubles(100_00),
                start: TimeZoneDirectory().zone(named: "Asia/Almaty").map { $0.day(at: WallClock.system.now()) }
                    ?? CalendarDay(daysSince1970: 0),
                every: SubscriptionsSignal.Every(count: 1, unit: .month), payFrom: account.id)
            let added = try await house.entrance.send(add, context: context)
            #expect(added.mandate?.change == .granted)

            // Subscriptions itself debits accounts of the ledger and reads balances.
            try await eventually("the first month is paid") {
                let list = try await house.entrance.send(LedgerSignal.Accounts(), context: context)
                return list.accounts.first?.balance.decimalText == "900.00"
            }
            let forecast = try await house.entrance.send(SubscriptionsSignal.Forecast(days: 40), context: context)
            #expect(forecast.bonds)
            #expect(forecast.accounts.count == 1)
        }
    }

    // MARK: Rights

    @Test(arguments: Wiring.allCases)
    func aServiceSendsWhatTheTableOfRightsAllowsAndNothingElse(wiring: Wiring) async throws {
        try await withHouse(wiring) { house in
            let debits = LedgerSignal.Debits(debits: [])
            let cases: [(SignalContext, FaultCode)] = [
                // A service without the right, one with a token for another receiver, and nobody.
                (try house.context(of: .scanner, asking: .ledger), .permissionDenied),
                (try house.context(of: .subscriptions, asking: .auth), .unauthenticated),
                (SignalContext(caller: .service("subscriptions")), .unauthenticated),
                (SignalContext(session: "v4.public.forged"), .unauthenticated),
            ]
            for (context, code) in cases {
                let fault = await #expect(throws: Fault.self) {
                    try await house.entrance.send(debits, context: context)
                }
                #expect(fault?.code == code)
            }
            let outlook = LedgerSignal.Outlook(until: WallClock.system.now().dayInUTC.adding(days: 30), user: "nobody")
            let context = try house.context(of: .subscriptions, asking: .ledger)
            #expect(try await house.entrance.send(outlook, context: context).accounts.isEmpty)
            let newest = try await house.entrance.newestEvent(
                of: LedgerSignal.self, context: context, within: .seconds(60))
            #expect(newest == 0)
        }
    }

    @Test(arguments: Wiring.allCases)
    func anEndedSessionIsRefusedEverywhere(wiring: Wiring) async throws {
        try await withHouse(wiring) { house in
            let context = house.context(of: try await person("anna", in: house))
            _ = try await house.entrance.send(LedgerSignal.Accounts(), context: context)
            _ = try await house.entrance.send(AuthSignal.Logout(), context: context)
            try await eventually("ledger has heard of it") {
                do {
                    _ = try await house.entrance.send(LedgerSignal.Accounts(), context: context)
                    return false
                } catch let fault as Fault {
                    return fault.code == .unauthenticated
                }
            }
        }
    }

    // MARK: Time limits

    @Test(arguments: Wiring.allCases)
    func whatIsOverdueIsNotBegunAndWhatTakesTooLongIsGivenUp(wiring: Wiring) async throws {
        try await withHouse(wiring) { house in
            let late = SignalContext(deadline: WallClock.system.now() + .seconds(-1))
            let register = AuthSignal.Register(email: "late@example.org", password: password, name: "late")
            for (context, limit) in [(late, nil), (SignalContext(), Duration.zero)] {
                let fault = await #expect(throws: Fault.self) {
                    try await house.entrance.send(register, context: context, within: limit)
                }
                #expect(fault?.code == .deadlineExceeded)
            }
            // No one was registered.
            _ = try await house.entrance.send(register)
        }
    }

    // MARK: Clients

    @Test(arguments: Wiring.allCases)
    func clientsReachEachServiceAtItsSocket(wiring: Wiring) async throws {
        try await withHouse(wiring) { house in
            let anna = try await person("anna", in: house)
            for service in HouseService.allCases {
                let link = try #require(house.link(to: service))
                let health = try await link.call(
                    SignalMethod("\(service).health"), parameters: Array("{}".utf8), effect: .reads)
                #expect(health.member("status")?.string == "ready", "\(service)")
            }
            let ledger = try #require(house.link(to: .ledger))
            #expect(try await ledger.send(LedgerSignal.Accounts(), context: house.context(of: anna)).accounts.isEmpty)
        }
    }
}

private struct NobodyKnows: Signal {
    typealias Answer = String
    static let method: SignalMethod = "nobody.knows"
    static let summary = "Nobody knows it."
}
