import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import LedgerService

/// What is put aside is listed for those whom it concerns, as long as it is.
@Suite struct HoldListTests {
    private func ids(_ bank: Bank, _ account: String? = nil, as user: String) async throws -> [String] {
        try await bank.send(LedgerSignal.Holds(account: account), as: user).holds.map(\.id)
    }

    @Test(arguments: StoreKind.allCases) func openHoldsAreListedForBothSides(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let main = try await bank.openAccount(of: "ann", with: 10_000)
            let savings = try await bank.openAccount(of: "ann", with: 1_000)
            let bob = try await bank.openAccount(of: "bob")
            #expect(try await ids(bank, as: "ann") == [])
            let first = try await bank.hold(main, bob, 500, for: .seconds(60)).transfer
            let second = try await bank.hold(main, savings, 300).transfer
            let third = try await bank.hold(savings, bob, 100).transfer
            #expect(try await ids(bank, as: "ann") == [third.id, second.id, first.id])
            #expect(try await ids(bank, main, as: "ann") == [second.id, first.id])
            #expect(try await ids(bank, savings, as: "ann") == [third.id, second.id])
            #expect(try await ids(bank, as: "bob") == [third.id, first.id])
            let listed = try await bank.send(LedgerSignal.Holds(account: bob), as: "bob").holds
            #expect(listed.map(\.status) == [.pending, .pending])
            #expect(listed.last == first)
            #expect(listed.last?.expiresAt == bank.clock.time + .seconds(60))

            _ = try await bank.send(LedgerSignal.PostHold(hold: second.id), as: "ann")
            _ = try await bank.send(LedgerSignal.VoidHold(hold: third.id), as: "bob")
            #expect(try await ids(bank, as: "ann") == [first.id])
            // Over at its time, not when the record of that is written.
            bank.clock.advance(by: .seconds(60))
            #expect(try await ids(bank, as: "ann") == [])
            #expect(try await ids(bank, as: "cleo") == [])
        }
    }

    @Test(arguments: StoreKind.allCases) func pagesTellEachHoldOnce(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            var made: [String] = []
            for _ in 0..<5 { made.append(try await bank.hold(ann, bob, 1).transfer.id) }
            var told: [String] = []
            var cursor: String?
            repeat {
                let page = try await bank.send(LedgerSignal.Holds(limit: 2, cursor: cursor), as: "bob")
                told += page.holds.map(\.id)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(told == made.reversed())
        }
    }

    @Test(arguments: StoreKind.allCases) func onlyTheOwnerIsTold(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let signal = LedgerSignal.Holds(account: ann)
            #expect(try await bank.fault(signal, as: "bob").code == .notFound)
            #expect(try await bank.fault(signal, as: nil).code == .unauthenticated)
            for hostile in [
                LedgerSignal.Holds(limit: 0), LedgerSignal.Holds(limit: 1001), LedgerSignal.Holds(cursor: "-1"),
                LedgerSignal.Holds(cursor: "x"), LedgerSignal.Holds(cursor: ""),
            ] {
                #expect(try await bank.fault(hostile, as: "ann").code == .invalidArgument)
            }
        }
    }
}
