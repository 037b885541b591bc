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

/// A page of events.
struct EventPage: Codable, Sendable {
    let events: [ToldEvent]
    /// The sequence of the last event that was looked at.
    let last: Int64
}

/// An event, with those facts that are compared.
struct ToldEvent: Codable, Sendable {
    /// The facts of the types that are compared.
    enum Facts: Sendable {
        case posted(LedgerEvent.TransferPosted)
        case held(LedgerEvent.TransferHeld)
        case released(LedgerEvent.HoldReleased)
        case scheduleFailed(LedgerEvent.ScheduledTransferFailed)
        case paid(SubscriptionsEvent.Paid)
        case paymentFailed(SubscriptionsEvent.PaymentFailed)
        case upcoming(SubscriptionsEvent.Upcoming)
        case other
    }

    /// What notices name it by: `ledger-42`.
    let id: String
    let type: String
    let sequence: Int64
    let time: String
    let facts: Facts

    private enum CodingKeys: String, CodingKey {
        case specversion, id, source, type, subject, time, datacontenttype, sequence, traceparent, data
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        type = try members.decode(String.self, forKey: .type)
        sequence = try members.decode(Int64.self, forKey: .sequence)
        time = try members.decode(String.self, forKey: .time)
        facts =
            switch type {
            case "ledger.transferPosted":
                .posted(try members.decode(LedgerEvent.TransferPosted.self, forKey: .data))
            case "ledger.transferHeld":
                .held(try members.decode(LedgerEvent.TransferHeld.self, forKey: .data))
            case "ledger.holdReleased":
                .released(try members.decode(LedgerEvent.HoldReleased.self, forKey: .data))
            case "ledger.scheduledTransferFailed":
                .scheduleFailed(try members.decode(LedgerEvent.ScheduledTransferFailed.self, forKey: .data))
            case SubscriptionsEvent.Paid.type:
                .paid(try members.decode(SubscriptionsEvent.Paid.self, forKey: .data))
            case SubscriptionsEvent.PaymentFailed.type:
                .paymentFailed(try members.decode(SubscriptionsEvent.PaymentFailed.self, forKey: .data))
            case SubscriptionsEvent.Upcoming.type:
                .upcoming(try members.decode(SubscriptionsEvent.Upcoming.self, forKey: .data))
            default: .other
            }
    }

    /// Nobody sends events back, so their facts are left out.
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(id, forKey: .id)
        try members.encode(type, forKey: .type)
        try members.encode(sequence, forKey: .sequence)
        try members.encode(time, forKey: .time)
    }
}
