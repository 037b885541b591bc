import Coordination
import Signals

/// One window of a browser: a router, and the flow of the scene at its address. Without a session it shows the flow of
/// signing in.
@MainActor final class WindowCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router = SceneRouter()
    let tools: SceneTools
    private let account: any AppAccount

    init(tools: SceneTools, account: any AppAccount) {
        self.tools = tools
        self.account = account
    }

    func begin() {}

    /// Shows the scene at an address.
    ///
    /// - Parameter onSignedIn: Called after a sign-in.
    /// - Throws: ``Fault`` of a service that was asked for what the address names, or ``AddressFault``.
    func open(_ address: SceneAddress, onSignedIn: @escaping @MainActor () -> Void) async throws {
        switch address {
        case .signIn, .register, .telegramSignIn:
            let flow = SignedOutCoordinator(router: router, tools: tools, account: account, start: address)
            startFlow(flow) { Task { @MainActor in onSignedIn() } }
        case .main: showMain()
        case .account, .renaming, .closing, .openAccount, .transfer, .template, .record, .history, .transaction,
            .category, .importing, .imports, .limits, .templates, .schedules, .newSchedule:
            let flow = BankCoordinator(router: router, tools: tools, start: nil)
            startFlow(flow)
            try await flow.open(address)
        case .securities, .dashboard, .pattern, .scanner, .match:
            let flow = SecuritiesCoordinator(router: router, tools: tools, start: nil)
            startFlow(flow)
            flow.open(address)
        case .bonds, .bond, .bondChart:
            let flow = BondsCoordinator(router: router, tools: tools, showsList: false)
            startFlow(flow)
            flow.open(address)
        case .subscriptions, .newSubscription, .subscription, .forecast:
            let flow = SubscriptionsCoordinator(router: router, tools: tools, showsList: false)
            startFlow(flow)
            try await flow.open(address)
        case .inbox: startFlow(AppPart.inbox.makeCoordinator(router, tools, nil))
        case .settings: startFlow(AppPart.settings.makeCoordinator(router, tools, nil))
        case .preferences: startFlow(AppPart.preferences.makeCoordinator(router, tools, nil))
        case .telegram: startFlow(AppPart.telegram.makeCoordinator(router, tools, nil))
        case .codes: startFlow(AppPart.codes.makeCoordinator(router, tools, nil))
        case .passkeys: startFlow(AppPart.passkeys.makeCoordinator(router, tools, nil))
        case .sessions: startFlow(AppPart.sessions.makeCoordinator(router, tools, nil))
        }
    }

    private func showMain() {
        let presenter = MainPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] output in
            guard case .part(let part, let account) = output else { return }
            if let address = SceneAddress.part(part, account: account?.id) { self?.router.opensElsewhere?(address) }
        }
        router.push(Scene(presenter, MainView(), at: .main))
    }
}
