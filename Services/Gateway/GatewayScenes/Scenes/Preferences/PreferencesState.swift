import Domain
import GatewayWords
import Signals

/// The state of the preferences scene.
struct PreferencesState: Sendable {
    /// A setting with a form of its own.
    enum Setting: String, CaseIterable, Sendable { case zone, quiet, digest, amounts, own, language }

    /// The user's time zone; nil without one.
    struct Zone: Sendable { let name: String? }

    /// A cell in the table of notifications.
    struct Cell: Hashable, Sendable {
        let category: NotificationsSignal.Category
        let channel: NotificationsSignal.ChannelKind
    }

    var preferences: Loadable<NotificationsSignal.Preferences> = .loading
    /// The unanswered changes of the table, which it already shows.
    var wanted: [Cell: NotificationsSignal.Carrying] = [:]
    var zone: Loadable<Zone> = .loading
    /// The currency of an amount without one, if all accounts have the same.
    var currency: Currency?
    /// The selected row of the table of notifications.
    var selected = 0
    /// The selected row of the list of settings.
    var setting = 0
    /// The setting whose form is open.
    var editing: Setting?
    var form = Form([])
    var isSending = false
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?

    /// The selected category of notifications.
    var category: NotificationsSignal.Category { NotificationsSignal.Category.allCases[selected] }

    /// The reason why the selected category is always delivered; nil where it can be changed.
    var locked: Text? {
        preferences.value?.locked.first { $0.category == category }.map {
            ReasonText.of($0.explanation, else: $0.reason)
        }
    }

    /// Returns how a channel delivers a category.
    func carrying(
        _ category: NotificationsSignal.Category, by channel: NotificationsSignal.ChannelKind
    ) -> NotificationsSignal.Carrying {
        wanted[Cell(category: category, channel: channel)]
            ?? preferences.value?.rules.first { $0.category == category && $0.channel == channel }?.carrying ?? .now
    }

    /// The unanswered changes, in the order of the table.
    var wantedRules: [NotificationsSignal.Rule] {
        NotificationsSignal.Category.allCases.flatMap { category in
            NotificationsSignal.ChannelKind.allCases.compactMap { channel in
                wanted[Cell(category: category, channel: channel)].map { carrying in
                    NotificationsSignal.Rule(category: category, channel: channel, carrying: carrying)
                }
            }
        }
    }
}
