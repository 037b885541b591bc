import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON
import Testing

@testable import LedgerService

@Suite struct AccountChangeTests {
    @Test(arguments: StoreKind.allCases)
    func aFrozenAccountLetsNothingMoveUntilItIsUnfrozen(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            let frozen = try await bank.send(LedgerSignal.Freeze(account: ann), as: "ann").account
            #expect(frozen.status == .frozen)
            #expect(try await bank.fault(transfer(ann, bob, 1), as: "ann").code == .accountFrozen)
            #expect(
                try await bank.fault(LedgerSignal.Deposit(account: ann, amount: rubles(1)), as: "ann").code
                    == .accountFrozen)
            #expect(try await bank.fault(LedgerSignal.Close(account: ann), as: "ann").code == .accountFrozen)
            #expect(try await bank.send(LedgerSignal.Freeze(account: ann), as: "ann").account == frozen)
            #expect(try await bank.send(LedgerSignal.Unfreeze(account: ann), as: "ann").account.status == .active)
            _ = try await bank.send(transfer(ann, bob, 1), as: "ann")
            #expect(try await bank.fault(LedgerSignal.Freeze(account: ann), as: "bob").code == .notFound)
            #expect(try await bank.fault(LedgerSignal.Freeze(account: "world-RUB"), as: "bob").code == .notFound)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func anAccountIsClosedEmptyAndForEver(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            let own = try await bank.openAccount(of: "ann")
            let fault = try await bank.fault(LedgerSignal.Close(account: ann), as: "ann")
            #expect(fault.code == .accountNotEmpty)
            #expect(fault.details["balance"] == .text("1.00"))
            let hold = try await bank.hold(ann, bob, 40).transfer.id
            let closing = LedgerSignal.Close(account: ann, to: own)
            #expect(try await bank.fault(closing, as: "ann").details["held"] == .text("0.40"))
            _ = try await bank.send(LedgerSignal.VoidHold(hold: hold), as: "ann")
            #expect(try await bank.fault(LedgerSignal.Close(account: ann, to: "none"), as: "ann").code == .notFound)
            #expect(try await bank.fault(LedgerSignal.Close(account: ann, to: ann), as: "ann").code == .sameAccount)
            let closed = try await bank.send(closing, as: "ann", key: "close")
            #expect(closed.account.status == .closed)
            #expect(closed.account.balance == rubles(0))
            #expect(closed.transfer?.amount == rubles(100))
            #expect(try await bank.balance(own, of: "ann") == 100)
            let again = try await bank.send(closing, as: "ann", key: "close")
            #expect(try JSONEncoding.encode(again) == JSONEncoding.encode(closed))
            for code in [
                try await bank.fault(LedgerSignal.Close(account: ann), as: "ann").code,
                try await bank.fault(LedgerSignal.Freeze(account: ann), as: "ann").code,
                try await bank.fault(LedgerSignal.Unfreeze(account: ann), as: "ann").code,
                try await bank.fault(LedgerSignal.Rename(account: ann, name: "x"), as: "ann").code,
                try await bank.fault(LedgerSignal.SetOverdraft(account: ann, limit: rubles(1)), as: "ann").code,
                try await bank.fault(transfer(own, ann, 1), as: "ann").code,
            ] { #expect(code == .accountClosed) }
            #expect(try await bank.send(LedgerSignal.Close(account: bob), as: "bob").transfer == nil)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func namesChangeAndAreHeldToTheirRules(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let first = try await bank.send(LedgerSignal.Rename(account: ann, name: "Дом"), as: "ann", key: "a")
            #expect(first.account.name == "Дом")
            _ = try await bank.send(LedgerSignal.Rename(account: ann, name: "Rent"), as: "ann")
            _ = try await bank.send(LedgerSignal.Withdraw(account: ann, amount: rubles(1)), as: "ann")
            // As it was then.
            let again = try await bank.send(LedgerSignal.Rename(account: ann, name: "Дом"), as: "ann", key: "a")
            #expect(try JSONEncoding.encode(again) == JSONEncoding.encode(first))
            for name in ["", String(repeating: "x", count: 101), "a\nb"] {
                let fault = try await bank.fault(LedgerSignal.Rename(account: ann, name: name), as: "ann")
                #expect(fault.field == "name")
            }
            #expect(bank.store.account(ann)?.name == "Rent")
            #expect(bank.store.accounts(of: "ann").map(\.name) == ["Rent"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func anOverdraftIsAsFarAsAnAccountMayFall(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            func set(_ units: Int64) -> LedgerSignal.SetOverdraft {
                LedgerSignal.SetOverdraft(account: ann, limit: rubles(units))
            }
            #expect(try await bank.send(set(50), as: "ann").account.overdraft == rubles(50))
            #expect(try await bank.fault(transfer(ann, bob, 151), as: "ann").details["overdraft"] == .text("0.50"))
            _ = try await bank.send(transfer(ann, bob, 130), as: "ann")
            #expect(try await bank.balance(ann, of: "ann") == -30)
            #expect(
                try await bank.fault(LedgerSignal.Hold(from: ann, to: bob, amount: rubles(21)), as: "ann").code
                    == .insufficientFunds)
            _ = try await bank.hold(ann, bob, 20)
            let fault = try await bank.fault(set(49), as: "ann")
            #expect(fault.code == .insufficientFunds)
            #expect(fault.details["used"] == .text("0.50"))
            #expect(try await bank.fault(set(-1), as: "ann").code == .invalidArgument)
            let dollars = LedgerSignal.SetOverdraft(account: ann, limit: Money(minorUnits: 1, currency: .usd))
            #expect(try await bank.fault(dollars, as: "ann").code == .currencyMismatch)
            #expect(try await bank.send(set(60), as: "ann").account.available == rubles(-50))
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func featuresSayWhatIsOfferedAndWhyNot(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            func missing() async throws -> [LedgerSignal.FeatureType] {
                let features = try await bank.send(LedgerSignal.Features(account: ann), as: "ann").features
                #expect(features.count == LedgerSignal.FeatureType.allCases.count)
                #expect(features.allSatisfy { $0.available == ($0.reason == nil) })
                return features.filter { !$0.available }.map(\.type)
            }
            #expect(try await missing() == [.unfreeze, .close])
            let hold = try await bank.hold(ann, bob, 100).transfer.id
            #expect(try await missing() == [.transfer, .withdraw, .hold, .unfreeze, .close])
            _ = try await bank.send(LedgerSignal.VoidHold(hold: hold), as: "bob")
            _ = try await bank.send(LedgerSignal.Freeze(account: ann), as: "ann")
            #expect(try await missing() == [.transfer, .deposit, .withdraw, .hold, .freeze, .close])
            _ = try await bank.send(LedgerSignal.Unfreeze(account: ann), as: "ann")
            _ = try await bank.send(LedgerSignal.Close(account: ann, to: bob), as: "ann")
            #expect(
                try await missing() == [
                    .transfer, .deposit, .withdraw, .hold, .rename, .overdraft, .freeze, .unfreeze, .close,
                ])
        }
    }

    @Test func changesAreToldAndSurviveARestart() async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann")
            _ = try await bank.send(LedgerSignal.Rename(account: ann, name: "Rent"), as: "ann")
            _ = try await bank.send(LedgerSignal.Freeze(account: ann), as: "ann")
            _ = try await bank.send(LedgerSignal.Freeze(account: ann), as: "ann")
            let store = try #require(bank.store as? SQLiteLedgerStore).store
            let events = try await store.events(after: 1, limit: 10)
            #expect(events.map(\.type) == ["ledger.accountChanged", "ledger.accountChanged"])
            let told = try JSONDocument(events[1].data).root.decode(LedgerEvent.AccountChanged.self)
            #expect(told.change == .frozen)
            #expect(told.account.name == "Rent")
        }
    }
}
