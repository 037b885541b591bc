import Coordination
import Signals

/// Securities: patterns that end now, the dashboard of all patterns, and the user's own scans. The flow ends with its
/// first scene.
@MainActor final class SecuritiesCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools
    private let first: AppPart?

    /// Creates the flow.
    ///
    /// - Parameter start: The selected part; nil for a flow whose first scene is opened by its address.
    init(router: SceneRouter, tools: SceneTools, start: AppPart?) {
        self.router = router
        self.tools = tools
        first = start
    }

    func begin() {
        let finish: () -> Void = { [weak self] in self?.finishFlow() }
        switch first {
        case nil: return
        case .scanner: showScanner(of: nil, onPop: finish)
        default: showHome(onPop: finish)
        }
    }

    /// Shows the scene at an address.
    ///
    /// - Precondition: The address belongs to this flow.
    func open(_ address: SceneAddress) {
        switch address {
        case .securities: showHome()
        case .dashboard: showDashboard()
        case .pattern(let id): showPattern(id)
        case .scanner(let ticker): showScanner(of: ticker)
        case .match(let pair): showMatch(pair)
        default: preconditionFailure("\(address) belongs to another flow.")
        }
    }

    private func showHome(onPop: (() -> Void)? = nil) {
        let presenter = PatternsHomePresenter(signals: self, tools: tools)
        presenter.output = { [weak self] output in
            switch output {
            case .dashboard: self?.showDashboard()
            case .scanner(let ticker): self?.showScanner(of: ticker)
            case .pattern(let id): self?.showPattern(id)
            }
        }
        router.push(Scene(presenter, PatternsHomeView(), at: .securities), onPop: onPop)
    }

    private func showDashboard() {
        let presenter = DashboardPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] pattern in self?.showPattern(pattern.id) }
        router.push(Scene(presenter, DashboardView(), at: .dashboard))
    }

    private func showPattern(_ id: String) {
        let presenter = PatternPresenter(id, signals: self, tools: tools)
        presenter.output = { [weak self] pair in self?.showMatch(pair) }
        router.push(Scene(presenter, PatternView(), at: .pattern(id)))
    }

    private func showScanner(of ticker: String?, onPop: (() -> Void)? = nil) {
        let presenter = ScannerPresenter(ticker, signals: self, tools: tools)
        presenter.output = { [weak self] pair in self?.showMatch(pair) }
        router.push(Scene(presenter, ScannerView(), at: .scanner(ticker)), onPop: onPop)
    }

    private func showMatch(_ pair: MatchPair) {
        router.push(Scene(MatchPresenter(pair, signals: self, tools: tools), MatchView(), at: .match(pair)))
    }
}
