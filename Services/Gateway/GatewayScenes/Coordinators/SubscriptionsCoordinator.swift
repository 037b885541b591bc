import Coordination
import Signals

/// Subscriptions: the list, the form that adds or changes one, and the forecast. The flow ends with its first scene.
@MainActor final class SubscriptionsCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools

    init(router: SceneRouter, tools: SceneTools) {
        self.router = router
        self.tools = tools
    }

    func begin() {
        let presenter = SubscriptionsPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] output in
            switch output {
            case .add: self?.showForm(nil)
            case .edit(let subscription): self?.showForm(subscription)
            case .forecast: self?.showForecast()
            }
        }
        router.push(Scene(presenter, SubscriptionsView())) { [weak self] in self?.finishFlow() }
    }

    private func showForm(_ subscription: SubscriptionsSignal.Subscription?) {
        let presenter = SubscriptionFormPresenter(subscription, signals: self, tools: tools)
        let scene = Scene(presenter, SubscriptionFormView())
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }

    private func showForecast() {
        router.push(Scene(ForecastPresenter(signals: self, tools: tools), ForecastView()))
    }
}
