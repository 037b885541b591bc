import Coordination
import Signals

/// The state of the settings scene.
struct SettingsState: Sendable {
    /// The parts that the rows lead to.
    static let parts: [AppPart] = [.sessions, .codes, .passkeys, .preferences, .telegram]

    var me: Loadable<AuthSignal.MeAnswer> = .loading
    /// The number of sessions.
    var sessions: Loadable<Int> = .loading
    var preferences: Loadable<NotificationsSignal.Preferences> = .loading
    var telegram: Loadable<AuthSignal.TelegramStatusAnswer> = .loading
    /// The number of passkeys.
    var passkeys: Loadable<Int> = .loading
    var selected = 0
}

/// Lists the user's settings, with the state of each.
@MainActor final class SettingsPresenter: StatePresenter<SettingsState> {
    /// Called with the selected part.
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
        load(\.passkeys) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(AuthSignal.Passkeys()).passkeys.count
        }
        load(\.telegram) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(AuthSignal.TelegramStatus())
        }
    }

    /// Refreshes the list after changes.
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
