import Coordination
import Signals

/// What the scene of settings has: how it stands with each.
struct SettingsState: Sendable {
    /// Where the rows lead.
    static let parts: [AppPart] = [.sessions, .codes, .preferences, .telegram]

    var me: Loadable<AuthSignal.MeAnswer> = .loading
    /// How many there are.
    var sessions: Loadable<Int> = .loading
    var preferences: Loadable<NotificationsSignal.Preferences> = .loading
    var telegram: Loadable<AuthSignal.TelegramStatusAnswer> = .loading
    var selected = 0
}

/// What belongs to the person, with the state of each beside it.
@MainActor final class SettingsPresenter: StatePresenter<SettingsState> {
    /// A row was chosen.
    var output: ((AppPart) -> Void)?

    init(signals: any Transmitter, tools: SceneTools) { super.init(SettingsState(), signals: signals, tools: tools) }

    override func open() {
        load(\.me) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(AuthSignal.Me())
        }
        load(\.sessions) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(AuthSignal.Sessions()).sessions.count
        }
        load(\.preferences) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(NotificationsSignal.GetPreferences())
        }
        load(\.telegram) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(AuthSignal.TelegramStatus())
        }
    }

    /// What was changed meanwhile is seen here.
    override func comeBack() { open() }

    override func receive(_ input: SceneInput) {
        let count = SettingsState.parts.count
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: count)
        case .choose(let row): state.selected = max(0, min(row, count - 1))
        case .enter: output?(SettingsState.parts[state.selected])
        case .perform(.retry): open()
        default: break
        }
    }
}
