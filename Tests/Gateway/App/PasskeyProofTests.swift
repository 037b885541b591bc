import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWords

/// A passkey in place of a code, in scenes that need a proof, with and without codes.
@Suite @MainActor struct PasskeyProofTests {
    /// What a browser returns, as JSON.
    nonisolated private static let answer = """
        {"id":"AQ","response":{"clientDataJSON":"Ag","authenticatorData":"Aw","signature":"BA"}}
        """

    /// Auth, with a passkey of the user whose proofs are numbered.
    private static func auth(
        hasCodes: Bool, hasPasskey: Bool = true, refusal: @escaping @Sendable () -> Fault? = { nil },
        _ answers: inout FakeServices.Answers
    ) {
        answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: hasCodes))
        answers.answer(AuthSignal.BeginPasskeyProof.self) { signal, _ in
            guard hasPasskey else { throw Fault(.conflict, "The user has no passkeys.") }
            let options = AuthSignal.RequestOptions(
                challenge: signal.order ?? "none", timeout: 60_000, rpId: "localhost", allowCredentials: [])
            return AuthSignal.PasskeyRequest(publicKey: options, expiresAt: AppSamples.now)
        }
        answers.answer(AuthSignal.ProvePasskey.self) { signal, _ in
            if let fault = refusal() { throw fault }
            return AuthSignal.Proof(proof: "proof for \(signal.order ?? "none")", expiresAt: AppSamples.now)
        }
    }

    private static func request(in form: Form) -> PasskeyBlock? {
        for case .passkey(let request, _) in form.fields.lazy.map(\.kind) { return request }
        return nil
    }

    private func parked(_ services: FakeServices, _ tree: RelayCoordinator) async throws -> TransferPresenter {
        let presenter = TransferPresenter(
            from: AppSamples.main.id, signals: tree, tools: .forTests(usesPasskeys: true))
        presenter.open()
        try await eventuallyOnMain("the accounts are there") { !presenter.state.form.fields.isEmpty }
        presenter.receive(.fill(field: "to", "savings"))
        presenter.receive(.fill(field: "amount", "500"))
        presenter.receive(.focus(field: "description"))
        presenter.receive(.enter)
        try await eventuallyOnMain("it asks") { if case .confirming = presenter.state.stage { true } else { false } }
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it goes on") {
            switch presenter.state.stage {
            case .code, .refused: true
            default: false
            }
        }
        return presenter
    }

    private static func ledger(_ answers: inout FakeServices.Answers) {
        answers.answer(
            LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main, AppSamples.savings]))
        answers.answer(LedgerSignal.MakeTransfer.self) { signal, _ in
            guard signal.dryRun == true else {
                throw Fault(.confirmationRequired, "It takes a code.", details: ["challenge": .text("c1")])
            }
            return AppSamples.transfer("500")
        }
        answers.answer(LedgerSignal.Confirm.self) { signal, _ in
            guard signal.code == "proof for c1" else { throw Fault(.wrongCode, "It is wrong.") }
            return AppSamples.transfer("500")
        }
    }

    @Test(arguments: [true, false]) func itConfirmsATransfer(hasCodes: Bool) async throws {
        let services = FakeServices { answers in
            Self.ledger(&answers)
            Self.auth(hasCodes: hasCodes, &answers)
        }
        let tree = fakeTree(services)
        let presenter = try await parked(services, tree)
        #expect(presenter.state.codeForm.fields.map(\.name) == (hasCodes ? ["code", "passkey"] : ["passkey"]))
        #expect(Self.request(in: presenter.state.codeForm)?.options.contains(#""challenge":"c1""#) == true)
        presenter.receive(.credential(Self.answer))
        presenter.receive(.focus(field: "passkey"))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is done") { if case .done = presenter.state.stage { true } else { false } }
        #expect(services.signals(of: AuthSignal.ProvePasskey.self).map(\.order) == ["c1"])
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    /// An answer is for one request: after a refusal there is another request, and the transfer waits.
    @Test(arguments: [answer, "no JSON"]) func anotherKeyIsToldAndAskedForAgain(given: String) async throws {
        let services = FakeServices { answers in
            Self.ledger(&answers)
            Self.auth(hasCodes: false, refusal: { Fault(.invalidCredentials, "It is another key.") }, &answers)
        }
        let tree = fakeTree(services)
        let presenter = try await parked(services, tree)
        presenter.receive(.credential(given))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is told") { presenter.state.codeFault != nil }
        #expect(presenter.state.codeForm.passkeyAnswer == nil && Self.request(in: presenter.state.codeForm) != nil)
        #expect(services.signals(of: AuthSignal.BeginPasskeyProof.self).count == 2)
        #expect(services.signals(of: LedgerSignal.Confirm.self).isEmpty)
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    /// Enter without an answer is no answer, and a service that is away ends nothing.
    @Test func theTransferWaitsForAnAnswer() async throws {
        let asked = Recorded<Int>()
        let services = FakeServices { answers in
            Self.ledger(&answers)
            let refusal: @Sendable () -> Fault? = {
                asked.add(1)
                return asked.values.count > 1 ? nil : Fault(.unavailable, "Auth is being restarted.")
            }
            Self.auth(hasCodes: false, refusal: refusal, &answers)
        }
        let tree = fakeTree(services)
        let presenter = try await parked(services, tree)
        presenter.receive(.enter)
        #expect(!presenter.state.isConfirming)
        presenter.receive(.credential(Self.answer))
        presenter.receive(.enter)
        #expect(presenter.state.isConfirming && presenter.goBack(), "it can only be awaited")
        try await eventuallyOnMain("it is told") { presenter.state.codeFault != nil && !presenter.state.isConfirming }
        presenter.receive(.credential(Self.answer))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is done") { if case .done = presenter.state.stage { true } else { false } }
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    /// What an authenticator has signed was for what the other fields said.
    @Test func anAnswerIsForgottenWithTheNextChange() throws {
        let request = try PasskeyBlock(.prove, ["challenge": "AQ"], .blank)
        var form = Form([FormField("daily", .blank)])
        form.ask(for: [.code, FormField("passkey", .blank, .passkey(request, answer: nil))])
        #expect(form.focused?.name == "code" && form.receive(.credential("{}")) == "passkey")
        #expect(form.passkeyAnswer == "{}" && form.hasProof)
        #expect(form.receive(.focus(field: "daily")) == nil && form.passkeyAnswer != nil)
        #expect(form.receive(.fill(field: "daily", "5")) == "daily" && !form.hasProof)
        form.ask(for: [.password])
        #expect(form.fields.map(\.name) == ["daily", "code", "password"] && form.focused?.name == "password")
    }

    @Test func withoutPasskeysAndCodesTheTransferIsRefused() async throws {
        let services = FakeServices { answers in
            Self.ledger(&answers)
            Self.auth(hasCodes: false, hasPasskey: false, &answers)
        }
        let tree = fakeTree(services)
        let presenter = try await parked(services, tree)
        guard case .refused(let fault) = presenter.state.stage else {
            Issue.record("\(presenter.state.stage)")
            return
        }
        #expect(fault.message == CodesTexts.neededButOff)
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func itChangesLimits() async throws {
        let limits = LedgerSignal.LimitsAnswer(
            limits: LedgerSignal.Limits(
                account: AppSamples.main.id, perTransfer: nil, daily: nil, confirmAbove: nil,
                spentToday: AppSamples.money("0"), leftToday: nil, resetsAt: AppSamples.now))
        let services = FakeServices { answers in
            Self.ledger(&answers)
            Self.auth(hasCodes: false, &answers)
            answers.answer(LedgerSignal.GetLimits.self, limits)
            answers.answer(LedgerSignal.SetLimits.self) { signal, _ in
                guard signal.code == "proof for none" else { throw Fault(.confirmationRequired, "It takes a code.") }
                return limits
            }
        }
        let tree = fakeTree(services)
        let presenter = LimitsPresenter(
            of: AppSamples.main.id, signals: tree, tools: .forTests(usesPasskeys: true))
        presenter.open()
        try await eventuallyOnMain("the limits are there") { presenter.state.form.fields.count == 4 }
        presenter.receive(.fill(field: "confirmAbove", "100"))
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is asked for") {
            !presenter.state.isSending && Self.request(in: presenter.state.form) != nil
        }
        #expect(presenter.state.said == CodesTexts.passkeyNeeded)
        presenter.receive(.credential(Self.answer))
        presenter.receive(.focus(field: "passkey"))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is done") { presenter.state.said == LimitsTexts.done }
        #expect(Self.request(in: presenter.state.form) == nil)
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func itSetsUpASchedule() async throws {
        let schedule = AppSamples.schedule("500", next: AppSamples.today.adding(days: 3))
        let services = FakeServices { answers in
            Self.ledger(&answers)
            Self.auth(hasCodes: false, &answers)
            answers.answer(LedgerSignal.MakeSchedule.self) { signal, _ in
                guard signal.code == "proof for none" else { throw Fault(.confirmationRequired, "It takes a code.") }
                return LedgerSignal.ScheduleAnswer(schedule: schedule)
            }
        }
        let tree = fakeTree(services)
        let presenter = ScheduleFormPresenter(signals: tree, tools: .forTests(usesPasskeys: true))
        let done = Recorded<Bool>()
        presenter.output = { done.add(true) }
        presenter.open()
        try await eventuallyOnMain("the form is there") { !presenter.state.form.fields.isEmpty }
        presenter.receive(.fill(field: "to", "savings"))
        presenter.receive(.fill(field: "amount", "500"))
        presenter.receive(.fill(field: "start", AppSamples.today.adding(days: 3).description))
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is asked for") {
            !presenter.state.isSending && Self.request(in: presenter.state.form) != nil
        }
        presenter.receive(.credential(Self.answer))
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is set up") { done.values == [true] }
        presenter.close()
        withExtendedLifetime(tree) {}
    }
}
