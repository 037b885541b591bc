import Coordination

/// The user's own settings. The flow ends with its first scene.
@MainActor final class PersonCoordinator: FlowCoordinator {
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

    func begin() { router.push(scene(of: first)) { [weak self] in self?.finishFlow() } }

    private func scene(of part: AppPart) -> Scene {
        switch part {
        case .codes: return Scene(CodesPresenter(signals: self, tools: tools), CodesView(), at: .codes)
        case .passkeys: return Scene(PasskeysPresenter(signals: self, tools: tools), PasskeysView(), at: .passkeys)
        case .sessions: return Scene(SessionsPresenter(signals: self, tools: tools), SessionsView(), at: .sessions)
        case .preferences:
            return Scene(PreferencesPresenter(signals: self, tools: tools), PreferencesView(), at: .preferences)
        case .telegram:
            return Scene(TelegramLinkPresenter(signals: self, tools: tools), TelegramLinkView(), at: .telegram)
        default:
            let presenter = SettingsPresenter(signals: self, tools: tools)
            presenter.output = { [weak self] part in
                if let self { router.push(scene(of: part)) }
            }
            return Scene(presenter, SettingsView(), at: .settings)
        }
    }
}
