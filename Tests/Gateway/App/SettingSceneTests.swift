import Coordination
import Domain
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWords

/// Settings with their current state, and the Telegram account for signing in.
@Suite @MainActor struct SettingSceneTests {
    nonisolated static var state: SettingsState {
        var state = SettingsState()
        state.passkeys = .content(2, stale: nil)
        state.me = .content(AppSamples.me(hasCodes: true, zone: "Europe/Moscow"), stale: nil)
        state.sessions = .content(3, stale: nil)
        state.preferences = .content(AppSamples.preferences(), stale: nil)
        state.telegram = .content(AppSamples.telegram(isLinked: true), stale: nil)
        return state
    }

    nonisolated static func telegram(isLinked: Bool) -> TelegramLinkState {
        var state = TelegramLinkState()
        state.status = .content(AppSamples.telegram(isLinked: isLinked), stale: nil)
        return state
    }

    nonisolated static let attempt = AuthSignal.TelegramAttempt(
        attempt: "a1", link: "https://t.me/bot?start=x", number: 42, expiresAt: AppSamples.now + .seconds(300))

    private func values(_ state: SettingsState) -> [String] {
        SettingsView().screen(state).list?.rows.map { $0[1].text.spoken(in: .english) } ?? []
    }

    @Test func eachRowTellsHowItStandsAndLeadsThere() async throws {
        let services = FakeServices { answers in
            answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: false, zone: "Europe/Moscow"))
            answers.answer(AuthSignal.Sessions.self, AuthSignal.SessionList(sessions: SessionSceneTests.sessions))
            answers.answer(NotificationsSignal.GetPreferences.self, AppSamples.preferences())
            answers.answer(AuthSignal.Passkeys.self, AuthSignal.PasskeyList(passkeys: []))
            answers.refuse(AuthSignal.TelegramStatus.self, Fault(.internalFault, "Auth failed."))
        }
        let tree = fakeTree(services)
        let presenter = SettingsPresenter(signals: tree, tools: .forTests())
        var chosen: [AppPart] = []
        presenter.output = { chosen.append($0) }
        presenter.open()
        try await eventuallyOnMain("all is known") { !SettingsView().screen(presenter.state).isWaiting }
        #expect(
            values(presenter.state) == [
                "3 sessions", "off", "none", "Europe/Moscow, quiet 23:00-08:00", "not known: no answer",
            ])
        for row in SettingsState.parts.indices {
            presenter.receive(.choose(row))
            presenter.receive(.enter)
        }
        #expect(chosen == SettingsState.parts)
        presenter.close()
        withExtendedLifetime(tree) {}
    }

    private func opened(
        isLinked: Bool, outcomes: [AuthSignal.TelegramOutcome] = [.confirmed]
    ) async throws -> (TelegramLinkPresenter, FakeServices, RelayCoordinator) {
        let polls = Counter()
        let services = FakeServices { answers in
            answers.answer(AuthSignal.TelegramStatus.self, AppSamples.telegram(isLinked: isLinked))
            answers.answer(AuthSignal.LinkTelegram.self) { signal, _ in
                guard signal.password == "right" else { throw Fault(.invalidCredentials, "The password is wrong.") }
                guard signal.code == "123456" else { throw Fault(.codeRequired, "A code is needed.") }
                return Self.attempt
            }
            answers.answer(AuthSignal.PollTelegram.self) { _, _ in
                AuthSignal.TelegramProgress(state: outcomes[min(polls.next(), outcomes.count) - 1])
            }
            answers.answer(AuthSignal.UnlinkTelegram.self, AuthSignal.Done(done: true))
        }
        let tree = fakeTree(services)
        let presenter = TelegramLinkPresenter(signals: tree, tools: .forTests(), interval: .milliseconds(1))
        presenter.open()
        try await eventuallyOnMain("it is known") { presenter.state.status.value != nil }
        return (presenter, services, tree)
    }

    private func type(_ text: String, into field: String, of presenter: TelegramLinkPresenter) async throws {
        presenter.receive(.focus(field: field))
        presenter.receive(.fill(field: field, text))
        presenter.receive(.enter)
        try await eventuallyOnMain("it is answered") { !presenter.state.isBusy }
    }

    @Test(arguments: [AuthSignal.TelegramOutcome.confirmed, .refused])
    func anAccountIsLinkedByPasswordCodeAndNumber(outcome: AuthSignal.TelegramOutcome) async throws {
        let (presenter, services, tree) = try await opened(isLinked: false, outcomes: [.waiting, outcome])
        presenter.receive(.perform("unlink"))
        #expect(presenter.state.form.fields.isEmpty, "there is nothing to unlink")
        presenter.receive(.perform("link"))
        try await type("wrong", into: "password", of: presenter)
        #expect(presenter.state.form.fields[0].problem != nil)
        try await type("right", into: "password", of: presenter)
        #expect(presenter.state.form.focused?.name == "code")
        try await type("123456", into: "code", of: presenter)
        try await eventuallyOnMain("it ends") { presenter.state.said != nil || presenter.state.fault != nil }
        #expect((presenter.state.said == TelegramLinkTexts.linked) == (outcome == .confirmed))
        #expect((presenter.state.fault?.message == TelegramTexts.refused) == (outcome == .refused))
        #expect(services.signals(of: AuthSignal.PollTelegram.self).count == 2)
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func oneIsUnlinkedAfterAYes() async throws {
        let (presenter, services, tree) = try await opened(isLinked: true)
        presenter.receive(.perform("unlink"))
        presenter.receive(.fill(field: "password", "right"))
        presenter.receive(.enter)
        #expect(presenter.state.question?.chosenAnswer.kind == .no)
        presenter.receive(.enter)
        #expect(services.signals(of: AuthSignal.UnlinkTelegram.self).isEmpty)
        presenter.receive(.enter)
        presenter.receive(.perform("yes"))
        try await eventuallyOnMain("it is done") { presenter.state.said == TelegramLinkTexts.unlinked }
        #expect(services.signals(of: AuthSignal.UnlinkTelegram.self).map(\.password) == ["right"])
        withExtendedLifetime(tree) { presenter.close() }
    }
}
