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
    private let first: SceneAddress

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - notice: The reason why a user has to sign in again.
    ///   - start: The first scene.
    init(
        router: SceneRouter, tools: SceneTools, account: any AppAccount, notice: Text? = nil,
        start: SceneAddress = .signIn
    ) {
        self.router = router
        self.tools = tools
        self.account = account
        self.notice = notice
        first = start
    }

    func begin() {
        router.globalActions = []
        router.onGlobalAction = nil
        switch first {
        case .register: showRegister()
        case .telegramSignIn: showTelegram()
        default: showSignIn()
        }
    }

    private func showSignIn() {
        let presenter = SignInPresenter(notice: notice, signals: self, tools: tools)
        presenter.output = { [weak self, weak presenter] output in
            switch output {
            case .signedIn(let person): self?.finish(with: person, presenter)
            case .wantsTelegram: self?.showTelegram()
            case .wantsToRegister: self?.showRegister()
            }
        }
        router.push(Scene(presenter, SignInView(), at: .signIn))
    }

    private func showRegister() {
        let presenter = RegisterPresenter(signals: self, tools: tools)
        presenter.output = { [weak self, weak presenter] person in self?.finish(with: person, presenter) }
        router.push(Scene(presenter, RegisterView(), at: .register))
    }

    private func showTelegram() {
        let presenter = TelegramPresenter(signals: self, tools: tools)
        presenter.output = { [weak self, weak presenter] person in self?.finish(with: person, presenter) }
        router.push(Scene(presenter, TelegramView(), at: .telegramSignIn))
    }

    private func finish(with person: SignedInPerson, _ presenter: (some PersonPresenter)?) {
        do {
            try account.keep(person)
            finishFlow()
        } catch {
            presenter?.show(SceneFault(error))
        }
    }
}

/// A presenter that signs a user in, and shows a failure to store the session.
@MainActor protocol PersonPresenter: AnyObject {
    func show(_ fault: SceneFault)
}
