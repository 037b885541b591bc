import Coordination
import Domain
import HistoryService
import NotificationsService
import PatternsService
import Signals
import Storage
import StrictJSON
import SubscriptionsService
import Transport

extension FuzzTarget {
    /// Pages of events as each follower reads them: notifications with the texts that it makes of them, history,
    /// subscriptions, patterns, and all who keep time zones.
    static let events = FuzzTarget(
        "events", maximumLength: 8_192,
        modules: [
            "HistoryService", "NotificationsService", "PatternsService", "Signals", "Storage", "StrictJSON",
            "SubscriptionsService",
        ], seeds: eventSeeds
    ) { bytes in
        guard let root = try? JSONDocument(bytes).root else { return }
        let page: [Event]
        do {
            page = try EventSubscriber.events(in: root)
        } catch let fault as Fault {
            return try demand(fault.code == .internalFault && fault.reason != nil, "a page is refused by \(fault)")
        }
        for event in page {
            try follow(event) { try tell(try HouseEvent(event, from: String(event.type.prefix { $0 != "." }))) }
            try follow(event) { _ = try RecordedFact(event) }
            try follow(event) { _ = try MoneyFollower.LedgerChange(event) }
            try follow(event) { _ = try MarketFollower.MarketChange(event) }
            try follow(event) { _ = try PersonZones.change(in: event) }
        }
    }

    /// Requires that an event is read, or refused by a fault that names it.
    private static func follow(_ event: Event, _ read: () throws -> Void) throws {
        do {
            try read()
        } catch let fault as Fault {
            try demand(
                fault.code == .internalFault && fault.details["sequence"] != nil, "an event is refused by \(fault)")
        }
    }

    /// Requires that the notices of an event have texts.
    private static func tell(_ event: HouseEvent) throws {
        guard case .tell(let tellings) = event.content else { return }
        for telling in tellings {
            let notice = Notice(
                id: "n", userID: telling.userID, event: event.event, kind: telling.kind, facts: telling.facts,
                occurredAt: event.time, createdAt: event.time, isLate: true)
            for language in [NotificationsSignal.Language.en, .ru] {
                let wording = Wording(language, .utc)
                try demand(!wording.title(notice).isEmpty, "a notice has no title: \(telling.kind)")
                _ = wording.body(notice)
            }
        }
    }

    @Sendable private static func eventSeeds() throws -> [[UInt8]] {
        try EventCatalogue.all.flatMap { event in
            let schema = try event.schema()
            return [true, false].map { hasOptional in
                let data = SchemaText.value(of: schema, hasOptional: hasOptional)
                return Array(
                    #"""
                    {"events":[{"sequence":1,"type":"\#(event.type)","subject":"a","time":"2026-11-21T08:51:48Z",\#
                    "data":\#(data)}]}
                    """#.utf8)
            }
        }
    }
}
