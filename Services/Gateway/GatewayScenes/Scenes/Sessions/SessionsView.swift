import Domain
import GatewayWords
import Signals

struct SessionsView: SceneView {
    func screen(_ state: SessionsState) -> Screen {
        if let question = state.question { return Screen(SessionsTexts.title, blocks: [.question(question)]) }
        var screen = Screen(SessionsTexts.title, isWaiting: state.sessions.isLoading)
        switch state.sessions {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.blocks += Block.fault(fault)
            screen.actions = [.retry]
        case .content(let sessions, let stale):
            screen.blocks.append(.list(list(sessions, state)))
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            screen.actions = [
                SceneAction(
                    "end", .character("x"), SessionsTexts.end,
                    obstacle: state.chosen?.isCurrent == true ? SessionsTexts.isCurrent : nil),
                SceneAction(
                    "end-others", .character("o"), SessionsTexts.endOthers,
                    obstacle: state.hasOthers ? nil : SessionsTexts.noOthers),
            ]
            screen.actions.append(
                stale == nil ? SceneAction("refresh", .character("r"), AppTexts.refresh) : .retry)
        }
        if let said = state.said { screen.blocks += [.gap, .paragraph(said, .good)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        return screen
    }

    private func list(_ sessions: [AuthSignal.SessionSummary], _ state: SessionsState) -> ListBlock {
        ListBlock(
            [
                .text(SessionsTexts.device), .words(SessionsTexts.used), .words(SessionsTexts.begun),
                .words(Text(verbatim: "")),
            ],
            rows: sessions.map { session in
                [
                    Span(SessionsTexts.name(of: session), .strong), Span(.moment(session.lastUsedAt)),
                    Span(.moment(session.createdAt), .faint),
                    Span(session.isCurrent ? SessionsTexts.current : Text(verbatim: ""), .good),
                ]
            }, selected: state.selected
        ).keyed(sessions.map(\.id), .selects)
    }
}
