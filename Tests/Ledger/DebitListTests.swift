import Coordination
import Domain
import Signals
import Testing

@testable import LedgerService

/// Many debits of one request: each by its mandate, under its key, and on its own.
@Suite struct DebitListTests {
    private func debit(_ account: String, _ amount: Int64, key: String) -> LedgerSignal.DebitItem {
        LedgerSignal.DebitItem(account: account, amount: rubles(amount), description: "Cinema", idempotencyKey: key)
    }

    private func codes(_ answer: LedgerSignal.TransferResults) -> [FaultCode?] {
        answer.results.map { if case .fault(let fault) = $0 { fault.code } else { nil } }
    }

    private func transfers(_ answer: LedgerSignal.TransferResults) -> [LedgerSignal.Transfer?] {
        answer.results.map { if case .transfer(let transfer) = $0 { transfer } else { nil } }
    }

    private func grant(_ account: String, _ amount: Int64, of user: String, in bank: Bank) async throws {
        _ = try await bank.send(
            LedgerSignal.GrantMandate(
                service: "subscriptions", account: account, amount: rubles(amount), per: .month), as: user)
    }

    @Test(arguments: StoreKind.allCases) func oneThatIsRefusedStopsNoOther(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 500)
            let bob = try await bank.openAccount(of: "bob", with: 10_000)
            let carl = try await bank.openAccount(of: "carl", with: 10_000)
            try await grant(ann, 10_000, of: "ann", in: bank)
            try await grant(bob, 300, of: "bob", in: bank)
            let list = LedgerSignal.Debits(debits: [
                debit(ann, 400, key: "a"), debit(ann, 101, key: "b"), debit(bob, 200, key: "c"),
                debit(bob, 101, key: "d"), debit(carl, 1, key: "e"), debit("none", 1, key: "f"),
                debit(bob, 0, key: "g"), debit(ann, 100, key: "h"),
            ])
            let answer = try await bank.send(list, asService: "subscriptions")
            #expect(
                codes(answer) == [
                    nil, .insufficientFunds, nil, .limitExceeded, .permissionDenied, .permissionDenied,
                    .invalidArgument, nil,
                ])
            #expect(transfers(answer).compactMap { $0 }.allSatisfy { $0.to == "world-RUB" })
            #expect(try await bank.balance(ann, of: "ann") == 0)
            #expect(try await bank.balance(bob, of: "bob") == 9_800)
            #expect(try await bank.balance(carl, of: "carl") == 10_000)
            #expect(try await bank.check().problems == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func aKeyIsDebitedOnceHoweverItComesAgain(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 1000)
            try await grant(ann, 10_000, of: "ann", in: bank)
            let first = try await bank.send(
                LedgerSignal.Debits(debits: [debit(ann, 100, key: "a"), debit(ann, 100, key: "a")]),
                asService: "subscriptions")
            let made = try #require(transfers(first)[0])
            #expect(transfers(first) == [made, made])
            // In another order, among others, and with the amount changed.
            let again = try await bank.send(
                LedgerSignal.Debits(debits: [
                    debit(ann, 50, key: "b"), debit(ann, 100, key: "a"), debit(ann, 101, key: "a"),
                ]), asService: "subscriptions")
            #expect(codes(again) == [nil, nil, .conflict])
            #expect(transfers(again)[1] == made)
            #expect(try await bank.balance(ann, of: "ann") == 850)
            // What was refused goes on being refused under its key, also when there is money.
            let refused = LedgerSignal.Debits(debits: [debit(ann, 2000, key: "c")])
            #expect(codes(try await bank.send(refused, asService: "subscriptions")) == [.insufficientFunds])
            _ = try await bank.send(LedgerSignal.Deposit(account: ann, amount: rubles(5000)), as: "ann")
            #expect(codes(try await bank.send(refused, asService: "subscriptions")) == [.insufficientFunds])
            #expect(try await bank.balance(ann, of: "ann") == 5850)
        }
    }

    @Test(arguments: StoreKind.allCases) func onlyAServiceWithItsOwnMandateTakes(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 1000)
            try await grant(ann, 10_000, of: "ann", in: bank)
            let list = LedgerSignal.Debits(debits: [debit(ann, 1, key: "a")])
            #expect(try await bank.fault(list, as: "ann").code == .permissionDenied)
            #expect(try await bank.fault(list, as: nil).code == .unauthenticated)
            #expect(codes(try await bank.send(list, asService: "history")) == [.permissionDenied])
            for count in [0, 8_193] {
                let wrong = LedgerSignal.Debits(debits: Array(repeating: debit(ann, 1, key: "k"), count: count))
                let fault = try await bank.fault(wrong, asService: "subscriptions")
                #expect(fault.code == .invalidArgument && fault.field == "debits")
            }
            let withoutKey = LedgerSignal.Debits(debits: [debit(ann, 1, key: "")])
            #expect(codes(try await bank.send(withoutKey, asService: "subscriptions")) == [.invalidArgument])
            #expect(try await bank.balance(ann, of: "ann") == 1000)
        }
    }
}
