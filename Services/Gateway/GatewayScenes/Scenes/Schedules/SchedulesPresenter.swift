import Coordination
import Domain
import GatewayWords
import Signals

/// The state of the list of schedules.
struct SchedulesState: Sendable {
    /// The active schedules by their next day, then the paused ones.
    var schedules: Loadable<[LedgerSignal.Schedule]> = .loading
    /// The user's own accounts.
    var accounts: [LedgerSignal.Account] = []
    var selected = 0
    /// The question before a schedule is cancelled.
    var question: Question?
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?

    /// The selected schedule.
    var chosen: LedgerSignal.Schedule? {
        guard let all = schedules.value, all.indices.contains(selected) else { return nil }
        return all[selected]
    }

    /// Returns the name of an account.
    func name(of account: String) -> String { accounts.first { $0.id == account }?.name ?? account }
}

/// Lists scheduled transfers, and pauses or cancels them.
@MainActor final class SchedulesPresenter: StatePresenter<SchedulesState> {
    /// Called when the user wants a new schedule.
    var output: (() -> Void)?

    init(signals: any Transmitter, tools: SceneTools) { super.init(SchedulesState(), signals: signals, tools: tools) }

    override func open() {
        reload()
        follow("ledger") { [weak self] in self?.reload() }
    }

    /// Refreshes the list after a schedule is set up.
    override func comeBack() { reload() }

    override func goBack() -> Bool { withdrawQuestion(at: \.question) }

    override func receive(_ input: SceneInput) {
        if answer(input, at: \.question) { return }
        let count = state.schedules.value?.count ?? 0
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: count)
        case .choose(let row): state.selected = max(0, min(row, count - 1))
        case .perform("add"): output?()
        case .perform("end"): if let chosen = state.chosen { askToEnd(chosen) }
        case .perform("pause"): if let chosen = state.chosen { turn(chosen) }
        case .perform(.retry): reload()
        default: break
        }
    }

    private func askToEnd(_ schedule: LedgerSignal.Schedule) {
        pose(
            SchedulesTexts.ending(schedule, to: state.name(of: schedule.to)), at: \.question,
            answers: [
                "yes": {
                    self.change { presenter in
                        _ = try await presenter.ask(LedgerSignal.CancelSchedule(id: schedule.id))
                        return SchedulesTexts.ended
                    }
                }
            ])
    }

    /// Pauses an active schedule, and resumes a paused one.
    private func turn(_ schedule: LedgerSignal.Schedule) {
        change { presenter in
            guard schedule.status == .paused else {
                _ = try await presenter.ask(LedgerSignal.PauseSchedule(id: schedule.id))
                return SchedulesTexts.paused
            }
            let resumed = try await presenter.ask(LedgerSignal.ResumeSchedule(id: schedule.id)).schedule
            return resumed.next.map { SchedulesTexts.resumed(next: $0) } ?? SchedulesTexts.over
        }
    }

    private func change(_ work: @escaping @MainActor (SchedulesPresenter) async throws -> Text) {
        (state.said, state.fault) = (nil, nil)
        run { [weak self] in
            guard let self else { return }
            do {
                state.said = try await work(self)
                reload()
            } catch {
                state.fault = SceneFault(error)
            }
        }
    }

    private func reload() {
        load(\.schedules) { [weak self] in
            guard let self else { throw CancellationError() }
            let schedules = try await ask(LedgerSignal.Schedules()).schedules.filter(\.status.isOpen)
            state.accounts = try await ask(LedgerSignal.Accounts()).accounts
            state.selected = max(0, min(state.selected, schedules.count - 1))
            return schedules
        }
    }
}
