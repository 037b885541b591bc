import Coordination

/// A coordinator of the app: routes between scenes, and starts other flows. It lives on the main actor, like everything
/// that draws; signals pass through it from any thread.
@MainActor protocol FlowCoordinator: Coordinator {
    /// The scenes of the whole app.
    var router: SceneRouter { get }
    /// The tools that scenes share.
    var tools: SceneTools { get }

    /// Shows the first scene, once the flow is part of the tree.
    func begin()
}

extension FlowCoordinator {
    /// Begins the flow. Flows are started from the main actor only.
    package nonisolated func start() { MainActor.assumeIsolated { begin() } }

    /// Answers no signal by default.
    nonisolated func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? { nil }
}
