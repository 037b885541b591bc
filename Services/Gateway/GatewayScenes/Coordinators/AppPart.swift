import Signals

/// The parts of the app, each with a coordinator of its own.
enum AppPart: String, CaseIterable, Hashable, Sendable {
    /// What is in an account.
    case balance
    /// Moving money.
    case transfer
    /// Writing down what came in or went out.
    case record
    /// One account more.
    case opening = "open-account"
    /// Transfers of days to come.
    case schedules
    /// Transfers that are made often, under names.
    case templates
    /// A bank's file into an account.
    case importing = "import"
    /// What was imported.
    case imports
    /// What may leave an account.
    case limits
    /// What happened.
    case history
    /// Patterns of the securities that are watched.
    case securities
    /// Scans of one's own.
    case scanner
    /// What bonds cost, yield and pay.
    case bonds
    /// What is paid again and again.
    case subscriptions
    /// What the services had to tell.
    case inbox
    /// What belongs to the person, with the state of each.
    case settings
    /// What the person is told and when, and the time zone.
    case preferences
    /// The Telegram account that signs in.
    case telegram
    /// One-time codes.
    case codes
    /// Where the person is signed in.
    case sessions

    /// Those that need nothing chosen before, so that every scene may lead there.
    static let everywhere = allCases.filter { $0 != .balance }

    /// The service whose work it is.
    var service: String {
        switch self {
        case .balance, .transfer, .record, .opening, .schedules, .templates, .importing, .imports, .limits: "ledger"
        case .history: "history"
        case .securities: "patterns"
        case .scanner: "scanner"
        case .bonds: "bonds"
        case .subscriptions: "subscriptions"
        case .inbox, .preferences: "notifications"
        case .settings, .codes, .sessions, .telegram: "auth"
        }
    }

    /// Makes the coordinator of the part.
    ///
    /// - Parameter account: The account that was chosen, where it matters.
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
        case .settings, .preferences, .telegram, .codes, .sessions:
            PersonCoordinator(router: router, tools: tools, start: self)
        }
    }
}
