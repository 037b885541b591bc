import Coordination
import Signals

/// The flow of a signed-in user: the main scene, and a flow for each part. It ends when the user signs out.
@MainActor final class SignedInCoordinator: FlowCoordinator {
    /// Isolated: a signal from outside, such as a late one from the signed-out flow, reaches no flow of this user.
    nonisolated let node = CoordinatorNode(options: .isolated)
    let router: SceneRouter
    let tools: SceneTools
    private let account: any AppAccount
    private let user: String
    private weak var main: MainPresenter?
    private var corner: Corner?

    init(router: SceneRouter, tools: SceneTools, account: any AppAccount, user: String) {
        self.router = router
        self.tools = tools
        self.account = account
        self.user = user
    }

    func begin() {
        router.globalActions = MainTexts.globalActions
        router.onGlobalAction = { [weak self] name in self?.perform(name) }
        let presenter = MainPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] output in self?.route(output) }
        main = presenter
        corner = Corner(self, live: tools.live) { [weak self] unread in
            if let self, account.userName() != nil { router.corner.unread = unread }
        }
        router.push(Scene(presenter, MainView(), at: .main))
    }

    /// Handles the choice of an account and of a time zone.
    nonisolated func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? {
        guard type == AppSignal.AccountChosen.self || type == AppSignal.ZoneChosen.self else { return nil }
        return { [weak self] signal, _ in
            if let chosen = signal as? AppSignal.AccountChosen { await self?.main?.choose(account: chosen.account) }
            if let chosen = signal as? AppSignal.ZoneChosen { try await self?.keep(zone: chosen.zone) }
            guard let done = AppSignal.Done() as? S.Answer else { throw Fault.methodNotFound(S.method) }
            return done
        }
    }

    private func keep(zone: String) async throws { try await account.note(zone: zone) }

    private func route(_ output: MainPresenter.Output) {
        switch output {
        case .part(let part, let account): open(part, account: account)
        }
    }

    /// Starts the flow of a part.
    private func open(_ part: AppPart, account: LedgerSignal.Account? = nil) {
        let depth = router.depth
        let flow = part.makeCoordinator(router, tools, account)
        startFlow(flow)
        // A flow with nothing to show ends at once.
        if router.depth == depth { flow.finishFlow() }
    }

    private func perform(_ name: ActionName) {
        switch name {
        case "main": router.pop(to: 1)
        case "sign-out": signOut()
        default:
            guard let part = AppPart(rawValue: name.name) else { return }
            router.pop(to: 1)
            open(part)
        }
    }

    private func signOut() {
        let sending = self
        Task {
            // Logout revokes the token everywhere. If auth cannot be reached, the token is at least deleted here.
            _ = try? await sending.send(AuthSignal.Logout(), context: SignalContext(), within: .seconds(5))
            sending.account.forget()
            sending.finishFlow()
        }
    }
}
