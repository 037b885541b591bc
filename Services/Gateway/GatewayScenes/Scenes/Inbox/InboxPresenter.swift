import Coordination
import Domain
import GatewayWords
import Signals

/// The state of the inbox.
struct InboxState: Sendable {
    var inbox: Loadable<NotificationsSignal.Inbox> = .loading
    var selected = 0
    /// The present day, which days are shown relative to.
    var today: CalendarDay
    var onlyUnread = false
    /// The id of the opened notification.
    var opened: String?
    var said: Text?
    var fault: SceneFault?

    /// The selected notification.
    var chosen: NotificationsSignal.Notification? {
        guard let all = inbox.value?.notifications, all.indices.contains(selected) else { return nil }
        return all[selected]
    }
}

/// Shows notifications: marks them as read, archives and postpones them, and undoes the last change.
@MainActor final class InboxPresenter: StatePresenter<InboxState> {
    private static let snooze = Duration.seconds(86_400)

    init(signals: any Transmitter, tools: SceneTools) {
        super.init(InboxState(today: tools.clock.now().localDay), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        follow("notifications") { [weak self] in self?.reload() }
    }

    override func goBack() -> Bool {
        defer { state.opened = nil }
        return state.opened != nil
    }

    override func receive(_ input: SceneInput) {
        let count = state.inbox.value?.notifications.count ?? 0
        switch input {
        case .step(let step):
            (state.selected, state.opened) = (step.row(from: state.selected, count: count), nil)
        case .choose(let row): (state.selected, state.opened) = (max(0, min(row, count - 1)), nil)
        case .enter: show()
        case .perform("unread"):
            (state.onlyUnread, state.inbox, state.selected, state.opened) = (!state.onlyUnread, .loading, 0, nil)
            reload()
        case .perform("archive"):
            if let chosen = state.chosen { change(NotificationsSignal.Archive(ids: [chosen.id]), InboxTexts.archived) }
        case .perform("snooze"):
            if let chosen = state.chosen {
                change(
                    NotificationsSignal.Snooze(ids: [chosen.id], until: tools.clock.now() + Self.snooze),
                    InboxTexts.snoozed)
            }
        case .perform("read-all"):
            let ids = (state.inbox.value?.notifications ?? []).filter { $0.readAt == nil }.map(\.id)
            if !ids.isEmpty { change(NotificationsSignal.Read(ids: ids), InboxTexts.allRead) }
        case .perform("undo"): change(NotificationsSignal.Undo(), InboxTexts.undone)
        case .perform(.retry): reload()
        default: break
        }
    }

    private func show() {
        guard let chosen = state.chosen else { return }
        state.opened = state.opened == chosen.id ? nil : chosen.id
        if state.opened != nil, chosen.readAt == nil { change(NotificationsSignal.Read(ids: [chosen.id]), nil) }
    }

    private func change<S: Signal>(_ signal: S, _ done: Text?) {
        (state.said, state.fault) = (nil, nil)
        run { [weak self] in
            guard let self else { return }
            do {
                _ = try await ask(signal)
                state.said = done
                reload()
            } catch {
                state.fault = SceneFault(error)
            }
        }
    }

    private func reload() {
        let unread = state.onlyUnread
        load(\.inbox) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(
                NotificationsSignal.List(
                    unread: unread ? true : nil, limit: 200, language: Language.current.ofNotices))
        }
    }
}
