import Coordination
import Domain
import Reasons
import Signals
import TestSupport
import Testing
import Transport

/// Transfers confirmed by codes of a real authenticator app, which a real auth verifies.
@Suite struct ConfirmationSystemTests {
    @Test func aCodeOfTheAppConfirmsATransferOnceAlsoAfterAKill() async throws {
        let bank = try await Bank.opened()
        let (anna, boris) = (try await bank.person(), try await bank.person())
        let from = try await bank.account(of: anna, with: "10000")
        let to = try await bank.account(of: boris)
        func context() -> SignalContext { bank.context(anna, key: Bank.newKey()) }
        let begun = try await bank.auth.send(AuthSignal.BeginTOTP(password: anna.password), context: context())
        let app = try AuthenticatorApp(secret: begun.secret)
        // Three time steps, because each code is valid once: for half a minute before and after its step. The last one
        // becomes valid when the next step begins, so that none is ever at the end of its time.
        let now = WallClock.system.now()
        let codes = [0, 30, 60].map { app.code(at: now + .seconds($0)) }
        _ = try await bank.auth.send(AuthSignal.ConfirmTOTP(code: codes[0]), context: context())

        let rubles = try #require(Currency(code: "RUB"))
        func money(_ units: Int64) -> Money { Money(minorUnits: units * 100, currency: rubles) }
        let limits = try await bank.ledger.send(
            LedgerSignal.SetLimits(account: from, confirmAbove: money(1000), code: codes[1]), context: context()
        ).limits
        #expect(limits.confirmAbove == money(1000))

        let transfer = LedgerSignal.MakeTransfer(from: from, to: to, amount: money(2500), description: "Rent")
        let fault = await #expect(throws: Fault.self) {
            try await bank.ledger.send(transfer, context: bank.context(anna, key: "rent"))
        }
        #expect(fault?.code == .confirmationRequired)
        guard case .text(let challenge)? = fault?.details["challenge"] else {
            Issue.record("There is no challenge: \(String(describing: fault))")
            return
        }
        // The challenge is on disk.
        try await bank.house.kill("ledger")
        try await bank.house.start("ledger")
        let used = LedgerSignal.Confirm(challenge: challenge, code: codes[1])
        let wrong = await #expect(throws: Fault.self) { try await bank.ledger.send(used, context: context()) }
        #expect(wrong?.code == .wrongCode)
        #expect(wrong?.details["triesLeft"] == .number(2))
        let confirm = LedgerSignal.Confirm(challenge: challenge, code: codes[2])
        let stranger = await #expect(throws: Fault.self) {
            try await bank.ledger.send(confirm, context: bank.context(boris, key: Bank.newKey()))
        }
        #expect(stranger?.code == .notFound)
        try await eventually("the last code is valid") {
            WallClock.system.now().milliseconds / 30_000 > now.milliseconds / 30_000
        }
        let answer = try await bank.ledger.send(confirm, context: context())
        #expect(answer.transfer.amount == money(2500))
        try await bank.house.kill("ledger")
        try await bank.house.start("ledger")
        let again = try await bank.ledger.send(confirm, context: context())
        #expect(again.transfer == answer.transfer && again.doneBefore == true)
        #expect(try await bank.ledger.send(transfer, context: bank.context(anna, key: "rent")) == answer)
        #expect(try await bank.balance(of: from, anna) == "7500.00")
        #expect(try await bank.balance(of: to, boris) == "2500.00")
        let other = await #expect(throws: Fault.self) {
            try await bank.ledger.send(
                LedgerSignal.MakeTransfer(from: from, to: to, amount: money(2501)), context: context())
        }
        guard case .text(let second)? = other?.details["challenge"] else {
            Issue.record("There is no challenge: \(String(describing: other))")
            return
        }
        let codesOfBefore = LedgerSignal.Confirm(challenge: second, code: codes[2])
        var last: Fault?
        for _ in 0..<3 {
            last = await #expect(throws: Fault.self) {
                try await bank.ledger.send(codesOfBefore, context: context())
            }
        }
        #expect(last?.code == .challengeVoid, "three wrong codes, and it starts over")
        #expect(try await bank.balance(of: to, boris) == "2500.00")
        #expect(try await bank.problems(as: anna) == [])
        await bank.close()
    }
}
