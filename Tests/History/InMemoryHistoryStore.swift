import Domain
import Synchronization

@testable import HistoryService

/// History's store without a disk: everything in one list, every question a look at each. What a transaction did goes
/// back when it throws.
final class InMemoryHistoryStore: HistoryStore {
    struct Content: Sendable {
        var accounts: [String: OwnedAccount] = [:]
        var movements: [Movement] = []
        var lastSequence: Int64 = 0
    }

    private let content = Mutex(Content())

    func write<Value: Sendable>(
        weight: Int, _ body: @escaping @Sendable (any HistoryTransaction) throws -> Value
    ) async throws -> Value {
        try content.withLock { content in
            let transaction = InMemoryHistoryTransaction(content)
            let value = try body(transaction)
            content = transaction.content
            return value
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any HistoryReading) throws -> Value) async throws -> Value {
        try body(InMemoryHistoryTransaction(content.withLock { $0 }))
    }
}

private final class InMemoryHistoryTransaction: HistoryTransaction {
    var content: InMemoryHistoryStore.Content

    init(_ content: InMemoryHistoryStore.Content) { self.content = content }

    func owns(_ accountID: String, userID: String) -> Bool { content.accounts[accountID]?.userID == userID }

    func movements(
        matching filter: MovementFilter, of userID: String, before end: MovementKey?, limit: Int
    ) -> [Movement] {
        let meant = content.movements.filter { movement in
            movement.userID == userID && filter.means(movement) && (end.map { movement.key < $0 } ?? true)
        }
        return Array(meant.sorted { $0.key > $1.key }.prefix(limit))
    }

    func totals(matching filter: MovementFilter, of userID: String) -> [CurrencyTotal] {
        var totals: [Currency: CurrencyTotal] = [:]
        for movement in content.movements where movement.userID == userID && filter.means(movement) {
            let currency = movement.amount.currency
            totals[currency, default: CurrencyTotal(currency)].add(movement.amount.minorUnits, to: movement.key.side)
        }
        return totals.values.sorted { $0.currency.code < $1.currency.code }
    }

    func movements(ofTransfer transferID: String, userID: String) -> [Movement] {
        content.movements.filter { $0.transferID == transferID && $0.userID == userID }.sorted { $0.key < $1.key }
    }

    func account(_ id: String, of userID: String) -> OwnedAccount? {
        content.accounts[id].flatMap { $0.userID == userID ? $0 : nil }
    }

    func balance(of account: OwnedAccount, before day: CalendarDay) -> Int64 {
        content.movements.filter { $0.accountID == account.id && $0.time.dayInUTC < day }.reduce(0) { sum, movement in
            movement.key.side == .income ? sum + movement.amount.minorUnits : sum - movement.amount.minorUnits
        }
    }

    func newestKey() -> MovementKey? { content.movements.map(\.key).max() }

    func movements(
        of account: OwnedAccount, in period: Period, after place: StatementPlace?, upTo newest: MovementKey, limit: Int
    ) -> [Movement] {
        let meant = content.movements.filter { movement in
            movement.accountID == account.id && period.contains(movement.time) && movement.key <= newest
                && (place.map { ($0.time, $0.key) < (movement.time, movement.key) } ?? true)
        }
        return Array(meant.sorted { ($0.time, $0.key) < ($1.time, $1.key) }.prefix(limit))
    }

    func movementCount() -> Int64 { Int64(content.movements.count) }
    func lastSequence() -> Int64 { content.lastSequence }
    func add(_ accounts: [OwnedAccount]) {
        for account in accounts where content.accounts[account.id] == nil { content.accounts[account.id] = account }
    }
    func add(_ movements: [Movement]) {
        add(
            movements.map { OwnedAccount(id: $0.accountID, userID: $0.userID, currency: $0.amount.currency) })
        content.movements += movements
    }
    func setLastSequence(_ sequence: Int64) { content.lastSequence = sequence }
    func clear() { content = InMemoryHistoryStore.Content() }
}

extension MovementFilter {
    /// Whether the filter means a movement: the plain words of the contract, without any index.
    fileprivate func means(_ movement: Movement) -> Bool {
        if let accountID, movement.accountID != accountID { return false }
        if let side, movement.key.side != side { return false }
        if let text, !Array(movement.description.lowercased().utf8).contains(bytesOf: text) { return false }
        if let category, movement.category != category { return false }
        let scale = Int128(1000) / Int128(movement.amount.currency.minorUnitsPerUnit)
        let thousandths = Int128(movement.amount.minorUnits) * scale
        if let atLeast, thousandths < atLeast.thousandths { return false }
        if let atMost, thousandths > atMost.thousandths { return false }
        return period.contains(movement.time)
    }
}

extension [UInt8] {
    fileprivate func contains(bytesOf text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard wanted.count <= count else { return false }
        return (0...(count - wanted.count)).contains { self[$0...].starts(with: wanted) }
    }
}
