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
        router.push(Scene(InboxPresenter(signals: self, tools: tools), InboxView())) { [weak self] in self?.finishFlow()
        }
    }
}
