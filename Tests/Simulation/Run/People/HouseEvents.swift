import Coordination
import Domain
import Signals

/// Reads the events of ledger that a person may see.
struct LedgerEvents: Signal {
    typealias Answer = EventPage
    static let method: SignalMethod = "ledger.events"
    static let summary = "Reads events after a sequence."
    static let effect = SignalEffect.reads

    let after: Int64
    let limit: Int
}

/// Reads the events of subscriptions that a person may see.
struct SubscriptionsEvents: Signal {
    typealias Answer = EventPage
    static let method: SignalMethod = "subscriptions.events"
    static let summary = "Reads events after a sequence."
    static let effect = SignalEffect.reads

    let after: Int64
    let limit: Int
}

/// Reads the events of auth that a person may see.
struct AuthEvents: Signal {
    typealias Answer = EventPage
    static let method: SignalMethod = "auth.events"
    static let summary = "Reads events after a sequence."
    static let effect = SignalEffect.reads

    let after: Int64
    let limit: Int
}

/// Reads the events of bonds that a person may see.
struct BondsEvents: Signal {
    typealias Answer = EventPage
    static let method: SignalMethod = "bonds.events"
    static let summary = "Reads events after a sequence."
    static let effect = SignalEffect.reads

    let after: Int64
    let limit: Int
}

/// Reads the events of notifications that a person may see.
struct NotificationsEvents: Signal {
    typealias Answer = EventPage
    static let method: SignalMethod = "notifications.events"
    static let summary = "Reads events after a sequence."
    static let effect = SignalEffect.reads

    let after: Int64
    let limit: Int
}

/// Reads the events of patterns that a person may see.
struct PatternsEvents: Signal {
    typealias Answer = EventPage
    static let method: SignalMethod = "patterns.events"
    static let summary = "Reads events after a sequence."
    static let effect = SignalEffect.reads

    let after: Int64
    let limit: Int
}

/// A page of events.
struct EventPage: Codable, Sendable {
    let events: [ToldEvent]
    /// The sequence of the last event that was looked at.
    let last: Int64
}
