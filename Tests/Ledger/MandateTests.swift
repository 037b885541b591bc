import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import LedgerService

@Suite struct MandateTests {
    private func grant(
        _ account: String, _ amount: Int64, service: String = "subscriptions",
        per: LedgerSignal.MandatePeriod = .month, code: String? = nil
    ) -> LedgerSignal.GrantMandate {
        LedgerSignal.GrantMandate(service: service, account: account, amount: rubles(amount), per: per, code: code)
    }

    private func debit(_ account: String, _ amount: Int64) -> LedgerSignal.Debit {
        LedgerSignal.Debit(account: account, amount: rubles(amount), description: "Cinema", category: "fun")
    }

    @Test(arguments: StoreKind.allCases) func aServiceDebitsUpToItsMandateOncePerKey(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let mandate = try await bank.send(grant(ann, 1000), as: "ann").mandate
            #expect(mandate.left == rubles(1000))
            #expect(mandate.periodEndsAt == Instant("2026-12-01T00:00:00Z"))
            let answer = try await bank.send(debit(ann, 600), asService: "subscriptions", key: "november")
            #expect(answer.transfer.to == "world-RUB")
            #expect(answer.mandate.left == rubles(400))
            #expect(try await bank.send(debit(ann, 600), asService: "subscriptions", key: "november") == answer)
            let byID = LedgerSignal.Debit(mandate: mandate.id, amount: rubles(401))
            let over = try await bank.fault(byID, asService: "subscriptions", key: "more")
            #expect(over.code == .limitExceeded)
            #expect(over.details["which"] == .text("mandate"))
            #expect(over.details["left"] == .text("4.00"))
            #expect(over.details["resetsAt"] == .text("2026-12-01T00:00:00Z"))
            #expect(try await bank.balance(ann, of: "ann") == 9_400)
            // The next month has its own amount, and a key that failed goes on failing.
            bank.clock.advance(by: .seconds(10 * 86_400))
            #expect(try await bank.fault(byID, asService: "subscriptions", key: "more").code == .limitExceeded)
            #expect(
                try await bank.send(debit(ann, 1000), asService: "subscriptions", key: "december").mandate.left
                    == rubles(0))
        }
    }

    @Test(arguments: StoreKind.allCases) func withoutAMandateAServiceCanDoNothing(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let other = try await bank.openAccount(of: "ann", with: 10_000)
            let bob = try await bank.openAccount(of: "bob", with: 10_000)
            #expect(
                try await bank.fault(debit(ann, 1), asService: "subscriptions", key: "k").code == .permissionDenied)
            let mandate = try await bank.send(grant(ann, 1000), as: "ann").mandate
            let balance = LedgerSignal.Balance(account: ann)
            #expect(try await bank.send(balance, asService: "subscriptions").balance == rubles(10_000))
            for service in ["notifications", "history"] {
                let fault = try await bank.fault(debit(ann, 1), asService: service, key: "k")
                #expect(fault.code == .permissionDenied)
                let byID = LedgerSignal.Debit(mandate: mandate.id, amount: rubles(1))
                #expect(try await bank.fault(byID, asService: service, key: "k2").code == .permissionDenied)
                #expect(try await bank.fault(balance, asService: service).code == .permissionDenied)
            }
            for account in [other, bob, "none"] {
                let fault = try await bank.fault(debit(account, 1), asService: "subscriptions", key: account)
                #expect(fault.code == .permissionDenied)
                let seen = LedgerSignal.Balance(account: account)
                #expect(try await bank.fault(seen, asService: "subscriptions").code == .permissionDenied)
            }
            #expect(try await bank.fault(transfer(ann, bob, 1), asService: "subscriptions").code == .permissionDenied)
            #expect(try await bank.fault(debit(ann, 1), as: "ann", key: "k").code == .permissionDenied)
            #expect(try await bank.fault(debit(ann, 1), asService: "subscriptions").code == .invalidArgument)
            let both = LedgerSignal.Debit(mandate: mandate.id, account: ann, amount: rubles(1))
            #expect(try await bank.fault(both, asService: "subscriptions", key: "b").code == .invalidArgument)
            // Nor may anybody but its owner give it.
            #expect(try await bank.fault(grant(bob, 1), as: "ann").code == .notFound)
            // Nor does one that takes no money get any.
            for service in ["stranger", "history", "ledger", "bonds"] {
                let fault = try await bank.fault(grant(ann, 1, service: service), as: "ann")
                #expect(fault.code == .invalidArgument && fault.field == "service")
                #expect(fault.message.contains("subscriptions"))
            }
            #expect(try await bank.fault(LedgerSignal.RevokeMandate(id: mandate.id), as: "bob").code == .notFound)
            let revoked = try await bank.send(LedgerSignal.RevokeMandate(id: mandate.id), as: "ann").mandate
            #expect(revoked.status == .revoked && revoked.left == rubles(0))
            #expect(
                try await bank.fault(debit(ann, 1), asService: "subscriptions", key: "late").code == .permissionDenied)
            #expect(try await bank.fault(balance, asService: "subscriptions").code == .permissionDenied)
            #expect(try await bank.send(LedgerSignal.RevokeMandate(id: mandate.id), as: "ann").mandate == revoked)
        }
    }

    @Test(arguments: StoreKind.allCases) func grantingAgainReplacesAndGivesNoSecondAllowance(kind: StoreKind)
        async throws
    {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let first = try await bank.send(grant(ann, 1000), as: "ann").mandate
            _ = try await bank.send(debit(ann, 700), asService: "subscriptions", key: "1")
            let second = try await bank.send(grant(ann, 900), as: "ann").mandate
            #expect(second.id != first.id)
            #expect(second.left == rubles(200))
            let list = try await bank.send(LedgerSignal.Mandates(), as: "ann").mandates
            #expect(list.map(\.id) == [second.id, first.id])
            #expect(list.map(\.status) == [.active, .revoked])
            #expect(try await bank.send(LedgerSignal.Mandates(), as: "bob").mandates == [])
            // The same debit, asked again, is still the same.
            #expect(
                try await bank.send(debit(ann, 700), asService: "subscriptions", key: "1").transfer.amount
                    == rubles(700))
            #expect(try await bank.balance(ann, of: "ann") == 9_300)
        }
    }

    @Test(arguments: StoreKind.allCases) func limitsOfTheAccountBindDebitsToo(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            bank.codes.enrol("ann")
            _ = try await bank.send(
                LedgerSignal.SetLimits(
                    account: ann, perTransfer: rubles(500), daily: rubles(800), confirmAbove: rubles(100),
                    code: "right 1"), as: "ann")
            #expect(try await bank.fault(grant(ann, 1000), as: "ann").code == .confirmationRequired)
            _ = try await bank.send(grant(ann, 1000, code: "right 2"), as: "ann")
            // Above confirmAbove without a code: that came with the mandate.
            _ = try await bank.send(debit(ann, 450), asService: "subscriptions", key: "1")
            let large = try await bank.fault(debit(ann, 501), asService: "subscriptions", key: "2")
            #expect(large.details["which"] == .text("perTransfer"))
            let daily = try await bank.fault(debit(ann, 400), asService: "subscriptions", key: "3")
            #expect(daily.details["which"] == .text("daily"))
            #expect(
                try await bank.fault(debit(ann, 20_000), asService: "subscriptions", key: "4").code
                    == .insufficientFunds)
        }
    }

    @Test func whatWasSpentBelongsToItsPeriod() throws {
        let first = try #require(CalendarDay("2026-11-30"))
        let mandate = Mandate(
            id: "m", owner: "ann", service: "subscriptions", account: "a", amount: rubles(1000), period: .month,
            grantedAt: first.startInUTC, spentSince: first)
        let (now, later) = (first.startInUTC, first.adding(days: 1).startInUTC)
        let debited = mandate.debited(400, at: now, in: .utc).debited(500, at: now, in: .utc)
        #expect(debited.spent(at: now, in: .utc) == 900)
        #expect(debited.left(at: now, in: .utc) == 100)
        #expect(debited.left(at: later, in: .utc) == 1000)
        #expect(debited.debited(1, at: later, in: .utc).spent(at: later, in: .utc) == 1)
    }
}
