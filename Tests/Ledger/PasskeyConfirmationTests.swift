import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import LedgerService

/// Orders confirmed by a passkey in the place of a code.
@Suite struct PasskeyConfirmationTests {
    private func challenge(_ fault: Fault) throws -> String {
        try #require(fault.code == .confirmationRequired, "\(fault)")
        guard case .text(let challenge)? = fault.details["challenge"] else { throw fault }
        return challenge
    }

    @Test(arguments: StoreKind.allCases)
    func aProofForTheOrderConfirmsItAlsoWithoutCodes(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let (bob, eve) = (try await bank.openAccount(of: "bob"), try await bank.openAccount(of: "eve"))
            // A passkey is as good as a code: it also sets the amount above which one is needed.
            _ = try await bank.send(
                LedgerSignal.SetLimits(account: ann, confirmAbove: rubles(100), code: "pk."), as: "ann")
            let order = try challenge(try await bank.fault(transfer(ann, bob, 500), as: "ann", key: "k"))
            func confirm(_ code: String) -> LedgerSignal.Confirm {
                LedgerSignal.Confirm(challenge: order, code: code)
            }
            for code in ["pk.", "pk.another"] {
                #expect(try await bank.fault(confirm(code), as: "ann").code == .wrongCode, "\(code)")
            }
            #expect(try await bank.send(confirm("pk." + order), as: "ann").transfer.amount == rubles(500))
            #expect(try await bank.send(confirm("pk." + order), as: "ann").doneBefore == true)
            #expect(try await bank.balance(bob, of: "bob") == 500)
            // Used, and of another order.
            let next = try challenge(try await bank.fault(transfer(ann, eve, 500), as: "ann"))
            let second = LedgerSignal.Confirm(challenge: next, code: "pk." + order)
            #expect(try await bank.fault(second, as: "ann").code == .wrongCode)
            #expect(try await bank.balance(eve, of: "eve") == 0)
        }
    }
}
