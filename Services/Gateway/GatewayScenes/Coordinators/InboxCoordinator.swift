import Coordination

/// Notifications. The flow ends with its scene.
@MainActor final class InboxCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools

    init(router: SceneRouter, tools: SceneTools) {
        self.router = router
        self.tools = tools
    }

    func begin() {
        let presenter = InboxPresenter(signals: self, tools: tools)
        router.push(Scene(presenter, InboxView(), at: .inbox)) { [weak self] in self?.finishFlow() }
    }
}
