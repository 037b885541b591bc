import Coordination
import Signals

/// The state of the forecast.
struct ForecastState: Sendable {
    static let lengths = [30, 90, 180, 365]

    var days = 90
    var answer: Loadable<SubscriptionsSignal.ForecastAnswer> = .loading
    /// The index of the shown account.
    var account = 0
    var selected = 0

    /// The shown account.
    var shown: SubscriptionsSignal.AccountForecast? {
        guard let accounts = answer.value?.accounts, !accounts.isEmpty else { return nil }
        return accounts[min(account, accounts.count - 1)]
    }
}

/// Shows future balances day by day, and where the money does not suffice.
@MainActor final class ForecastPresenter: StatePresenter<ForecastState> {
    init(signals: any Transmitter, tools: SceneTools) { super.init(ForecastState(), signals: signals, tools: tools) }

    override func open() {
        reload()
        follow("subscriptions", "ledger") { [weak self] in self?.reload() }
    }

    override func receive(_ input: SceneInput) {
        let changes = state.shown.map { $0.days.flatMap(\.changes).count } ?? 0
        switch input {
        case .step(let step) where step != .left && step != .right:
            state.selected = step.row(from: state.selected, count: changes)
        case .choose(let row): state.selected = max(0, min(row, changes - 1))
        case .perform("account"), .nextField, .step(.right): turn(1)
        case .previousField, .step(.left): turn(-1)
        case .perform("days"):
            let index = ForecastState.lengths.firstIndex(of: state.days) ?? 0
            state.days = ForecastState.lengths[(index + 1) % ForecastState.lengths.count]
            state.answer = .loading
            reload()
        case .perform(.retry): reload()
        default: break
        }
    }

    private func turn(_ count: Int) {
        guard let accounts = state.answer.value?.accounts, !accounts.isEmpty else { return }
        (state.account, state.selected) = ((state.account + count + accounts.count) % accounts.count, 0)
    }

    private func reload() {
        let days = state.days
        load(\.answer) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(SubscriptionsSignal.Forecast(days: days))
        }
    }
}
