import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import GatewayScenes
@testable import GatewayWords

/// Notification preferences and the time zone: shown, and set one by one.
@Suite @MainActor struct PreferenceSceneTests {
    nonisolated static var state: PreferencesState {
        var state = PreferencesState()
        state.preferences = .content(AppSamples.preferences(), stale: nil)
        state.zone = .content(PreferencesState.Zone(name: "Europe/Moscow"), stale: nil)
        return state
    }

    /// The form of the zone, with the beginning of a city typed.
    nonisolated static var searching: PreferencesState {
        var state = state
        (state.editing, state.form) = (.zone, PreferencesForm.make(.zone, state) ?? Form([]))
        for character in "san" { _ = state.form.receive(.type(character)) }
        PreferencesForm.propose(in: &state.form)
        return state
    }

    private static func services(
        set: @escaping @Sendable (NotificationsSignal.SetPreferences) throws -> Void = { _ in }
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(NotificationsSignal.GetPreferences.self, AppSamples.preferences())
            answers.answer(NotificationsSignal.SetPreferences.self) { signal, _ in
                try set(signal)
                return AppSamples.preferences(quiet: signal.quietHours, rules: signal.rules ?? [])
            }
            answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: false, zone: "Europe/Moscow"))
            answers.answer(AuthSignal.SetZone.self) { signal, _ in
                AuthSignal.ZoneAnswer(zone: signal.zone, revision: 2)
            }
            answers.answer(AppSignal.ZoneChosen.self, AppSignal.Done())
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
        }
    }

    private func opened(_ services: FakeServices) async throws -> (PreferencesPresenter, RelayCoordinator) {
        let tree = fakeTree(services)
        let presenter = PreferencesPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("all is there") {
            presenter.state.preferences.value != nil && presenter.state.zone.value != nil
                && presenter.state.currency != nil
        }
        return (presenter, tree)
    }

    private func edit(_ setting: PreferencesState.Setting, of presenter: PreferencesPresenter) throws {
        presenter.show(PreferencesView.settings)
        presenter.receive(.choose(try #require(PreferencesState.Setting.allCases.firstIndex(of: setting))))
        presenter.receive(.enter)
        #expect(presenter.state.editing == setting)
    }

    private func done(_ presenter: PreferencesPresenter) async throws {
        try await eventuallyOnMain("it is done") { !presenter.state.isSending && presenter.state.wanted.isEmpty }
    }

    @Test func quickPressesAreShownAtOnceAndTheLastStateIsSent() async throws {
        let gate = Recorded<Bool>()
        let sent = Recorded<[NotificationsSignal.Rule]>()
        let services = FakeServices { answers in
            answers.answer(NotificationsSignal.GetPreferences.self, AppSamples.preferences())
            answers.answer(AuthSignal.Me.self, AppSamples.me(hasCodes: false, zone: "Europe/Moscow"))
            answers.answer(LedgerSignal.Accounts.self, LedgerSignal.AccountList(accounts: [AppSamples.main]))
            answers.answer(NotificationsSignal.SetPreferences.self) { signal, _ in
                sent.add(signal.rules ?? [])
                try await eventually("the gate opens") { !gate.values.isEmpty }
                return AppSamples.preferences(rules: sent.values.flatMap(\.self))
            }
        }
        let (presenter, tree) = try await opened(services)
        let all = NotificationsSignal.Carrying.allCases
        let first = try #require(all.firstIndex(of: presenter.state.carrying(.moneyIn, by: .email)))
        presenter.receive(.perform(PreferencesView.action(.email)))
        try await eventuallyOnMain("it is on its way") { sent.values.count == 1 }
        presenter.receive(.perform(PreferencesView.action(.email)))
        #expect(presenter.state.carrying(.moneyIn, by: .email) == all[(first + 2) % all.count], "shown at once")
        presenter.receive(.step(.down))
        #expect(presenter.state.selected == 1)
        presenter.receive(.perform(PreferencesView.action(.webhook)))
        #expect(presenter.goBack(), "what was pressed is not left behind")
        gate.add(true)
        try await done(presenter)
        #expect(sent.values.map(\.count) == [1, 2], "the two that were pressed meanwhile are one request")
        #expect(sent.values.last?.first?.carrying == all[(first + 2) % all.count])
        #expect(!presenter.goBack())
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func aKeyTurnsAChannelForTheChosenNews() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        presenter.receive(.perform(PreferencesView.action(.webhook)))
        try await done(presenter)
        presenter.receive(.step(.down))
        presenter.receive(.perform(PreferencesView.action(.email)))
        try await done(presenter)
        let sent = services.signals(of: NotificationsSignal.SetPreferences.self).compactMap(\.rules)
        #expect(
            sent == [
                [NotificationsSignal.Rule(category: .moneyIn, channel: .webhook, carrying: .now)],
                [NotificationsSignal.Rule(category: .moneyOut, channel: .email, carrying: .digest)],
            ])
        #expect(presenter.state.carrying(.moneyOut, by: .email) == .digest)
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func securityIsAlwaysToldAndSaysWhy() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        presenter.receive(.step(.last))
        presenter.receive(.perform(PreferencesView.action(.email)))
        #expect(presenter.state.fault?.message.spoken(in: .russian).contains("безопасности нельзя") == true)
        #expect(services.signals(of: NotificationsSignal.SetPreferences.self).isEmpty)
        let screen = PreferencesView().screen(presenter.state)
        #expect(screen.actions.filter(\.isHinted).allSatisfy { $0.obstacle != nil })
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func quietHoursAreSetAndEmptiedAndARefusalStandsAtItsField() async throws {
        let services = Self.services { signal in
            guard signal.quietHours?.to == "25:00" else { return }
            throw Fault.invalidArgument("quietHours.to", "must be a time of day, such as 08:00")
        }
        let (presenter, tree) = try await opened(services)
        try edit(.quiet, of: presenter)
        #expect(presenter.state.form["from"] == "23:00" && presenter.state.form["to"] == "08:00")
        presenter.receive(.fill(field: "from", ""))
        presenter.receive(.perform("save"))
        #expect(presenter.state.form.focused?.name == "from" && presenter.state.form.focused?.problem != nil)
        presenter.receive(.fill(field: "from", "7:30"))
        presenter.receive(.fill(field: "to", "25:00"))
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it is refused") { presenter.state.form.focused?.name == "to" }
        try await done(presenter)
        #expect(presenter.state.form.focused?.problem != nil && presenter.state.fault == nil)
        for field in ["from", "to"] { presenter.receive(.fill(field: field, "")) }
        presenter.receive(.perform("save"))
        try await eventuallyOnMain("it holds") { presenter.state.said == PreferencesTexts.saved }
        #expect(presenter.state.editing == nil)
        let sent = services.signals(of: NotificationsSignal.SetPreferences.self).compactMap(\.quietHours)
        #expect(sent.map(\.from) == ["07:30", "00:00"] && sent.map(\.to) == ["25:00", "00:00"])
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func theZoneIsFoundByItsCitySetAtAuthAndToldToTheApp() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        try edit(.zone, of: presenter)
        #expect(presenter.state.form.fields[0].shown.spoken(in: .english) == "Moscow  Europe/Moscow")
        for character in "new yo" { presenter.receive(.type(character)) }
        #expect(presenter.state.form.fields[0].shown.spoken(in: .english) == "New York  America/New_York")
        presenter.receive(.fill(field: "zone", "Atlantis"))
        presenter.receive(.enter)
        #expect(presenter.state.form.fields[0].problem == PreferencesTexts.noZone)
        presenter.receive(.clearField)
        for character in "yekat" { presenter.receive(.type(character)) }
        presenter.receive(.enter)
        try await eventuallyOnMain("it holds") { presenter.state.said == PreferencesTexts.saved }
        #expect(services.signals(of: AuthSignal.SetZone.self).map(\.zone) == ["Asia/Yekaterinburg"])
        #expect(services.signals(of: AppSignal.ZoneChosen.self).map(\.zone) == ["Asia/Yekaterinburg"])
        #expect(presenter.state.zone.value?.name == "Asia/Yekaterinburg")
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func severalThatFitAreNamed() {
        let note = Self.searching.form.fields[0].note?.spoken(in: .english) ?? ""
        #expect(note.contains("America/Argentina/San_Luis"), "\(note)")
    }

    @Test func theRestIsSentAsItIsTyped() async throws {
        let services = Self.services()
        let (presenter, tree) = try await opened(services)
        try edit(.amounts, of: presenter)
        presenter.receive(.fill(field: "thresholds", "a lot"))
        presenter.receive(.perform("save"))
        #expect(presenter.state.form.fields[0].problem != nil)
        presenter.receive(.fill(field: "thresholds", "100; 5 EUR"))
        presenter.receive(.perform("save"))
        try await done(presenter)
        try edit(.digest, of: presenter)
        #expect(presenter.state.form.choice("weekday") == 2, "Wednesday")
        presenter.receive(.fill(field: "weekday", "Friday"))
        presenter.receive(.perform("save"))
        try await done(presenter)
        try edit(.own, of: presenter)
        presenter.receive(.fill(field: "moneyIn", "no"))
        presenter.receive(.perform("save"))
        try await done(presenter)
        try edit(.language, of: presenter)
        presenter.receive(.fill(field: "language", "English"))
        presenter.receive(.perform("save"))
        try await done(presenter)
        let sent = services.signals(of: NotificationsSignal.SetPreferences.self)
        #expect(sent.count == 4)
        #expect(sent[0].thresholds?.map(\.currency.code) == ["RUB", "EUR"])
        #expect(sent[1].digest == NotificationsSignal.Digest(every: .week, at: "09:00", weekday: 5))
        #expect(sent[2].own == [.moneyOut, .paymentDone, .priceChanged])
        #expect(sent[3].language == .en)
        withExtendedLifetime(tree) { presenter.close() }
    }

    @Test func escLeavesTheFormFirst() async throws {
        let (presenter, tree) = try await opened(Self.services())
        presenter.receive(.perform("quiet"))
        #expect(presenter.state.editing == .quiet, "by its name too, where no pane can be gone to")
        #expect(presenter.goBack() && presenter.state.editing == nil)
        #expect(!presenter.goBack())
        withExtendedLifetime(tree) { presenter.close() }
    }
}
