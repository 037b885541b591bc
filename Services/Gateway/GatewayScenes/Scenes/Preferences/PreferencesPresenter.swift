import Coordination
import Domain
import GatewaySession
import Signals

/// Shows and sets the notifications, their channels and times, and the time zone.
@MainActor final class PreferencesPresenter: StatePresenter<PreferencesState> {
    /// The task that sends the changes of the table; nil while there are none.
    private var turning: Task<Void, Never>?

    init(signals: any Transmitter, tools: SceneTools) {
        super.init(PreferencesState(), signals: signals, tools: tools)
    }

    override func open() {
        load(\.preferences) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(NotificationsSignal.GetPreferences())
        }
        load(\.zone) { [weak self] in
            guard let self else { throw CancellationError() }
            return PreferencesState.Zone(name: try await ask(AuthSignal.Me()).user.zone)
        }
        run { [weak self] in
            guard let self, let accounts = try? await ask(LedgerSignal.Accounts()).accounts else { return }
            state.currency = MoneyArgument.onlyCurrency(of: accounts)
        }
    }

    override func goBack() -> Bool {
        if state.isSending || turning != nil { return true }
        guard state.editing != nil else { return false }
        (state.editing, state.fault) = (nil, nil)
        return true
    }

    override func receive(_ input: SceneInput) {
        guard !state.isSending else { return }
        if let setting = state.editing { return fill(input, setting) }
        let isTable = pane != PreferencesView.settings
        let count = isTable ? NotificationsSignal.Category.allCases.count : PreferencesState.Setting.allCases.count
        let row = isTable ? \PreferencesState.selected : \PreferencesState.setting
        switch input {
        case .step(let step): choose(step.row(from: state[keyPath: row], count: count), row)
        case .choose(let chosen): choose(max(0, min(chosen, count - 1)), row)
        case .enter: if !isTable { edit(PreferencesState.Setting.allCases[state.setting]) }
        case .perform(.retry): open()
        case .perform(let name):
            let channels = NotificationsSignal.ChannelKind.allCases
            if let channel = channels.first(where: { PreferencesView.action($0) == name }) { turn(channel) }
            if let setting = PreferencesState.Setting(rawValue: name.name) { edit(setting) }
        default: break
        }
    }

    private func choose(_ chosen: Int, _ row: WritableKeyPath<PreferencesState, Int>) {
        state[keyPath: row] = chosen
        (state.said, state.fault) = (nil, nil)
    }

    // MARK: Notifications by channel

    /// Sets a channel to the next way of delivery for the selected category.
    private func turn(_ channel: NotificationsSignal.ChannelKind) {
        guard state.preferences.value != nil else { return }
        if let locked = state.locked { return state.fault = SceneFault(locked) }
        let all = NotificationsSignal.Carrying.allCases
        let now = all.firstIndex(of: state.carrying(state.category, by: channel)) ?? 0
        state.wanted[PreferencesState.Cell(category: state.category, channel: channel)] = all[(now + 1) % all.count]
        (state.said, state.fault) = (nil, nil)
        if turning == nil { turning = run { [weak self] in await self?.sendWanted() } }
    }

    /// Sends requests one after another, each with all changes since the previous one.
    private func sendWanted() async {
        defer { turning = nil }
        while !state.wanted.isEmpty {
            let sent = state.wanted
            do {
                let answer = try await ask(NotificationsSignal.SetPreferences(rules: state.wantedRules))
                state.preferences = .content(answer, stale: nil)
                state.wanted = state.wanted.filter { sent[$0.key] != $0.value }
            } catch {
                state.wanted = [:]
                return refuse(SceneFault(error))
            }
        }
    }

    // MARK: Other settings

    private func edit(_ setting: PreferencesState.Setting) {
        guard let form = PreferencesForm.make(setting, state) else { return }
        (state.form, state.editing, state.said, state.fault) = (form, setting, nil, nil)
    }

    private func fill(_ input: SceneInput, _ setting: PreferencesState.Setting) {
        switch input {
        case .enter where !state.form.isAtEnd: _ = state.form.receive(.nextField)
        case .enter, .perform("save"): save(setting)
        default:
            if state.form.receive(input) != nil { state.fault = nil }
            if setting == .zone { PreferencesForm.propose(in: &state.form) }
        }
    }

    private func save(_ setting: PreferencesState.Setting) {
        let (change, problems) = PreferencesForm.change(setting, state)
        if state.form.points(to: problems) { return }
        guard let change else { return }
        send { presenter in
            switch change {
            case .zone(let name):
                let set = try await presenter.ask(AuthSignal.SetZone(zone: name)).zone
                presenter.state.zone = .content(PreferencesState.Zone(name: set), stale: nil)
                _ = try await presenter.signals.send(
                    AppSignal.ZoneChosen(zone: set), context: SignalContext(), within: nil)
            case .wishes(let wishes):
                presenter.state.preferences = .content(
                    try await presenter.ask(wishes), stale: nil)
            }
            presenter.state.editing = nil
            presenter.state.said = PreferencesTexts.saved
        }
    }

    private func send(_ work: @escaping @MainActor (PreferencesPresenter) async throws -> Void) {
        (state.isSending, state.said, state.fault) = (true, nil, nil)
        run { [weak self] in
            guard let self else { return }
            defer { state.isSending = false }
            // Each answer has all preferences: an older answer must not arrive later.
            await turning?.value
            do {
                try await work(self)
            } catch {
                refuse(SceneFault(error))
            }
        }
    }

    /// Shows the fault at its field, if there is one: `quietHours.from` is the field `from`, `thresholds[0]` the field
    /// `thresholds`.
    private func refuse(_ fault: SceneFault) {
        let name = fault.field?.split(separator: ".").last?.split(separator: "[").first.map(String.init)
        if !state.form.points(to: fault, at: name) { state.fault = fault }
    }
}
