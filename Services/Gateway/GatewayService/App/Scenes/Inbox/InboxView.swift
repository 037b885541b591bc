import Signals
import Terminal

/// The inbox, as it is seen.
struct InboxView: SceneView {
    func screen(_ state: InboxState) -> Screen {
        var screen = Screen(InboxTexts.title, isWaiting: state.inbox.isLoading)
        switch state.inbox {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .dim))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content(let inbox, let stale):
            screen.blocks.append(.text(InboxTexts.unread(inbox.unread), inbox.unread > 0 ? .bold : .dim))
            if inbox.notifications.isEmpty {
                screen.blocks.append(.text(InboxTexts.empty, .dim))
            } else {
                screen.blocks.append(.list(list(inbox.notifications, state)))
            }
            if let chosen = state.chosen, chosen.id == state.opened {
                screen.blocks += [
                    .gap, .paragraph(Text(verbatim: chosen.title), .bold),
                    .paragraph(Text(verbatim: chosen.body), .plain),
                ]
            }
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .yellow)) }
        }
        if let said = state.said { screen.blocks.append(.paragraph(said, .green)) }
        if let fault = state.fault { screen.blocks += Block.fault(fault) }
        screen.actions = actions(state)
        return screen
    }

    private func list(_ all: [NotificationsSignal.Notification], _ state: InboxState) -> ListBlock {
        ListBlock(
            [
                .words(Text(verbatim: "")), .words(HistoryTexts.date), .words(InboxTexts.category),
                .text(InboxTexts.what),
            ],
            rows: all.map { notification in
                let isNew = notification.readAt == nil
                return [
                    Span(isNew ? InboxTexts.new : Text(verbatim: ""), .yellow),
                    Span(.moment(notification.createdAt), .dim),
                    Span(InboxTexts.category(notification.category), .dim),
                    Span(verbatim: notification.title, isNew ? .bold : .plain),
                ]
            }, selected: state.selected)
    }

    private func actions(_ state: InboxState) -> [SceneAction] {
        var actions: [SceneAction] = []
        if state.chosen != nil {
            actions += [
                SceneAction(.enter, .enter, InboxTexts.read),
                SceneAction("archive", .character("a"), InboxTexts.archive),
                SceneAction("snooze", .character("s"), InboxTexts.snooze),
                SceneAction("read-all", .character("m"), InboxTexts.readAll),
            ]
        }
        actions += [
            SceneAction("unread", .character("f"), state.onlyUnread ? InboxTexts.showAll : InboxTexts.showUnread),
            SceneAction("undo", .character("u"), InboxTexts.undo),
        ]
        if state.inbox.fault != nil { actions.append(SceneAction(.retry, .character("r"), AppTexts.retry)) }
        return actions
    }
}
