import Coordination
import Domain
import Reasons
import Signals
import Testing

@testable import GatewayCommandLine
@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// The limits of an account: shown, set, and removed after a question.
@Suite @MainActor struct LimitSceneTests {
    nonisolated private static func limits(
        _ account: String, perTransfer: String? = nil, daily: String? = "3000"
    ) -> LedgerSignal.Limits {
        LedgerSignal.Limits(
            account: account, perTransfer: perTransfer.map { AppSamples.money($0) },
            daily: daily.map { AppSamples.money($0) }, confirmAbove: nil, spentToday: AppSamples.money("1250.40"),
            leftToday: daily == nil ? nil : AppSamples.money("1749.60"), resetsAt: AppSamples.now)
    }

    nonisolated static var state: LimitsState {
        var state = LimitsState()
        state.accounts = .content([AppSamples.main], stale: nil)
        state.limits = .content(limits(AppSamples.main.id), stale: nil)
        state.form = Form(
            [FormField("account", RecordTexts.account, .choice([Text(verbatim: "main")]))]
                + LedgerSignal.LimitName.allCases.map { name in
                    FormField(
                        name.rawValue, LimitsTexts.name(name), text: name == .daily ? "3000.00" : "",
                        note: LimitsTexts.note(name))
                })
        state.form.focus(on: "daily")
        return state
    }

    private static func services(
        hasCodes: Bool = true,
        set: @escaping @Sendable (LedgerSignal.SetLimits, SignalContext) throws -> Void = { _, _ in }
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(
                LedgerSignal.Accounts.self,
                LedgerSignal.AccountList(accounts: [AppSamples.main, AppSamples.savings]))
            answers.answer(LedgerSignal.GetLimits.self) { signal, _ in
                let daily = signal.account == AppSamples.main.id ? "3000" : nil
                return LedgerSignal.LimitsAnswer(limits: limits(signal.account, daily: daily))
            }
            answers.answer(LedgerSignal.SetLimits.self) { signal, context in
                try set(signal, context)
                return LedgerSignal.LimitsAnswer(limits: limits(signal.account, perTransfer: "500", daily: nil))
            }
            answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: hasCodes))
            answers.answer(AuthSignal.Prove.self) { signal, _ in
                guard signal.password == "secret" else { throw Fault(.invalidCredentials, "It is wrong.") }
                return AuthSignal.Proof(proof: "proof", expiresAt: AppSamples.now)
            }
        }
    }

    private func presenter(_ services: FakeServices) async throws -> (LimitsPresenter, RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = LimitsPresenter(of: AppSamples.main.id, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the limits are there") { presenter.state.form.fields.count == 4 }
        return (presenter, tree)
    }

    @Test func whatHasChangedIsSetAndWhatIsEmptiedIsRemovedAfterAYes() async throws {
        let keys = Recorded<String?>()
        let services = Self.services { _, context in
            keys.add(context.idempotencyKey)
            if keys.values.count == 1 { throw Fault(.unavailable, "Ledger is being restarted.") }
        }
        let (presenter, tree) = try await presenter(services)
        presenter.receive(.perform("save"))
        #expect(presenter.state.question == nil && presenter.state.said == LimitsTexts.nothing)
        presenter.receive(.fill(field: "daily", ""))
        presenter.receive(.fill(field: "perTransfer", "0"))
        presenter.receive(.perform("save"))
        #expect(presenter.state.form.focused?.problem == TransferTexts.notPositive)
        presenter.receive(.fill(field: "perTransfer", "500"))
        presenter.receive(.perform("save"))
        #expect(presenter.state.question?.chosenAnswer.kind == .no)
        presenter.receive(.enter)
        #expect(services.signals(of: LedgerSignal.SetLimits.self).isEmpty)
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("ledger is gone") { presenter.state.fault != nil && !presenter.state.isSending }
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { presenter.state.said == LimitsTexts.done }
        #expect(keys.values.count == 2 && Set(keys.values).count == 1)
        let sent = try #require(services.signals(of: LedgerSignal.SetLimits.self).last)
        #expect(sent.perTransfer == AppSamples.money("500") && sent.remove == [.daily] && sent.confirmAbove == nil)
        #expect(presenter.state.form["daily"].isEmpty)
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func anotherAccountShowsItsOwn() async throws {
        let (presenter, tree) = try await presenter(Self.services())
        #expect(!presenter.state.form["daily"].isEmpty)
        presenter.receive(.step(.right))
        try await eventuallyOnMain("they are shown") { presenter.state.limits.value?.account == AppSamples.savings.id }
        #expect(presenter.state.form["daily"].isEmpty && presenter.state.account?.id == AppSamples.savings.id)
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test func aLimitIsEmptiedInAConversation() async throws {
        let services = Self.services()
        let tree = fakeTree(services)
        let presenter = LimitsPresenter(of: AppSamples.main.id, signals: tree, tools: .forTests())
        let router = SceneRouter()
        router.push(Scene(presenter, LimitsView()))
        try await eventuallyOnMain("the limits are there") { presenter.state.form.fields.count == 4 }
        let output = Recorder()
        let stream = TextStream(isTerminal: false, width: nil, hasColor: false) { output.append($0) }
        let left = Recorded<String>()
        let lines = ["", "", "-", "", "y"]
        let input = PlainInput { _ in
            guard left.values.count < lines.count else { return nil }
            left.add(lines[left.values.count])
            return left.values.last
        }
        await PlainFace(router, output: stream, language: .english, input: input).run()
        #expect(output.text.contains("RUB; - for none]: "), "\(output.text)")
        #expect(services.signals(of: LedgerSignal.SetLimits.self).first?.remove == [.daily], "\(output.text)")
        router.pop(to: 0)
        withExtendedLifetime(tree) {}
    }

    @Test func whileCodesAreOffThePasswordIsAskedFor() async throws {
        let services = Self.services(hasCodes: false) { signal, _ in
            guard signal.code == "proof" else {
                throw Fault(.confirmationRequired, "It takes the password.", details: ["password": .flag(true)])
            }
        }
        let (presenter, tree) = try await presenter(services)
        func send() {
            presenter.receive(.perform("save"))
            presenter.receive(.perform("yes"))
        }
        presenter.receive(.fill(field: "daily", ""))
        send()
        try await eventuallyOnMain("it is asked for") {
            !presenter.state.isSending && presenter.state.form.focused?.name == "password"
        }
        #expect(presenter.state.said == CodesTexts.passwordNeeded && presenter.state.form.focused?.kind == .secret)
        presenter.receive(.fill(field: "password", "wrong"))
        send()
        try await eventuallyOnMain("a wrong one is told") { presenter.state.form.focused?.problem != nil }
        #expect(presenter.state.form["password"].isEmpty && presenter.state.fault == nil)
        try await eventuallyOnMain("it may go on") { !presenter.state.isSending }
        presenter.receive(.fill(field: "password", "secret"))
        send()
        try await eventuallyOnMain("it is done") { presenter.state.said == LimitsTexts.done }
        #expect(!presenter.state.form.fields.contains { $0.name == "password" })
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    @Test(arguments: [true, false])
    func aCodeIsAskedForWhereThereIsAnAppToMakeOne(hasCodes: Bool) async throws {
        let services = Self.services(hasCodes: hasCodes) { signal, _ in
            guard signal.code == "123456" else { throw Fault(.confirmationRequired, "It takes a code.") }
        }
        let (presenter, tree) = try await presenter(services)
        presenter.receive(.fill(field: "daily", ""))
        presenter.receive(.perform("save"))
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is answered") {
            !presenter.state.isSending && presenter.state.fault != nil || presenter.state.said != nil
        }
        guard hasCodes else {
            #expect(presenter.state.fault?.message == CodesTexts.neededButOff)
            return presenter.close()
        }
        try await eventuallyOnMain("it may go on") { !presenter.state.isSending }
        #expect(presenter.state.form.focused?.name == "code")
        for character in "123456" { presenter.receive(.type(character)) }
        presenter.receive(.enter)
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { presenter.state.said == LimitsTexts.done }
        presenter.close()
        withExtendedLifetime(tree) {}
    }
}
