import Coordination
import GatewayWords

/// Signing in, by password or by Telegram, and registration. The flow ends when a user is signed in.
@MainActor final class SignedOutCoordinator: FlowCoordinator {
    /// Isolated, like the flow of a signed-in user.
    nonisolated let node = CoordinatorNode(options: .isolated)
    let router: SceneRouter
    let tools: SceneTools
    private let account: any AppAccount
    private let notice: Text?

    /// Creates the flow.
    ///
    /// - Parameter notice: The reason why a user has to sign in again.
    init(router: SceneRouter, tools: SceneTools, account: any AppAccount, notice: Text?) {
        self.router = router
        self.tools = tools
        self.account = account
        self.notice = notice
    }

    func begin() {
        router.globalActions = []
        router.onGlobalAction = nil
        let presenter = SignInPresenter(notice: notice, signals: self, tools: tools)
        presenter.output = { [weak self] output in
            switch output {
            case .signedIn(let person): self?.finish(with: person, presenter)
            case .wantsTelegram: self?.showTelegram()
            case .wantsToRegister: self?.showRegister()
            }
        }
        router.push(Scene(presenter, SignInView()))
    }

    private func showRegister() {
        let presenter = RegisterPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] person in self?.finish(with: person, presenter) }
        router.push(Scene(presenter, RegisterView()))
    }

    private func showTelegram() {
        let presenter = TelegramPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] person in self?.finish(with: person, presenter) }
        router.push(Scene(presenter, TelegramView()))
    }

    private func finish(with person: SignedInPerson, _ presenter: some PersonPresenter) {
        do {
            try account.keep(person)
            finishFlow()
        } catch {
            presenter.show(SceneFault(error))
        }
    }
}

/// A presenter that signs a user in, and shows a failure to store the session.
@MainActor protocol PersonPresenter: AnyObject {
    func show(_ fault: SceneFault)
}
