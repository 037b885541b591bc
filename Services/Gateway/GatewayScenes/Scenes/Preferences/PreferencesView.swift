import Domain
import GatewayWords
import Signals

/// The table of notifications by channel, and below it all other settings.
struct PreferencesView: SceneView {
    static let settings: PaneName = "settings"

    private typealias Category = NotificationsSignal.Category
    private typealias ChannelKind = NotificationsSignal.ChannelKind

    /// Returns the action that changes a channel for the selected category.
    static func action(_ channel: NotificationsSignal.ChannelKind) -> ActionName {
        ActionName("carry-\(channel.rawValue)")
    }

    func screen(_ state: PreferencesState) -> Screen {
        if let setting = state.editing { return editor(setting, state) }
        return Screen(
            PreferencesTexts.title, panes: [news(state), settings(state)],
            isWaiting: state.preferences.isLoading || state.zone.isLoading || state.isSending)
    }

    // MARK: Notifications by channel

    private func news(_ state: PreferencesState) -> Pane {
        var pane = Pane(
            .main, PreferencesTexts.news, room: Pane.Room(columns: 44...60, rows: 11...12), actions: actions(state))
        switch state.preferences {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = Block.fault(fault)
        case .content(let preferences, let stale):
            pane.sources = ["notifications"]
            pane.blocks = [.list(table(preferences, state))]
            if let stale { pane.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        if let fault = state.fault { pane.blocks += Block.fault(fault) }
        if let said = state.said { pane.blocks.append(.paragraph(said, .good)) }
        return pane
    }

    private func table(_ preferences: NotificationsSignal.Preferences, _ state: PreferencesState) -> ListBlock {
        let locked = Set(preferences.locked.map(\.category))
        return ListBlock(
            [.words(InboxTexts.category)] + ChannelKind.allCases.map { .words(PreferencesTexts.channel($0)) },
            rows: Category.allCases.map { category in
                [Span(StatusText.of(category), .strong)]
                    + ChannelKind.allCases.map { channel in
                        guard !locked.contains(category) else { return Span(PreferencesTexts.always, .faint) }
                        let carrying = state.carrying(category, by: channel)
                        return Span(CarryingText.of(carrying), tone(carrying))
                    }
            }, selected: state.selected
        ).keyed(Category.allCases.map(\.rawValue), .selects)
    }

    private func tone(_ carrying: NotificationsSignal.Carrying) -> Tone {
        switch carrying {
        case .now: .good
        case .digest: .waits
        case .off: .faint
        }
    }

    private func actions(_ state: PreferencesState) -> [SceneAction] {
        let keys: [(ChannelKind, Character)] = [
            (.telegram, "t"), (.email, "e"), (.webhook, "w"), (.ntfy, "n"), (.gotify, "g"),
        ]
        var actions: [SceneAction] = []
        if state.preferences.value != nil {
            actions += keys.map { channel, key in
                SceneAction(
                    Self.action(channel), .character(key), PreferencesTexts.channel(channel), obstacle: state.locked)
            }
        }
        if state.preferences.fault != nil { actions.append(.retry) }
        // By name, for the palette and for the app as lines.
        return actions
            + PreferencesState.Setting.allCases.map {
                SceneAction(ActionName($0.rawValue), nil, PreferencesTexts.name($0), isHinted: false)
            }
    }

    // MARK: Other settings

    private func settings(_ state: PreferencesState) -> Pane {
        let all = PreferencesState.Setting.allCases
        return Pane(
            Self.settings, PreferencesTexts.settings, .aside, room: Pane.Room(columns: 46...70, rows: 6...8),
            places: [.beside.from(columns: 110), .below],
            blocks: [
                .list(
                    ListBlock(
                        [.words(.blank), .text(.blank, cut: .end)],
                        rows: all.map { [Span(PreferencesTexts.name($0), .strong), value(of: $0, state)] },
                        selected: state.setting
                    ).keyed(all.map(\.rawValue), .enters))
            ], actions: [SceneAction(.enter, .enter, PreferencesTexts.change)])
    }

    private func value(of setting: PreferencesState.Setting, _ state: PreferencesState) -> Span {
        if setting == .zone, let zone = state.zone.value {
            return zone.name.map { Span(verbatim: $0) } ?? Span(PreferencesTexts.byUTC, .waits)
        }
        guard let preferences = state.preferences.value else {
            return Span(state.preferences.isLoading ? AppTexts.loading : Text(verbatim: "-"), .faint)
        }
        return switch setting {
        case .zone: Span(verbatim: preferences.zone)
        case .quiet: Span(SharedTexts.quiet(preferences.quietHours))
        case .digest: Span(PreferencesTexts.digest(preferences.digest))
        case .amounts: Span(PreferencesTexts.amounts(preferences.thresholds))
        case .own: Span(PreferencesTexts.own(preferences.own))
        case .language: Span(PreferencesTexts.language(preferences.language))
        }
    }

    private func editor(_ setting: PreferencesState.Setting, _ state: PreferencesState) -> Screen {
        var screen = Screen(PreferencesTexts.name(setting), isWaiting: state.isSending)
        screen.blocks = [.form(state.form)]
        if state.isSending { screen.blocks += [.gap, .text(PreferencesTexts.saving, .waits)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        let isLong = state.form.fields.count > 1
        screen.actions = [
            SceneAction(.enter, .enter, state.form.isAtEnd ? PreferencesTexts.save : AppTexts.next),
            SceneAction.sendForm("save", PreferencesTexts.save, isHinted: isLong && !state.form.isAtEnd),
        ]
        return screen
    }
}
