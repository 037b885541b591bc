import Coordination
import Domain

/// Bonds: the list, the chart of a bond with its period, and the page of a bond. The flow ends with its first scene.
@MainActor final class BondsCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools

    init(router: SceneRouter, tools: SceneTools) {
        self.router = router
        self.tools = tools
    }

    func begin() {
        let presenter = BondsPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] output in
            switch output {
            case .page(let isin): self?.showPage(of: isin)
            case .chart(let isin): self?.showChart(of: isin)
            }
        }
        router.push(Scene(presenter, BondsView())) { [weak self] in self?.finishFlow() }
    }

    private func showPage(of isin: ISIN) {
        let presenter = BondPresenter(isin, signals: self, tools: tools)
        presenter.output = { [weak self] in self?.showChart(of: isin) }
        router.push(Scene(presenter, BondView()))
    }

    private func showChart(of isin: ISIN) {
        router.push(Scene(BondChartPresenter(isin, signals: self, tools: tools), BondChartView()))
    }
}
