import Coordination
import Domain
import Signals

extension Invariants {
    /// Nobody is shown anything of others, except the other side of a transfer that both have part in.
    static func privacy(_ town: TownFacts) -> [String] {
        town.people.flatMap { person in
            ownRows(person, town) + ownEvents(person) + ownNotices(person) + ownPayees(person, town)
                + ownHoldings(person, town)
        }
    }

    private static func ownRows(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let own = Set(town.books.accounts(of: person.index).map(\.id))
        var problems = person.accounts.filter { $0.userId != person.userID }.map {
            "Person \(person.index) is shown account \($0.id) of user \($0.userId)."
        }
        problems += person.history.filter { !own.contains($0.account) }.map {
            "Person \(person.index) is shown row \($0.id) of account \($0.account), which is not theirs."
        }
        problems += person.holds.filter { !own.contains($0.from) && !own.contains($0.to) }.map {
            "Person \(person.index) is shown hold \($0.id) of others."
        }
        problems += person.payments.filter { $0.account.map { !own.contains($0) } ?? false }.map {
            "Person \(person.index) is shown payment \($0.id) from account \($0.account ?? "") of somebody else."
        }
        for event in person.ledger {
            let users: [String?] =
                switch event.facts {
                case .posted(let movement): movement.entries.map(\.userId)
                case .held(let hold): hold.entries.map(\.userId)
                case .released(let hold): hold.entries.map(\.userId)
                case .scheduleFailed(let failed): [failed.userId]
                default: []
                }
            if users.contains(where: { $0 != person.userID }) {
                problems.append("Person \(person.index) is shown the side of \(users) in event \(event.id).")
            }
        }
        return problems
    }

    /// The events of auth, bonds, notifications and patterns are about one person each, and only that person is shown
    /// them.
    private static func ownEvents(_ person: PersonFacts) -> [String] {
        let about = (person.authEvents + person.bondsEvents + person.notificationsEvents).filter { event in
            event.subject != person.userID || event.userID.map { $0 != person.userID } ?? false
        }
        return (about + person.patterns.events.filter { $0.userID != person.userID }).map {
            "Person \(person.index), user \(person.userID), is shown event \($0.id), \($0.type), which is about "
                + "\($0.subject ?? "nobody") and names \($0.userID ?? "nobody")."
        }
    }

    /// Each notice is of an event that the person may see.
    private static func ownNotices(_ person: PersonFacts) -> [String] {
        let events = person.ledger + person.subscriptionEvents + person.authEvents + person.patterns.events
        let seen = Set(events.map(\.id)).union(person.arranged.imports.map(\.notice))
        let sources = ["ledger-", "subscriptions-", "auth-", "patterns-"]
        return person.notices.filter { notice in
            sources.contains { notice.event.hasPrefix($0) } && !seen.contains(notice.event)
        }.map { "Person \(person.index) has a notice of \($0.event), an event that is not theirs: \($0)." }
    }

    private static func ownPayees(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let saved = town.books.payees[person.index] ?? [:]
        let told = Dictionary(person.payees.map { ($0.name, $0.account) }) { first, _ in first }
        return saved == told ? [] : ["Person \(person.index) saved the payees \(saved) and is shown \(told)."]
    }

    private static func ownHoldings(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        let held = (town.books.holdings[person.index] ?? [:]).filter { $0.value > 0 }
        let told = Dictionary(person.holdings.map { ($0.isin.description, $0.quantity) }) { first, _ in first }
        return held == told ? [] : ["Person \(person.index) holds the bonds \(held) and is shown \(told)."]
    }

    /// Asks for things of others by their ids. They are refused as if they did not exist.
    static func strangers(_ people: [SimulatedPerson], _ town: TownFacts) async -> [String] {
        var problems: [String] = []
        for person in people {
            for other in town.people where other.index != person.index {
                problems += await strange(person, other, town)
            }
        }
        return problems
    }

    private static func strange(
        _ person: SimulatedPerson, _ other: PersonFacts, _ town: TownFacts
    ) async -> [String] {
        var problems: [String] = []
        problems += await person.pay(fromAccountOf: other, town)
        await person.deposit(withKeyOf: other.index)
        if let account = other.accounts.last?.id {
            problems += await refused(LedgerSignal.Balance(account: account), to: person)
            problems += await refused(LedgerSignal.Holds(account: account), to: person)
            problems += await refused(HistorySignal.Transactions(account: account), to: person)
            problems += await refused(SubscriptionsSignal.Forecast(account: account), to: person)
        }
        let own = Set(town.books.accounts(of: person.index).map(\.id))
        let theirs = other.posted.last { !own.contains($0.transfer.from) && !own.contains($0.transfer.to) }
        if let transfer = theirs?.transfer.id {
            problems += await refused(LedgerSignal.ShowTransfer(transfer: transfer), to: person)
            problems += await refused(HistorySignal.GetTransaction(id: transfer), to: person)
        }
        if let schedule = other.schedules.last?.id {
            problems += await refused(LedgerSignal.ScheduleRuns(id: schedule), to: person)
        }
        if let subscription = other.subscriptions.last?.id {
            problems += await refused(SubscriptionsSignal.Show(id: subscription), to: person)
        }
        let shown = town.people.first { $0.index == person.index }?.patterns
        let strange = other.patterns.listed.last { pattern in
            !(shown?.watched.contains(pattern.ticker) ?? true) && !(shown?.found ?? []).contains { $0.id == pattern.id }
        }
        if let pattern = strange?.id { problems += await refused(PatternsSignal.Show(id: pattern), to: person) }
        if let notice = other.notices.last?.id {
            problems += await refused(NotificationsSignal.Show(id: notice), to: person)
        }
        return problems
    }

    private static func refused<S: Signal>(_ signal: S, to person: SimulatedPerson) async -> [String] {
        switch await person.insist(signal, key: nil) {
        case .refused(let fault) where fault.code == .notFound: []
        case .refused(let fault):
            ["\(S.method) of somebody else's was refused to person \(person.index) as \(fault)."]
        case .answered(let answer): ["\(S.method) told person \(person.index) of somebody else: \(answer)."]
        case .unanswered: []
        }
    }
}
