import Domain
import GatewayWords
import Signals

/// The titles of notifications, and beside them the text of one.
struct InboxView: SceneView {
    static let message: PaneName = "message"

    func screen(_ state: InboxState) -> Screen {
        var panes = [list(state)]
        if let chosen = state.chosen { panes.append(message(chosen, state)) }
        var screen = Screen(InboxTexts.title, panes: panes, isWaiting: state.inbox.isLoading)
        if state.opened != nil { screen.focus = Self.message }
        return screen
    }

    private func list(_ state: InboxState) -> Pane {
        var pane = Pane(
            .main, InboxTexts.title, room: Pane.Room(columns: 40...74, rows: 5...1000), actions: actions(state))
        switch state.inbox {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = Block.fault(fault)
        case .content(let inbox, let stale):
            pane.sources = ["notifications"]
            if inbox.unread > 0 { pane.badge = Pane.Badge(MainTexts.news(inbox.unread), .waits) }
            pane.blocks =
                inbox.notifications.isEmpty ? [.text(InboxTexts.empty, .faint)] : [.list(table(inbox, state))]
            if let stale { pane.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        if let said = state.said { pane.blocks.append(.paragraph(said, .good)) }
        if let fault = state.fault { pane.blocks += Block.fault(fault) }
        return pane
    }

    private func table(_ inbox: NotificationsSignal.Inbox, _ state: InboxState) -> ListBlock {
        let all = inbox.notifications
        let rows = all.map { notification in
            let isNew = notification.readAt == nil
            return [
                Span(verbatim: isNew ? "●" : "", .waits),
                Span(.shortMoment(notification.createdAt, today: state.today)),
                Span(StatusText.of(notification.category), .faint),
                Span(verbatim: notification.title, isNew ? .strong : .plain),
            ]
        }
        return ListBlock(
            [
                .words(.blank), .words(HistoryTexts.date), .words(InboxTexts.category).priority(4),
                .text(InboxTexts.what, cut: .end).least(16).priority(1),
            ],
            rows: rows, selected: state.selected, count: inbox.nextCursor == nil ? nil : .atLeast(all.count)
        ).keyed(all.map(\.id), .enters)
    }

    private func message(_ chosen: NotificationsSignal.Notification, _ state: InboxState) -> Pane {
        Pane(
            Self.message, InboxTexts.message, .companion,
            badge: Pane.Badge(StatusText.of(chosen.category), .faint),
            room: Pane.Room(columns: 34...60, rows: 5...1000), places: [.beside],
            blocks: Self.blocks(of: chosen), actions: actions(state), takesKeys: false, sources: ["notifications"])
    }

    /// Returns the text of a notification.
    static func blocks(of message: NotificationsSignal.Notification) -> [Block] {
        [
            .paragraph(Text(verbatim: message.title), .strong), .text(.moment(message.createdAt), .faint), .gap,
            .paragraph(Text(verbatim: message.body), .plain),
        ]
    }

    private func actions(_ state: InboxState) -> [SceneAction] {
        var actions: [SceneAction] = []
        if state.chosen != nil {
            actions += [
                SceneAction(.enter, .enter, InboxTexts.read),
                SceneAction("archive", .character("a"), InboxTexts.archive).onRow,
                SceneAction("snooze", .character("s"), InboxTexts.snooze).onRow,
                SceneAction("read-all", .character("m"), InboxTexts.readAll, short: InboxTexts.readAllShort),
            ]
        }
        return actions + [
            SceneAction("undo", .character("u"), InboxTexts.undo),
            SceneAction(
                "unread", .character("f"), state.onlyUnread ? InboxTexts.showAll : InboxTexts.showUnread, .view),
            SceneAction(.retry, .character("r"), AppTexts.refresh, .view, .seldom),
        ]
    }
}
