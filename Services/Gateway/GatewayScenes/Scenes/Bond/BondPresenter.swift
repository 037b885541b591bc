import Coordination
import Domain
import GatewayWords
import Signals

/// The state of a bond's page.
struct BondState: Sendable {
    let isin: ISIN
    var bond: Loadable<BondsSignal.BondAnswer> = .loading
    /// The prices of a year.
    var line: Loadable<BondsSignal.ChartAnswer> = .loading
    var today: CalendarDay
    var selected = 0
}

/// A bond: its terms, its yield at the last price on the day of that price, and its payments.
@MainActor final class BondPresenter: StatePresenter<BondState> {
    /// Called when the user opens the chart.
    var output: (() -> Void)?

    init(_ isin: ISIN, signals: any Transmitter, tools: SceneTools) {
        super.init(BondState(isin: isin, today: tools.clock.now().localDay), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        follow("bonds") { [weak self] in self?.reload() }
    }

    override func receive(_ input: SceneInput) {
        let count = state.bond.value?.terms.map { BondView.payments($0).count } ?? 0
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: count)
        case .choose(let row): state.selected = max(0, min(row, count - 1))
        case .enter, .perform("chart"): output?()
        case .perform(.retry): reload()
        default: break
        }
    }

    private func reload() {
        let isin = state.isin
        load(\.bond) { [weak self] in
            guard let self else { throw CancellationError() }
            let answer = try await ask(BondsSignal.GetBond(isin: isin))
            if state.bond.value == nil, let terms = answer.terms {
                // Selects the next payment, which most users look for.
                state.selected = BondView.payments(terms).firstIndex { $0.date >= state.today } ?? 0
            }
            return answer
        }
        load(\.line) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(
                BondsSignal.Chart(isin: isin, kind: .price, points: BondChartPresenter.points, period: .year))
        }
    }
}
