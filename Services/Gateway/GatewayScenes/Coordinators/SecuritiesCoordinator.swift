import Coordination
import Signals

/// Securities: patterns that end now, the dashboard of all patterns, and the user's own scans. The flow ends with its
/// first scene.
@MainActor final class SecuritiesCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools
    private let first: AppPart

    /// Creates the flow.
    ///
    /// - Parameter start: The selected part.
    init(router: SceneRouter, tools: SceneTools, start: AppPart) {
        self.router = router
        self.tools = tools
        first = start
    }

    func begin() {
        let finish: () -> Void = { [weak self] in self?.finishFlow() }
        if first == .scanner { showScanner(of: nil, onPop: finish) } else { showHome(onPop: finish) }
    }

    private func showHome(onPop: @escaping () -> Void) {
        let presenter = PatternsHomePresenter(signals: self, tools: tools)
        presenter.output = { [weak self] output in
            switch output {
            case .dashboard: self?.showDashboard()
            case .scanner(let ticker): self?.showScanner(of: ticker)
            case .pattern(let id): self?.showPattern(id)
            }
        }
        router.push(Scene(presenter, PatternsHomeView()), onPop: onPop)
    }

    private func showDashboard() {
        let presenter = DashboardPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] pattern in self?.showPattern(pattern.id) }
        router.push(Scene(presenter, DashboardView()))
    }

    private func showPattern(_ id: String) {
        let presenter = PatternPresenter(id, signals: self, tools: tools)
        presenter.output = { [weak self] pair in self?.showMatch(pair) }
        router.push(Scene(presenter, PatternView()))
    }

    private func showScanner(of ticker: String?, onPop: (() -> Void)? = nil) {
        let presenter = ScannerPresenter(ticker, signals: self, tools: tools)
        presenter.output = { [weak self] pair in self?.showMatch(pair) }
        router.push(Scene(presenter, ScannerView()), onPop: onPop)
    }

    private func showMatch(_ pair: MatchPair) {
        router.push(Scene(MatchPresenter(pair, signals: self, tools: tools), MatchView()))
    }
}
