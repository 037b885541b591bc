import Coordination

/// A coordinator of the app: it routes between scenes, and starts other flows. Lives on the main actor, as all that draws
/// does; signals pass through it from anywhere.
@MainActor protocol FlowCoordinator: Coordinator {
    /// The scenes of the whole app.
    var router: SceneRouter { get }
    /// What scenes have in common.
    var tools: SceneTools { get }

    /// The flow has been put into the tree and begins with its first scene.
    func begin()
}

extension FlowCoordinator {
    /// Begins the flow. Flows are started from the main actor only.
    package nonisolated func start() { MainActor.assumeIsolated { begin() } }

    /// Answers nothing by itself.
    nonisolated func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? { nil }
}
