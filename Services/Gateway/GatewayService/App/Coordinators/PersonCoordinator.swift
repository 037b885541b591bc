import Coordination

/// What belongs to the person and not to money: where they are signed in. Ends with its scene.
@MainActor final class PersonCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools

    init(router: SceneRouter, tools: SceneTools) {
        self.router = router
        self.tools = tools
    }

    func begin() {
        let presenter = SessionsPresenter(signals: self, tools: tools)
        router.push(Scene(presenter, SessionsView())) { [weak self] in self?.finishFlow() }
    }
}
