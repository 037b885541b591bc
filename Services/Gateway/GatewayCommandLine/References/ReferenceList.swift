import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// Loads candidates from the services.
struct ReferenceList {
    /// The largest page size of the services.
    private static let page = 1000
    /// The maximum number of pages to read.
    private static let mostPages = 20

    let client: ServiceClient

    /// Returns all things of a kind that the user has.
    func candidates(of thing: NamedThing) async throws -> [ReferenceCandidate] {
        switch thing {
        case .account: try await client.ask(LedgerSignal.Accounts()).accounts.map(ReferenceCandidate.init)
        case .hold: try await holds()
        case .schedule: try await schedules()
        case .template:
            try await client.ask(LedgerSignal.Templates()).templates.map { template in
                ReferenceCandidate(
                    id: template.name, titles: [template.name],
                    meaning: [template.amount.map { ValueText.money($0) } ?? "", template.description].joinedWords)
            }
        case .payee:
            try await client.ask(LedgerSignal.Payees()).payees.map {
                ReferenceCandidate(id: $0.name, titles: [$0.name], meaning: $0.owner ?? $0.currency.code)
            }
        case .mandate: try await mandates()
        case .rule:
            try await client.ask(HistorySignal.Rules()).rules.map { rule in
                ReferenceCandidate(
                    id: rule.id, titles: [rule.contains], meaning: "\(rule.contains) → \(rule.category)")
            }
        case .filter:
            try await client.ask(HistorySignal.Filters()).filters.map {
                ReferenceCandidate(id: $0.name, titles: [$0.name])
            }
        case .layout:
            try await client.ask(HistorySignal.StatementLayouts()).layouts.map {
                ReferenceCandidate(id: $0.name, titles: [$0.name])
            }
        case .session:
            try await client.ask(AuthSignal.Sessions()).sessions.map { session in
                ReferenceCandidate(
                    id: session.id, titles: [session.device ?? ""], meaning: ValueText.time(session.lastUsedAt))
            }
        case .passkey:
            try await client.ask(AuthSignal.Passkeys()).passkeys.map {
                ReferenceCandidate(id: $0.id, titles: [$0.name])
            }
        case .pattern: try await patterns()
        case .subscription: try await subscriptions()
        case .suggestion:
            try await client.ask(SubscriptionsSignal.Suggestions()).suggestions.map { found in
                ReferenceCandidate(
                    id: found.id, titles: found.title.both, meaning: ValueText.money(found.amount))
            }
        case .service:
            try await client.ask(SubscriptionsSignal.Services()).services.map {
                ReferenceCandidate(id: $0.id, titles: $0.title.both)
            }
        case .notification: try await notifications()
        case .channel:
            try await client.ask(NotificationsSignal.Channels()).channels.map { channel in
                ReferenceCandidate(
                    id: channel.id, titles: [channel.name, channel.address, channel.kind.rawValue],
                    meaning: "\(channel.kind.rawValue) \(channel.address)")
            }
        case .message:
            try await client.ask(NotificationsSignal.Failed(limit: Self.page)).failed.map { delivery in
                ReferenceCandidate(
                    id: delivery.id, titles: [delivery.title],
                    meaning: "\(delivery.kind.rawValue), \(ValueText.time(delivery.createdAt))")
            }
        case .bankFile:
            try await client.ask(LedgerSignal.Imports(limit: Self.page)).imports.map { item in
                ReferenceCandidate(
                    id: item.id, titles: [item.fileName ?? ""], meaning: ValueText.time(item.importedAt),
                    isOver: item.undoneAt != nil)
            }
        case .bond:
            try await client.ask(BondsSignal.List()).bonds.map {
                ReferenceCandidate(id: $0.isin.description, titles: [$0.title])
            }
        case .security: try await securities()
        case .transaction, .rate, .split, .watch, .challenge: []
        }
    }

    /// Reads pages up to the last one, or up to the maximum number.
    private func all<Item>(
        _ read: (_ cursor: String?) async throws -> (items: [Item], next: String?)
    ) async throws -> [Item] {
        var found: [Item] = []
        var cursor: String?
        for _ in 0..<Self.mostPages {
            let page = try await read(cursor)
            found += page.items
            cursor = page.next
            if cursor == nil { break }
        }
        return found
    }

    private func holds() async throws -> [ReferenceCandidate] {
        let holds = try await all { cursor in
            let page = try await client.ask(LedgerSignal.Holds(limit: Self.page, cursor: cursor))
            return (page.holds, page.nextCursor)
        }
        return holds.map {
            ReferenceCandidate(id: $0.id, titles: [$0.description], meaning: ValueText.money($0.amount))
        }
    }

    private func schedules() async throws -> [ReferenceCandidate] {
        try await client.ask(LedgerSignal.Schedules()).schedules.map { schedule in
            ReferenceCandidate(
                id: schedule.id, titles: [schedule.description],
                meaning: [ValueText.money(schedule.amount), schedule.next.map { ValueText.day($0) } ?? ""].joinedWords,
                isOver: !schedule.status.isOpen)
        }
    }

    private func mandates() async throws -> [ReferenceCandidate] {
        try await client.ask(LedgerSignal.Mandates()).mandates.map { mandate in
            ReferenceCandidate(
                id: mandate.id, titles: [mandate.service], meaning: ValueText.money(mandate.amount),
                isOver: mandate.status != .active)
        }
    }

    private func patterns() async throws -> [ReferenceCandidate] {
        let patterns = try await all { cursor in
            let page = try await client.ask(
                PatternsSignal.List(minMatches: 1, limit: Self.page, cursor: cursor))
            return (page.patterns, page.nextCursor)
        }
        return patterns.map { pattern in
            ReferenceCandidate(
                id: pattern.id, titles: [pattern.ticker],
                meaning: "\(ValueText.day(pattern.periodStart)) – \(ValueText.day(pattern.periodEnd))")
        }
    }

    private func subscriptions() async throws -> [ReferenceCandidate] {
        let subscriptions = try await all { cursor in
            let page = try await client.ask(SubscriptionsSignal.List(limit: Self.page, cursor: cursor))
            return (page.subscriptions, page.nextCursor)
        }
        return subscriptions.map { subscription in
            ReferenceCandidate(
                id: subscription.id, titles: subscription.title.both,
                meaning: [
                    ValueText.money(subscription.amount),
                    subscription.nextPayment.map { ValueText.day($0.date) } ?? "\(StatusText.of(subscription.status))",
                ].joinedWords, isOver: subscription.status == .ended)
        }
    }

    /// Returns each security once, whatever its number of candle intervals.
    private func securities() async throws -> [ReferenceCandidate] {
        let all = try await client.ask(ScannerSignal.Securities()).securities
        return Dictionary(grouping: all, by: \.ticker).sorted { $0.key < $1.key }.map { ticker, same in
            ReferenceCandidate(id: ticker, titles: [ticker, same.compactMap(\.name).first ?? ""])
        }
    }

    private func notifications() async throws -> [ReferenceCandidate] {
        var found: [NotificationsSignal.Notification] = []
        for isArchived in [false, true] {
            found += try await all { cursor in
                let page = try await client.ask(
                    NotificationsSignal.List(archived: isArchived, limit: Self.page, cursor: cursor))
                return (page.notifications, page.nextCursor)
            }
        }
        return found.map {
            ReferenceCandidate(id: $0.id, titles: [$0.title], meaning: ValueText.time($0.createdAt))
        }
    }
}

extension SubscriptionsSignal.Title {
    /// The titles in both languages, that of the run first.
    fileprivate var both: [String] { Language.current == .russian ? [ru, en] : [en, ru] }
}

extension [String] {
    /// Joins the non-empty texts with commas.
    fileprivate var joinedWords: String { filter { !$0.isEmpty }.joined(separator: ", ") }
}
