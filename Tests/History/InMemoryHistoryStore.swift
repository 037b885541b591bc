import Coordination
import Domain
import Signals
import Synchronization
import TestSupport

@testable import HistoryService

/// History's store in memory: one list of movements, scanned by each query, with balances summed up from the beginning.
/// A transaction that throws is rolled back.
final class InMemoryHistoryStore: HistoryStore {
    struct Content: Sendable {
        var accounts: [String: OwnedAccount] = [:]
        /// The ids of accounts in the order in which they became known.
        var order: [String] = []
        /// Movements with the categories given by their callers.
        var movements: [Movement] = []
        /// Transfers that were reversed with their import.
        var withdrawn: Set<String> = []
        var lastSequence: Int64 = 0
        var rules: [String: [CategoryRule]] = [:]
        var filters: [String: [SavedFilter]] = [:]
        var layouts: [String: [HistorySignal.StatementLayout]] = [:]
        /// Categories by user, transfer and side.
        var ownCategories: [[String]: String] = [:]
        var forgotten: Set<String> = []
        var zones: [String: TimeZone] = [:]
        var told: [HistoryEvent.Changed] = []
        var replies = InMemoryReplies()
        /// The number of changes, and the last one of each movement and of each user's rules.
        var change: Int64 = 0
        var changesOfMovements: [String: Int64] = [:]
        var changesOfRules: [String: Int64] = [:]
        /// The categories of each user in the order in which they became known.
        var categories: [String: [String]] = [:]

        /// Notes a change of the movements of a transfer.
        mutating func note(_ transferID: String) {
            change += 1
            changesOfMovements[transferID] = change
        }

        mutating func note(category: String?, of userID: String) {
            guard let category, !categories[userID, default: []].contains(category) else { return }
            categories[userID, default: []].append(category)
        }
    }

    private let content = Mutex(Content())

    /// The recorded events in order.
    var told: [HistoryEvent.Changed] { content.withLock { $0.told } }

    /// Sets the time zone of a user.
    func setZone(_ zone: TimeZone, of userID: String) { content.withLock { $0.zones[userID] = zone } }

    func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any HistoryTransaction) throws -> Value
    ) async throws -> Value {
        try content.withLock { content in
            let transaction = InMemoryHistoryTransaction(content)
            let value = try body(transaction)
            content = transaction.content
            return value
        }
    }

    func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (any HistoryTransaction) throws -> S.Answer
    ) async throws -> S.Answer {
        try content.withLock { content in
            if let before = try content.replies.answer(to: signal, by: caller, context: context) { return before }
            let transaction = InMemoryHistoryTransaction(content)
            let answer = try body(transaction)
            content = transaction.content
            try content.replies.keep(answer, to: signal, by: caller, context: context)
            return answer
        }
    }

    func answerBefore<S: Signal>(to signal: S, by caller: String, context: SignalContext) async throws -> S.Answer? {
        try content.withLock { try $0.replies.answer(to: signal, by: caller, context: context) }
    }

    func prepare(for userID: String, rule: CategoryRule?) async throws {}

    func read<Value: Sendable>(_ body: @escaping @Sendable (any HistoryReading) throws -> Value) async throws -> Value {
        try body(InMemoryHistoryTransaction(content.withLock { $0 }))
    }
}

final class InMemoryHistoryTransaction: HistoryTransaction, HistoryReading {
    var content: InMemoryHistoryStore.Content

    init(_ content: InMemoryHistoryStore.Content) { self.content = content }

    var reading: any HistoryReading { self }

    func owns(_ accountID: String, userID: String) -> Bool {
        content.accounts[accountID]?.userID == userID && !content.forgotten.contains(userID)
    }

    // MARK: Queries

    /// Returns all movements of a user as they are listed, oldest first.
    func listed(of userID: String) -> [Movement] {
        var balances: [String: Int64] = [:]
        let own = content.movements.filter { $0.userID == userID && !content.forgotten.contains(userID) }
        return own.sorted { $0.position < $1.position }.map { movement in
            var listed = movement
            if !isWithdrawn(movement) { balances[movement.accountID, default: 0] &+= movement.change }
            listed.balanceAfter = Money(
                minorUnits: balances[movement.accountID, default: 0], currency: movement.amount.currency)
            listed.reversedBy = content.movements.last { $0.reverses == movement.transferID }?.transferID
            let own = content.ownCategories[[userID, movement.transferID, "\(movement.key.side)"]]
            listed.hasOwnCategory = own != nil
            listed.category =
                own ?? movement.category ?? content.rules[userID]?.first { $0.fits(movement) }?.category
            return listed
        }
    }

    /// True when the import of a movement was withdrawn.
    func isWithdrawn(_ movement: Movement) -> Bool {
        movement.isWithdrawal
            || content.withdrawn.contains(movement.transferID)
    }

    func means(_ filter: MovementFilter, _ movement: Movement) -> Bool {
        if !filter.meansWithdrawn, isWithdrawn(movement) { return false }
        let other = movement.otherAccountID.flatMap { content.accounts[$0]?.userID }
        let isOwn = movement.isExchange || other == movement.userID
        return filter.means(movement) && filter.isOwn ?? isOwn == isOwn
    }

    func find(
        _ filter: MovementFilter, of userID: String, before end: MovementPosition?, limit: Int
    ) -> FoundMovements {
        let meant = listed(of: userID).filter { means(filter, $0) }
        var totals: [Currency: CurrencyTotal] = [:]
        for movement in meant {
            let currency = movement.amount.currency
            totals[currency, default: CurrencyTotal(currency)].add(movement.amount.minorUnits, to: movement.key.side)
        }
        let older = meant.filter { movement in end.map { movement.position < $0 } ?? true }
        return FoundMovements(
            movements: Array(older.reversed().prefix(limit)),
            totals: totals.values.sorted { $0.currency.code < $1.currency.code })
    }

    func zone(of userID: String) -> TimeZone { content.zones[userID] ?? .utc }

    func summary(
        of filter: MovementFilter, userID: String, by group: HistorySignal.SummaryGroup, in zone: TimeZone
    ) -> [SummaryRow] {
        struct Place: Hashable {
            let key: SummaryKey
            let currency: Currency
        }
        var rows: [Place: SummaryRow] = [:]
        for movement in listed(of: userID) where means(filter, movement) {
            let day = zone.day(at: movement.time)
            let key: SummaryKey =
                switch group {
                case .day: .day(day.daysSince1970)
                case .month: .month(day.components.year * 12 + day.components.month - 1)
                case .category: .category(movement.category)
                case .account: .account(content.accounts[movement.accountID] ?? owned(movement))
                }
            let place = Place(key: key, currency: movement.amount.currency)
            var row = rows[place] ?? SummaryRow(key: key, total: CurrencyTotal(place.currency), count: 0)
            row.total.add(movement.amount.minorUnits, to: movement.key.side)
            row.count += 1
            rows[place] = row
        }
        return rows.values.sorted(by: SummaryRow.isListed)
    }

    func movements(ofTransfer transferID: String, userID: String) -> [Movement] {
        listed(of: userID).filter { $0.transferID == transferID }.sorted { $0.key < $1.key }
    }

    func account(_ id: String, of userID: String) -> OwnedAccount? {
        content.accounts[id].flatMap { $0.userID == userID ? $0 : nil }
    }

    func balance(of account: OwnedAccount, before moment: Instant) -> Int64 {
        content.movements.filter {
            $0.accountID == account.id && $0.time < moment && !isWithdrawn($0)
        }.reduce(0) { sum, movement in
            movement.key.side == .income ? sum + movement.amount.minorUnits : sum - movement.amount.minorUnits
        }
    }

    func newestKey() -> MovementKey? { content.movements.map(\.key).max() }

    func movements(
        of account: OwnedAccount, in period: Period, after place: StatementPlace?, upTo newest: MovementKey, limit: Int
    ) -> [Movement] {
        let meant = listed(of: account.userID).filter { movement in
            movement.accountID == account.id && period.contains(movement.time) && movement.key <= newest
                && !isWithdrawn(movement)
                && (place.map { ($0.time, $0.key) < (movement.time, movement.key) } ?? true)
        }
        return Array(meant.sorted { ($0.time, $0.key) < ($1.time, $1.key) }.prefix(limit))
    }

    func similar(
        to wanted: [DailyChange: Int], in account: OwnedAccount, except taken: Set<String>, in zone: TimeZone
    ) -> [DailyChange: [SimilarMovement]] {
        var found: [DailyChange: [SimilarMovement]] = [:]
        for movement in listed(of: account.userID) where movement.accountID == account.id {
            let change = DailyChange(day: zone.day(at: movement.time), change: movement.change)
            guard movement.reverses == nil, movement.reversedBy == nil, !taken.contains(movement.transferID),
                let count = wanted[change], found[change]?.count ?? 0 < count + Self.moreToChooseFrom
            else { continue }
            found[change, default: []].append(
                SimilarMovement(
                    transferID: movement.transferID, time: movement.time, description: movement.description))
        }
        return found
    }

    func rules(of userID: String) -> [CategoryRule] { content.rules[userID] ?? [] }
    func filters(of userID: String) -> [SavedFilter] { content.filters[userID] ?? [] }
    func layouts(of userID: String) -> [HistorySignal.StatementLayout] { content.layouts[userID] ?? [] }
    func movementCount() -> Int64 { Int64(content.movements.count) }
    func lastSequence() -> Int64 { content.lastSequence }

    // MARK: Changes

    private func owned(_ movement: Movement) -> OwnedAccount {
        OwnedAccount(id: movement.accountID, userID: movement.userID, currency: movement.amount.currency)
    }

    func add(_ accounts: [OwnedAccount]) {
        for account in accounts {
            if content.accounts[account.id] == nil { content.order.append(account.id) }
            content.accounts[account.id] = account
        }
    }

    func add(_ movements: [Movement]) {
        for movement in movements where !content.forgotten.contains(movement.userID) {
            if content.accounts[movement.accountID] == nil { add([owned(movement)]) }
            content.movements.append(movement)
            content.note(movement.transferID)
            content.note(category: movement.category, of: movement.userID)
            if let reversed = movement.reverses { content.note(reversed) }
            if movement.isWithdrawal, let reversed = movement.reverses { content.withdrawn.insert(reversed) }
        }
    }

    func setLastSequence(_ sequence: Int64) { content.lastSequence = sequence }

    func clear() {
        content.accounts = [:]
        content.order = []
        content.movements = []
        content.withdrawn = []
        content.lastSequence = 0
        content.change += 1
    }

    func setRules(_ rules: [CategoryRule], of userID: String) {
        content.rules[userID] = rules
        content.change += 1
        content.changesOfRules[userID] = content.change
        for rule in rules { content.note(category: rule.category, of: userID) }
    }

    func setFilters(_ filters: [SavedFilter], of userID: String) { content.filters[userID] = filters }

    func setLayouts(_ layouts: [HistorySignal.StatementLayout], of userID: String) { content.layouts[userID] = layouts }

    func setCategory(_ category: String?, ofTransfer transferID: String, accountID: String?, userID: String) -> Bool {
        let sides = content.movements.filter {
            $0.transferID == transferID && $0.userID == userID && (accountID == nil || $0.accountID == accountID)
        }
        for side in sides { content.ownCategories[[userID, transferID, "\(side.key.side)"]] = category }
        content.note(transferID)
        content.note(category: category, of: userID)
        return !sides.isEmpty
    }

    func tell(_ event: HistoryEvent.Changed) { content.told.append(event) }

    func forget(userID: String) {
        content.forgotten.insert(userID)
        content.rules[userID] = nil
        content.filters[userID] = nil
        content.layouts[userID] = nil
        content.movements.removeAll { $0.userID == userID }
    }

    func eraseForgotten(limit: Int) -> Bool { false }
}
