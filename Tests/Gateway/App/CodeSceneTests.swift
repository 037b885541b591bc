import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// One-time codes: turned on with a first code, turned off after a question.
@Suite @MainActor struct CodeSceneTests {
    nonisolated static let secret = AuthSignal.TOTPSecret(
        secret: "FMU5OGDCZJSL7EJMXCSD57LHV3U7AO7Z",
        uri: "otpauth://totp/Kopilka:anna%40example.org?secret=FMU5OGDCZJSL7EJMXCSD57LHV3U7AO7Z&issuer=Kopilka",
        expiresAt: AppSamples.now)

    nonisolated static func state(_ stage: CodesState.Stage) -> CodesState {
        var state = CodesState()
        state.me = .content(AppSamples.me(hasCodes: true), stale: nil)
        state.stage = stage
        if case .confirming = stage {
            state.form = Form([FormField("code", CodesTexts.code, note: CodesTexts.firstNote)])
        }
        return state
    }

    private func presenter(hasCodes: Bool, above: String? = nil) async throws -> (
        CodesPresenter, FakeServices, RelayCoordinator
    ) {
        let services = FakeServices { answers in
            answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: hasCodes))
            answers.answer(AuthSignal.BeginTOTP.self) { signal, _ in
                guard signal.password == "right" else { throw Fault(.invalidCredentials, "The password is wrong.") }
                return Self.secret
            }
            answers.answer(AuthSignal.ConfirmTOTP.self) { signal, _ in
                guard signal.code == "123456" else { throw Fault(.wrongCode, "The code is wrong.") }
                return AuthSignal.RecoveryCodes(recoveryCodes: ["aaaa-bbbb", "cccc-dddd"])
            }
            answers.answer(AuthSignal.DisableTOTP.self, AuthSignal.Done(done: true))
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(
                LedgerSignal.GetLimits.self,
                LedgerSignal.LimitsAnswer(
                    limits: LedgerSignal.Limits(
                        account: AppSamples.main.id, perTransfer: nil, daily: nil,
                        confirmAbove: above.map { AppSamples.money($0) }, spentToday: AppSamples.money("0"),
                        leftToday: nil, resetsAt: AppSamples.now)))
        }
        let tree = fakeTree(services)
        let presenter = CodesPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("it is known") { presenter.state.me.value != nil }
        return (presenter, services, tree)
    }

    @Test func theyAreOnOnceAFirstCodeIsRight() async throws {
        let (presenter, _, tree) = try await presenter(hasCodes: false)
        presenter.receive(.perform("on"))
        presenter.receive(.fill(field: "password", "wrong"))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is refused at the field") { presenter.state.form.fields[0].problem != nil }
        #expect(presenter.state.form["password"].isEmpty)
        try await eventuallyOnMain("it may be tried again") { !presenter.state.isBusy }
        presenter.receive(.fill(field: "password", "right"))
        presenter.receive(.enter)
        try await eventuallyOnMain("there is a secret") { presenter.state.form.focused?.name == "code" }
        try await eventuallyOnMain("a code may be typed") { !presenter.state.isBusy }
        presenter.receive(.fill(field: "code", "111111"))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is wrong") { presenter.state.form.fields[0].problem != nil }
        try await eventuallyOnMain("it may be tried again") { !presenter.state.isBusy }
        presenter.receive(.fill(field: "code", "123456"))
        presenter.receive(.enter)
        try await eventuallyOnMain("recovery codes are shown") {
            if case .recovery(let codes) = presenter.state.stage { codes.count == 2 } else { false }
        }
        try await eventuallyOnMain("it is at rest") { !presenter.state.isBusy }
        presenter.receive(.enter)
        guard case .seen = presenter.state.stage else { return #expect(Bool(false), "it goes back") }
        withExtendedLifetime(tree) {}
    }

    @Test(arguments: [nil, "500"])
    func theyAreOffAfterAYesThatNamesWhatWouldWait(above: String?) async throws {
        let (presenter, services, tree) = try await presenter(hasCodes: true, above: above)
        presenter.receive(.perform("off"))
        presenter.receive(.fill(field: "password", "right"))
        presenter.receive(.fill(field: "code", "123456"))
        presenter.receive(.focus(field: "code"))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is asked") { presenter.state.question != nil && !presenter.state.isBusy }
        #expect(presenter.state.question?.chosenAnswer.kind == .no)
        let said = presenter.state.question?.text.spoken(in: .english) ?? ""
        #expect(said.contains("from main") == (above != nil))
        presenter.receive(.enter)
        #expect(services.signals(of: AuthSignal.DisableTOTP.self).isEmpty)
        presenter.receive(.enter)
        try await eventuallyOnMain("it is asked again") { presenter.state.question != nil && !presenter.state.isBusy }
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("they are off") { presenter.state.said == CodesTexts.areOff }
        let sent = try #require(services.signals(of: AuthSignal.DisableTOTP.self).first)
        #expect(sent.password == "right" && sent.code == "123456")
        withExtendedLifetime(tree) {}
    }

    @Test func thePictureIsWholeOrNotThere() {
        let screen = CodesView().screen(Self.state(.confirming(Self.secret)))
        func drawn(_ rows: Int, isASCII: Bool = false) -> Int {
            GridRenderer(rows: rows, columns: 80, language: .english, isASCII: isASCII)
                .grid(of: GridRenderer.Page(path: [], screen: screen)).lines.filter {
                    $0.contains("▀") || $0.contains("█")
                }.count
        }
        let least = QRPicture(Self.secret.uri, quiet: QRPicture.leastQuiet).rows
        #expect(drawn(22) == 0 && drawn(40) >= least)
        #expect(drawn(40, isASCII: true) == 0)
    }
}
