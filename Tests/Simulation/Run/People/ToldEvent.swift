import Signals

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
        case found(PatternsEvent.Found)
        case judged(PatternsEvent.Judged)
        case other
    }

    /// What notices name it by: `ledger-42`.
    let id: String
    let type: String
    let sequence: Int64
    let time: String
    /// What it is about: for auth, bonds and notifications a user.
    let subject: String?
    /// The user whom its facts name.
    let userID: String?
    let facts: Facts

    /// The name of any fact: those of types that are not compared are not known here.
    private struct AnyName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }

        init?(stringValue: String) { self.init(stringValue) }

        init?(intValue: Int) { nil }
    }

    private enum CodingKeys: String, CodingKey {
        case specversion, id, source, type, subject, time, datacontenttype, sequence, traceparent, data
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        type = try members.decode(String.self, forKey: .type)
        sequence = try members.decode(Int64.self, forKey: .sequence)
        time = try members.decode(String.self, forKey: .time)
        subject = try members.decodeIfPresent(String.self, forKey: .subject)
        userID = try? members.nestedContainer(keyedBy: AnyName.self, forKey: .data)
            .decodeIfPresent(String.self, forKey: AnyName("userId"))
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
            case "patterns.found": .found(try members.decode(PatternsEvent.Found.self, forKey: .data))
            case "patterns.judged": .judged(try members.decode(PatternsEvent.Judged.self, forKey: .data))
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
