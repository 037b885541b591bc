import Domain
import Signals

/// The place of a scene in the app, by which a face with links finds it again. Ids are those of the services.
package enum SceneAddress: Hashable, Sendable {
    // Without a session.
    case signIn
    case register
    case telegramSignIn
    // The main scene.
    case main
    // The bank.
    case account(String)
    case renaming(account: String)
    case closing(account: String)
    case openAccount
    case transfer(from: String?)
    case template(String)
    case record(on: String?)
    case history(of: String?, searching: String)
    case transaction(String, in: String?)
    case category(transaction: String, in: String?)
    case importing(into: String?)
    case imports
    case limits(of: String?)
    case templates
    case schedules
    case newSchedule
    // Securities.
    case securities
    case dashboard
    case pattern(String)
    case scanner(String?)
    case match(MatchPair)
    // Bonds.
    case bonds
    case bond(ISIN)
    case bondChart(ISIN)
    // Subscriptions.
    case subscriptions
    case newSubscription
    case subscription(String)
    case forecast
    // Notifications and the person.
    case inbox
    case settings
    case preferences
    case telegram
    case codes
    case passkeys
    case sessions

    /// The address of a part of the app.
    ///
    /// - Parameter account: The id of the selected account, where it matters.
    static func part(_ part: AppPart, account: String? = nil) -> SceneAddress? {
        switch part {
        case .balance: account.map { .account($0) }
        case .transfer: .transfer(from: account)
        case .record: .record(on: account)
        case .opening: .openAccount
        case .schedules: .schedules
        case .templates: .templates
        case .importing: .importing(into: account)
        case .imports: .imports
        case .limits: .limits(of: account)
        case .history: .history(of: account, searching: "")
        case .securities: .securities
        case .scanner: .scanner(nil)
        case .bonds: .bonds
        case .subscriptions: .subscriptions
        case .inbox: .inbox
        case .settings: .settings
        case .preferences: .preferences
        case .telegram: .telegram
        case .codes: .codes
        case .passkeys: .passkeys
        case .sessions: .sessions
        }
    }

    /// True for scenes without a session.
    package var isSignedOut: Bool { self == .signIn || self == .register || self == .telegramSignIn }

    /// The scene that people come from; nil for the first ones.
    package var above: SceneAddress? {
        switch self {
        case .main, .signIn: nil
        case .history(nil, ""): .main
        case .register, .telegramSignIn: .signIn
        case .renaming(let account), .closing(let account), .limits(let account?), .record(let account?),
            .importing(let account?), .history(let account?, ""), .transfer(let account?):
            .account(account)
        case .history(let account, _): .history(of: account, searching: "")
        case .transaction(_, let account): .history(of: account, searching: "")
        case .category(let transaction, let account): .transaction(transaction, in: account)
        case .template: .templates
        case .newSchedule: .schedules
        case .dashboard, .scanner: .securities
        case .pattern: .dashboard
        case .match(let pair): .scanner(pair.segment.ticker)
        case .bond, .bondChart: .bonds
        case .newSubscription, .subscription, .forecast: .subscriptions
        case .preferences, .telegram, .codes, .passkeys, .sessions: .settings
        default: .main
        }
    }
}
