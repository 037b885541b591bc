import Signals

/// The parts of the app, each with its own coordinator.
enum AppPart: String, CaseIterable, Hashable, Sendable {
    /// The balance of an account.
    case balance
    case transfer
    /// Recording income or expenses.
    case record
    /// Opening an account.
    case opening = "open-account"
    /// Scheduled transfers.
    case schedules
    /// Frequent transfers under names.
    case templates
    /// Importing a bank's file into an account.
    case importing = "import"
    /// The list of imports.
    case imports
    /// The limits of an account.
    case limits
    /// The transactions.
    case history
    /// Patterns of the watched securities.
    case securities
    /// The user's own scans.
    case scanner
    /// Bonds: prices, yields and payments.
    case bonds
    /// Recurring payments.
    case subscriptions
    /// Notifications.
    case inbox
    /// The user's settings, with the state of each.
    case settings
    /// Notifications and the time zone.
    case preferences
    /// The Telegram account for signing in.
    case telegram
    /// One-time codes.
    case codes
    /// Passkeys.
    case passkeys
    /// The user's sessions.
    case sessions

    /// The parts that need no selection and are therefore reachable from every scene.
    static let everywhere = allCases.filter { $0 != .balance }

    /// The service that the part depends on.
    var service: String {
        switch self {
        case .balance, .transfer, .record, .opening, .schedules, .templates, .importing, .imports, .limits: "ledger"
        case .history: "history"
        case .securities: "patterns"
        case .scanner: "scanner"
        case .bonds: "bonds"
        case .subscriptions: "subscriptions"
        case .inbox, .preferences: "notifications"
        case .settings, .codes, .passkeys, .sessions, .telegram: "auth"
        }
    }

    /// Creates the coordinator of the part.
    ///
    /// - Parameter account: The selected account, where it matters.
    @MainActor func makeCoordinator(
        _ router: SceneRouter, _ tools: SceneTools, _ account: LedgerSignal.Account?
    ) -> any FlowCoordinator {
        switch self {
        case .balance, .transfer, .record, .opening, .schedules, .templates, .importing, .imports, .limits, .history:
            BankCoordinator(router: router, tools: tools, start: self, account: account)
        case .securities, .scanner: SecuritiesCoordinator(router: router, tools: tools, start: self)
        case .bonds: BondsCoordinator(router: router, tools: tools)
        case .subscriptions: SubscriptionsCoordinator(router: router, tools: tools)
        case .inbox: InboxCoordinator(router: router, tools: tools)
        case .settings, .preferences, .telegram, .codes, .passkeys, .sessions:
            PersonCoordinator(router: router, tools: tools, start: self)
        }
    }
}
