import Coordination

/// What belongs to the person and not to money: where they are signed in, and how. Ends with its scene.
@MainActor final class PersonCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools

    private let first: AppPart

    /// - Parameter start: The part that was chosen.
    init(router: SceneRouter, tools: SceneTools, start: AppPart) {
        self.router = router
        self.tools = tools
        first = start
    }

    func begin() {
        let scene =
            first == .codes
            ? Scene(CodesPresenter(signals: self, tools: tools), CodesView())
            : Scene(SessionsPresenter(signals: self, tools: tools), SessionsView())
        router.push(scene) { [weak self] in self?.finishFlow() }
    }
}
