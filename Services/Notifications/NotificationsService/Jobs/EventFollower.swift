import Coordination
import Domain
import Signals

/// Handles the events of other services, each event once, in the transaction that moves the cursor.
package struct EventFollower: Sendable {
    let store: any NotificationsStore
    let zones: Zones
    let clock: WallClock
    let ages: EventAges
    /// The names of payers and payees.
    let parties: PartyNames
    /// Wakes the jobs: there may be something to send.
    let wake: @Sendable () -> Void

    package init(
        store: any NotificationsStore, zones: Zones, clock: WallClock, ages: EventAges, parties: PartyNames,
        wake: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.zones = zones
        self.clock = clock
        self.ages = ages
        self.parties = parties
        self.wake = wake
    }

    /// Returns the sequence of the last handled event of a service.
    package func cursor(of source: String) async throws -> Int64 { try await store.read { try $0.cursor(of: source) } }

    /// Handles a page of events of one service in one transaction. The same page may come again.
    package func take(_ page: [HouseEvent], of source: String) async throws {
        guard let last = page.last?.sequence else { return }
        let now = clock.now()
        await parties.learn(parties(of: page, at: now), at: now)
        try await store.write(deadline: nil, weight: 8) { transaction in
            let handled = try transaction.cursor(of: source)
            try take(page.filter { $0.sequence > handled }, in: transaction)
            if handled < last { try transaction.setCursor(of: source, to: last) }
        }
        wake()
    }

    /// Returns the users whose names the notices of a page will contain. Old events are gathered without names.
    private func parties(of page: [HouseEvent], at now: Instant) -> Set<String> {
        var ids: Set<String> = []
        for news in page where now - news.time <= ages.old {
            if case .tell(let tellings) = news.content { ids.formUnion(tellings.compactMap(\.otherID)) }
        }
        return ids
    }

    /// Handles new events within a transaction of a caller that moves the cursor.
    package func take(_ news: [HouseEvent], in transaction: any NotificationsTransaction) throws {
        let now = clock.now()
        let teller = Teller(transaction, Router(transaction, zones, at: now), ages, at: now)
        for event in news { try take(event, in: transaction, teller, at: now) }
        try teller.finish()
    }

    private func take(
        _ news: HouseEvent, in transaction: any NotificationsTransaction, _ teller: Teller, at now: Instant
    ) throws {
        switch news.content {
        case .nothing: break
        case .tell(let tellings):
            for telling in tellings { try teller.tell(named(telling), of: news.event, at: news.time) }
        case .imported(let report): try teller.tell(report, at: news.time)
        case .account(let id, let name): try transaction.name(account: id, name)
        case .coupons(let userID, let isin, let title, let coupons):
            try transaction.replaceCoupons(of: userID, isin: isin, title: title, coupons)
        case .registered(let userID): try transaction.register(userID, at: news.time)
        case .deleted(let userID):
            try transaction.forget(userID)
            parties.forget(userID, at: now)
            teller.forget(userID)
        case .zone(let userID, let zone, let revision):
            try zones.live(by: zone, userID, revision: revision, in: transaction, at: now)
            teller.forget(userID)
        case .start(let start): try TelegramRules(transaction: transaction, router: teller.router, now: now).open(start)
        case .tap(let tap): try TelegramRules(transaction: transaction, router: teller.router, now: now).take(tap)
        }
    }

    private func named(_ telling: HouseEvent.Telling) -> HouseEvent.Telling {
        guard let otherID = telling.otherID, let name = parties.name(of: otherID) else { return telling }
        var telling = telling
        let other = NoticeFacts.Person(userID: otherID, name: name)
        if telling.kind == .moneyOut { telling.facts.payee = other } else { telling.facts.payer = other }
        return telling
    }
}
