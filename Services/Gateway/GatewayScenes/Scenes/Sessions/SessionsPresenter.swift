import Coordination
import Domain
import GatewayWords
import Signals

/// The state of the list of sessions.
struct SessionsState: Sendable {
    /// The session of this app first, then the others, newest first.
    var sessions: Loadable<[AuthSignal.SessionSummary]> = .loading
    var selected = 0
    /// The question before a session is ended.
    var question: Question?
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?

    /// The selected session.
    var chosen: AuthSignal.SessionSummary? {
        guard let all = sessions.value, all.indices.contains(selected) else { return nil }
        return all[selected]
    }

    /// True when there are sessions besides that of this app.
    var hasOthers: Bool { sessions.value?.contains { !$0.isCurrent } ?? false }
}

/// Lists the user's sessions, and ends them.
@MainActor final class SessionsPresenter: StatePresenter<SessionsState> {
    init(signals: any Transmitter, tools: SceneTools) { super.init(SessionsState(), signals: signals, tools: tools) }

    override func open() { reload() }

    override func goBack() -> Bool { withdrawQuestion(at: \.question) }

    override func receive(_ input: SceneInput) {
        if answer(input, at: \.question) { return }
        let count = state.sessions.value?.count ?? 0
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: count)
        case .choose(let row): state.selected = max(0, min(row, count - 1))
        case .perform("end"): if let chosen = state.chosen, !chosen.isCurrent { askToEnd(chosen) }
        case .perform("end-others"):
            guard state.hasOthers else { return }
            pose(
                SessionsTexts.endingOthers, at: \.question,
                answers: ["yes": { self.send(AuthSignal.EndOtherSessions()) { SessionsTexts.ended($0.ended) } }])
        case .perform("refresh"), .perform(.retry): reload()
        default: break
        }
    }

    private func askToEnd(_ session: AuthSignal.SessionSummary) {
        pose(
            SessionsTexts.ending(session), at: \.question,
            answers: ["yes": { self.send(AuthSignal.EndSession(id: session.id)) { _ in SessionsTexts.ended(1) } }])
    }

    private func send<S: Signal>(_ signal: S, _ done: @escaping (S.Answer) -> Text) {
        (state.said, state.fault) = (nil, nil)
        run { [weak self] in
            guard let self else { return }
            do {
                state.said = done(try await ask(signal))
                reload()
            } catch {
                state.fault = SceneFault(error)
            }
        }
    }

    private func reload() {
        load(\.sessions) { [weak self] in
            guard let self else { throw CancellationError() }
            let all = try await ask(AuthSignal.Sessions()).sessions
            let sorted = all.filter(\.isCurrent) + all.filter { !$0.isCurrent }
            state.selected = max(0, min(state.selected, sorted.count - 1))
            return sorted
        }
    }
}
