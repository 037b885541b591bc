import GatewayWords
import Signals

struct SettingsView: SceneView {
    func screen(_ state: SettingsState) -> Screen {
        let isWaiting =
            state.me.isLoading || state.sessions.isLoading || state.preferences.isLoading || state.telegram.isLoading
            || state.passkeys.isLoading
        var screen = Screen(SettingsTexts.title, isWaiting: isWaiting)
        screen.blocks = [
            .list(
                ListBlock(
                    [.words(.blank), .text(.blank, cut: .end)],
                    rows: SettingsState.parts.map { [Span(name(of: $0), .strong), value(of: $0, state)] },
                    selected: state.selected
                ).keyed(SettingsState.parts.map(\.rawValue), .scenes(SettingsState.parts.map { .part($0) })))
        ]
        let faults = [
            state.me.fault, state.sessions.fault, state.preferences.fault, state.telegram.fault, state.passkeys.fault,
        ]
        screen.actions = [SceneAction(.enter, .enter, AppTexts.open)]
        if let fault = faults.lazy.compactMap({ $0 }).first {
            screen.blocks += [.gap] + Block.fault(fault, .waits)
            screen.actions.append(.retry)
        }
        return screen
    }

    private func name(of part: AppPart) -> Text {
        switch part {
        case .sessions: SessionsTexts.title
        case .codes: CodesTexts.title
        case .passkeys: PasskeysTexts.title
        case .telegram: TelegramLinkTexts.title
        default: PreferencesTexts.title
        }
    }

    private func value(of part: AppPart, _ state: SettingsState) -> Span {
        switch part {
        case .sessions: span(state.sessions) { Span(SettingsTexts.sessions($0)) }
        case .codes:
            span(state.me) { Span(SettingsTexts.codes($0), $0.totp ? .good : .plain) }
        case .passkeys: span(state.passkeys) { Span(SettingsTexts.passkeys($0), $0 > 0 ? .good : .plain) }
        case .telegram:
            span(state.telegram) { Span(TelegramLinkTexts.state($0), $0.isLinked ? .good : .plain) }
        default:
            span(state.preferences) { preferences in
                let zone = state.me.value.map { me in
                    me.user.zone.map { Text(verbatim: $0) } ?? PreferencesTexts.byUTC
                }
                return Span(
                    SettingsTexts.times(zone ?? Text(verbatim: preferences.zone), preferences.quietHours))
            }
        }
    }

    private func span<Value>(_ value: Loadable<Value>, _ text: (Value) -> Span) -> Span {
        switch value {
        case .loading: Span(AppTexts.loading, .faint)
        case .failed: Span(SettingsTexts.unknown, .waits)
        case .content(let value, _): text(value)
        }
    }
}
