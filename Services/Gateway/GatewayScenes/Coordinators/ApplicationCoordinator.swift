import Coordination
import GatewaySession
import GatewayWords

/// The root of the app's tree: knows whether a user is signed in, and starts the matching flow.
@MainActor package final class ApplicationCoordinator: FlowCoordinator {
    package nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools
    private let account: any AppAccount
    private var flow: (any Coordinator)?

    /// Creates the root.
    ///
    /// - Parameters:
    ///   - services: The receivers of the services' signals: links, or small test services.
    ///   - account: The stored session.
    package init(router: SceneRouter, tools: SceneTools, services: [any Coordinator], account: any AppAccount) {
        self.router = router
        self.tools = tools
        self.account = account
        for service in services { startFlow(service) }
        tools.live.transmitter = self
    }

    /// Shows the first scene.
    package func begin() {
        router.makeHelp = { [router] screen in
            HelpScene.make(about: screen, also: router.globalActions) { [weak router] output in
                router?.pop()
                if case .chosen(let name) = output { router?.receive(.scene(.perform(name))) }
            }
        }
        tools.live.onChange = { [weak self] in self?.showCorner() }
        if let user = account.userName() { signedIn(user) } else { signedOut(nil) }
    }

    /// Handles the end of the session.
    package nonisolated func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? {
        guard type == AppSignal.SessionEnded.self else { return nil }
        return { [weak self] signal, _ in
            await self?.sessionEnded((signal as? AppSignal.SessionEnded)?.message)
            guard let done = AppSignal.Done() as? S.Answer else { throw Fault.methodNotFound(S.method) }
            return done
        }
    }

    // MARK: The flows

    private func signedOut(_ message: Text?) {
        replaceFlow(with: SignedOutCoordinator(router: router, tools: tools, account: account, notice: message)) {
            [weak self] in self?.nextFlow()
        }
        showCorner()
    }

    private func signedIn(_ user: String) {
        replaceFlow(with: SignedInCoordinator(router: router, tools: tools, account: account, user: user)) {
            [weak self] in self?.nextFlow()
        }
        showCorner()
    }

    /// Starts the next flow after one has finished: the user has signed in or out.
    private func nextFlow() {
        if let user = account.userName() { signedIn(user) } else { signedOut(nil) }
    }

    private func replaceFlow(with next: some FlowCoordinator, then completion: @escaping @MainActor () -> Void) {
        let old = flow
        flow = nil
        old?.finishFlow()
        router.pop(to: 0)
        tools.live.stop()
        flow = next
        startFlow(next) { [weak self, weak next] in
            // Not when the flow is removed to make room for another.
            Task { @MainActor in
                guard let self, let next, self.flow === next else { return }
                completion()
            }
        }
    }

    private func sessionEnded(_ message: String?) {
        guard flow is SignedInCoordinator else { return }
        account.forget()
        signedOut(
            Text("The session has ended; sign in again.", "Сеанс закончился; войдите снова."))
    }

    private func showCorner() {
        let isWhole = tools.live.areHeard(House.services)
        router.corner.lost = tools.live.lost.keys.sorted()
        router.corner.services = isWhole ? House.services.count : nil
        router.corner.user = account.userName()
        if router.corner.user == nil { router.corner.unread = nil }
    }
}

/// The session of the user at the terminal.
@MainActor package protocol AppAccount: AnyObject {
    /// Returns the name of the signed-in user; nil without one.
    func userName() -> String?
    /// Stores a session that has just begun.
    func keep(_ signedIn: SignedInPerson) throws
    /// Stores the user's time zone with the session, and shows moments in it.
    func note(zone: String) async throws
    /// Deletes the session.
    func forget()
}
