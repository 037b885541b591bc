import Domain
import Signals

extension Invariants {
    /// There is one notice for each event that a person is to be told of, and none for any other.
    static func inbox(_ town: TownFacts) -> [String] { town.people.flatMap { inbox(of: $0) } }

    private static func inbox(of person: PersonFacts) -> [String] {
        let byEvent = Dictionary(grouping: person.notices, by: \.event)
        var problems = byEvent.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map {
            "Person \(person.index) has \($0.value.count) notices of \($0.key): \($0.value.map(\.id))."
        }
        let unread = person.notices.filter { $0.readAt == nil && $0.archivedAt == nil && $0.snoozedUntil == nil }
        if unread.count != person.unread {
            problems.append(
                "Person \(person.index) has \(unread.count) unread notices, and the inbox counts \(person.unread).")
        }
        // Events that are read a week late are summed up, and which ones they are is not told.
        if person.notices.contains(where: { $0.kind == .oldNews }) { return problems }
        for event in person.ledger + person.subscriptionEvents + person.patterns.events {
            let kind = kind(of: event, for: person)
            let notice = byEvent[event.id]?.first
            if let kind, notice?.kind != kind {
                problems.append(
                    "Person \(person.index) is to have notice \(kind) of \(event.id), \(event.type) at \(event.time), "
                        + "and has \(notice.map { "\($0)" } ?? "none").")
            }
            if kind == nil, let notice, event.isCompared {
                problems.append(
                    "Person \(person.index) has a notice of \(event.id), \(event.type), which is their own doing: "
                        + "\(notice).")
            }
        }
        for report in person.arranged.imports where byEvent[report.notice]?.first?.kind != .imported {
            problems.append("Person \(person.index) has no notice of import \(report).")
        }
        return problems
    }

    /// Returns the kind of notice that an event has, nil for none.
    private static func kind(of event: ToldEvent, for person: PersonFacts) -> NotificationsSignal.Kind? {
        switch event.facts {
        case .posted(let movement):
            let own = movement.entries.filter { $0.userId == person.userID }
            guard own.count == 1, let entry = own.first, entry.cause != .order, entry.cause != .import
            else { return nil }
            return entry.amount.minorUnits < 0 ? .moneyOut : .moneyIn
        case .scheduleFailed: return .transferRefused
        case .paid(let paid): return paid.transfer == nil && paid.method != .byHand ? .paymentDone : nil
        case .paymentFailed: return .paymentFailed
        case .upcoming: return .paymentUpcoming
        case .found: return .patternFound
        case .judged: return .patternJudged
        case .held, .released, .other: return nil
        }
    }
}

extension LedgerSignal.Import {
    /// The event of the one notice of all its rows.
    var notice: String { "ledger-import-\(id)" }
}

extension ToldEvent {
    /// True when its facts say whether there is a notice.
    fileprivate var isCompared: Bool { if case .other = facts { false } else { true } }
}
