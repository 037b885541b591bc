import Coordination
import Domain

/// Bonds: the list, the chart of a bond with its period, and the page of a bond. The flow ends with its first scene.
@MainActor final class BondsCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools

    init(router: SceneRouter, tools: SceneTools, showsList: Bool = true) {
        self.router = router
        self.tools = tools
        self.showsList = showsList
    }

    /// True to begin with the list; false for a flow whose first scene is opened by its address.
    private let showsList: Bool

    func begin() { if showsList { showList { [weak self] in self?.finishFlow() } } }

    /// Shows the scene at an address.
    ///
    /// - Precondition: The address belongs to this flow.
    func open(_ address: SceneAddress) {
        switch address {
        case .bonds: showList()
        case .bond(let isin): showPage(of: isin)
        case .bondChart(let isin): showChart(of: isin)
        default: preconditionFailure("\(address) belongs to another flow.")
        }
    }

    private func showList(onPop: (() -> Void)? = nil) {
        let presenter = BondsPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] output in
            switch output {
            case .page(let isin): self?.showPage(of: isin)
            case .chart(let isin): self?.showChart(of: isin)
            }
        }
        router.push(Scene(presenter, BondsView(), at: .bonds), onPop: onPop)
    }

    private func showPage(of isin: ISIN) {
        let presenter = BondPresenter(isin, signals: self, tools: tools)
        presenter.output = { [weak self] in self?.showChart(of: isin) }
        router.push(Scene(presenter, BondView(), at: .bond(isin)))
    }

    private func showChart(of isin: ISIN) {
        let presenter = BondChartPresenter(isin, signals: self, tools: tools)
        router.push(Scene(presenter, BondChartView(), at: .bondChart(isin)))
    }
}
