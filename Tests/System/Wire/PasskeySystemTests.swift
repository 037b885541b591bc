import Coordination
import Domain
import Reasons
import Signals
import TestSupport
import Testing
import Transport

/// Passkeys of a software authenticator, which a real auth verifies, confirmed behind its confinement.
@Suite struct PasskeySystemTests {
    private func challenge(_ fault: Fault?) throws -> String {
        let fault = try #require(fault)
        try #require(fault.code == .confirmationRequired, "\(fault)")
        guard case .text(let challenge)? = fault.details["challenge"] else { throw fault }
        return challenge
    }

    @Test func aPasskeyIsRegisteredSignsInAndConfirmsExactlyOneTransfer() async throws {
        let bank = try await Bank.opened()
        let (anna, boris) = (try await bank.person(), try await bank.person())
        let from = try await bank.account(of: anna, with: "10000")
        let to = try await bank.account(of: boris)
        func context(_ session: AuthSignal.Session? = nil) -> SignalContext {
            SignalContext(idempotencyKey: Bank.newKey(), session: (session ?? anna.signedIn.session).token)
        }
        // A session alone registers nothing.
        let alone = await #expect(throws: Fault.self) {
            try await bank.auth.send(AuthSignal.BeginPasskey(), context: context())
        }
        #expect(alone?.code == .emptyField)
        let creation = try await bank.auth.send(
            AuthSignal.BeginPasskey(password: anna.password), context: context())
        let page = PasskeyPage(count: 1)
        let added = try await bank.auth.send(page.add(creation, name: "phone"), context: context())
        #expect(added.name == "phone")

        // Signing in, also after a kill, and not twice with one answer.
        func using(_ count: UInt32) -> PasskeyPage { page.with { $0.answer.count = count } }
        let request = try await bank.auth.send(AuthSignal.BeginPasskeyLogin(), context: SignalContext())
        try await bank.house.kill("auth")
        try await bank.house.start("auth")
        let login = AuthSignal.PasskeyLogin(
            assertion: using(2).use(request, of: anna.signedIn.user.id), device: "phone")
        let signedIn = try await bank.auth.send(login, context: SignalContext(idempotencyKey: Bank.newKey()))
        #expect(signedIn.user.id == anna.signedIn.user.id)
        let replay = await #expect(throws: Fault.self) {
            try await bank.auth.send(login, context: SignalContext(idempotencyKey: Bank.newKey()))
        }
        #expect(replay?.why == .passkeyChallengeOver)
        let session = signedIn.session
        let sessions = try await bank.auth.send(AuthSignal.Sessions(), context: context(session)).sessions
        #expect(sessions.contains { $0.device == "passkey, phone" && $0.isCurrent })

        // Without one-time codes, a passkey sets the limit and confirms the order.
        var count: UInt32 = 2
        func proof(_ order: String?) async throws -> String {
            count += 1
            let asked = try await bank.auth.send(
                AuthSignal.BeginPasskeyProof(order: order), context: context(session))
            let prove = AuthSignal.ProvePasskey(
                assertion: using(count).use(asked, of: signedIn.user.id), order: order)
            return try await bank.auth.send(prove, context: context(session)).proof
        }
        let rubles = try #require(Currency(code: "RUB"))
        func money(_ units: Int64) -> Money { Money(minorUnits: units * 100, currency: rubles) }
        let limits = LedgerSignal.SetLimits(account: from, confirmAbove: money(1000), code: try await proof(nil))
        let set = try await bank.ledger.send(limits, context: context(session)).limits
        #expect(set.confirmAbove == money(1000))
        func park(_ units: Int64) async throws -> String {
            let transfer = LedgerSignal.MakeTransfer(from: from, to: to, amount: money(units))
            return try challenge(
                await #expect(throws: Fault.self) {
                    try await bank.ledger.send(transfer, context: context(session))
                })
        }
        let order = try await park(2500)
        let forOrder = try await proof(order)
        for wrong in [try await proof(nil), try await proof("another")] {
            let fault = await #expect(throws: Fault.self) {
                try await bank.ledger.send(
                    LedgerSignal.Confirm(challenge: order, code: wrong), context: context(session))
            }
            #expect(fault?.code == .wrongCode)
        }
        // The proof is of no use in another session, such as that of a thief.
        let stolen = await #expect(throws: Fault.self) {
            try await bank.ledger.send(LedgerSignal.Confirm(challenge: order, code: forOrder), context: context())
        }
        #expect(stolen?.code == .challengeVoid, "the third wrong try")
        #expect(try await bank.balance(of: to, boris) == "0.00")

        let second = try await park(2500)
        let right = try await proof(second)
        let confirm = LedgerSignal.Confirm(challenge: second, code: right)
        let answer = try await bank.ledger.send(confirm, context: context(session))
        #expect(answer.transfer.amount == money(2500) && answer.doneBefore != true)
        #expect(try await bank.ledger.send(confirm, context: context(session)).doneBefore == true)
        let third = try await park(2600)
        let reuse = await #expect(throws: Fault.self) {
            try await bank.ledger.send(
                LedgerSignal.Confirm(challenge: third, code: right), context: context(session))
        }
        #expect(reuse?.code == .wrongCode)
        #expect(try await bank.balance(of: to, boris) == "2500.00")

        // An old counter is refused, and a removed passkey ends its sessions.
        let late = try await bank.auth.send(AuthSignal.BeginPasskeyLogin(), context: SignalContext())
        let copy = AuthSignal.PasskeyLogin(assertion: using(2).use(late, of: signedIn.user.id))
        let copied = await #expect(throws: Fault.self) {
            try await bank.auth.send(copy, context: SignalContext(idempotencyKey: Bank.newKey()))
        }
        #expect(copied?.why == .passkeyCopied)
        let remove = AuthSignal.RemovePasskey(id: added.id, password: anna.password)
        #expect(try await bank.auth.send(remove, context: context()).ended == 1)
        let over = await #expect(throws: Fault.self) {
            try await bank.auth.send(AuthSignal.Me(), context: context(session))
        }
        #expect(over?.code == .unauthenticated)
        #expect(try await bank.problems(as: anna) == [])
        await bank.close()
    }
}
