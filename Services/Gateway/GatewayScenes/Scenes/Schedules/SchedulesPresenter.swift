import Coordination
import Domain
import GatewayWords
import Signals

/// What the list of schedules has.
struct SchedulesState: Sendable {
    /// Those that go on, by their next day, then those that are paused.
    var schedules: Loadable<[LedgerSignal.Schedule]> = .loading
    /// One's own accounts.
    var accounts: [LedgerSignal.Account] = []
    var selected = 0
    /// What is asked before one ends.
    var question: Question?
    /// What was done last, or why it was not.
    var said: Text?
    var fault: SceneFault?

    /// The chosen one.
    var chosen: LedgerSignal.Schedule? {
        guard let all = schedules.value, all.indices.contains(selected) else { return nil }
        return all[selected]
    }

    /// What an account is called.
    func name(of account: String) -> String { accounts.first { $0.id == account }?.name ?? account }
}

/// Transfers of days to come: seen, set up, paused, ended.
@MainActor final class SchedulesPresenter: StatePresenter<SchedulesState> {
    /// The person wants one more.
    var output: (() -> Void)?

    init(signals: any Transmitter, tools: SceneTools) { super.init(SchedulesState(), signals: signals, tools: tools) }

    override func open() {
        reload()
        follow("ledger") { [weak self] in self?.reload() }
    }

    /// What was set up in the form is seen here.
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

    /// Pauses a schedule that goes on, and resumes one that is paused.
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
