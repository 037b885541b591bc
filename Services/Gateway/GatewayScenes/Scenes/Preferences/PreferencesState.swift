import Domain
import GatewayWords
import Signals

/// What the scene of preferences has.
struct PreferencesState: Sendable {
    /// What is set in a form of its own.
    enum Setting: String, CaseIterable, Sendable { case zone, quiet, digest, amounts, own, language }

    /// The time zone of the person; nil while there is none.
    struct Zone: Sendable { let name: String? }

    /// A place in the table of news.
    struct Cell: Hashable, Sendable {
        let category: NotificationsSignal.Category
        let channel: NotificationsSignal.ChannelKind
    }

    var preferences: Loadable<NotificationsSignal.Preferences> = .loading
    /// What was pressed in the table and is not answered yet: shown as if it were.
    var wanted: [Cell: NotificationsSignal.Carrying] = [:]
    var zone: Loadable<Zone> = .loading
    /// What an amount without a currency is in, where all accounts have the same.
    var currency: Currency?
    /// The row of the table of news.
    var selected = 0
    /// The row of the list of settings.
    var setting = 0
    /// The setting whose form is open.
    var editing: Setting?
    var form = Form([])
    var isSending = false
    /// What was done last, or why it was not.
    var said: Text?
    var fault: SceneFault?

    /// The chosen kind of news.
    var category: NotificationsSignal.Category { NotificationsSignal.Category.allCases[selected] }

    /// Why the chosen kind of news is always told; nil where that can be changed.
    var locked: Text? {
        preferences.value?.locked.first { $0.category == category }.map {
            ReasonText.of($0.explanation, else: $0.reason)
        }
    }

    /// When a channel carries a kind of news.
    func carrying(
        _ category: NotificationsSignal.Category, by channel: NotificationsSignal.ChannelKind
    ) -> NotificationsSignal.Carrying {
        wanted[Cell(category: category, channel: channel)]
            ?? preferences.value?.rules.first { $0.category == category && $0.channel == channel }?.carrying ?? .now
    }

    /// What was pressed and is not answered yet, in the order of the table.
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
