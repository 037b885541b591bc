import Coordination
import Signals

/// Subscriptions: the list, the form that adds or changes one, and the forecast. The flow ends with its first scene.
@MainActor final class SubscriptionsCoordinator: FlowCoordinator {
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

    /// Shows the scene at an address; what the address names is asked for first.
    ///
    /// - Precondition: The address belongs to this flow.
    /// - Throws: ``Fault`` of the service.
    func open(_ address: SceneAddress) async throws {
        switch address {
        case .subscriptions: showList()
        case .newSubscription: showForm(nil)
        case .subscription(let id):
            let signal = SubscriptionsSignal.Show(id: id)
            showForm(try await send(signal, context: SignalContext(), within: .seconds(10)).subscription)
        case .forecast: showForecast()
        default: preconditionFailure("\(address) belongs to another flow.")
        }
    }

    private func showList(onPop: (() -> Void)? = nil) {
        let presenter = SubscriptionsPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] output in
            switch output {
            case .add: self?.showForm(nil)
            case .edit(let subscription): self?.showForm(subscription)
            case .forecast: self?.showForecast()
            }
        }
        router.push(Scene(presenter, SubscriptionsView(), at: .subscriptions), onPop: onPop)
    }

    private func showForm(_ subscription: SubscriptionsSignal.Subscription?) {
        let presenter = SubscriptionFormPresenter(subscription, signals: self, tools: tools)
        let address = subscription.map { SceneAddress.subscription($0.id) } ?? .newSubscription
        let scene = Scene(presenter, SubscriptionFormView(), at: address)
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }

    private func showForecast() {
        router.push(Scene(ForecastPresenter(signals: self, tools: tools), ForecastView(), at: .forecast))
    }
}
