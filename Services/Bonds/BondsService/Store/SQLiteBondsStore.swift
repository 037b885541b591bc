import Coordination
import Domain
import Storage
import StrictJSON

/// Bonds, their quotes in blocks, and holdings in SQLite.
struct SQLiteBondsStore: BondsStore {
    private let store: Store
    private let clock: WallClock

    init(_ store: Store, clock: WallClock) {
        self.store = store
        self.clock = clock
    }

    func add(
        _ drafts: [BondDraft], by user: String, keyed: KeyedRequest?, deadline: Instant?
    ) async throws -> [ImportedBond] {
        // Quotes are written in blocks of thousands.
        let weight = drafts.reduce(1) { $0 + 2 + $1.quotes.count / 256 }
        return try await store.write(deadline: deadline, weight: weight) { [clock] transaction in
            try once(keyed, transaction) {
                let writing = BondsWriting(transaction: transaction, now: clock.now())
                let imported = try drafts.map { try writing.add($0, by: user) }
                try writing.tell(changeOf: imported.map(\.isin), to: user)
                return imported
            }
        }
    }

    func bonds(after isin: ISIN?, limit: Int) async throws -> [Bond] {
        try await store.read { transaction in
            let reading = BondsReading(connection: transaction.connection)
            return try reading.numbers(after: isin, limit: limit).compactMap { try reading.bond($0) }
        }
    }

    func bond(_ isin: ISIN) async throws -> Bond? {
        try await store.read { transaction in
            let reading = BondsReading(connection: transaction.connection)
            return try reading.number(of: isin).flatMap { try reading.bond($0) }
        }
    }

    func read<Value: Sendable>(
        _ isin: ISIN, _ body: @escaping @Sendable (Bond, any QuoteSource) throws -> Value
    ) async throws -> Value? {
        try await store.read { transaction in
            let reading = BondsReading(connection: transaction.connection)
            guard let number = try reading.number(of: isin), let bond = try reading.bond(number) else { return nil }
            return try body(bond, StoredQuotes(connection: transaction.connection, bond: number))
        }
    }

    func hold(
        _ quantity: Int, of isin: ISIN, by user: String, keyed: KeyedRequest?, deadline: Instant?
    ) async throws -> HeldBefore {
        try await store.write(deadline: deadline) { [clock] transaction in
            try once(keyed, transaction) {
                try BondsWriting(transaction: transaction, now: clock.now()).hold(quantity, of: isin, by: user)
            }
        }
    }

    func holdings<Value: Sendable>(
        of user: String, _ body: @escaping @Sendable ([(holding: Holding, quotes: any QuoteSource)]) throws -> Value
    ) async throws -> Value {
        try await store.read { transaction in
            let reading = BondsReading(connection: transaction.connection)
            return try body(
                try reading.holdings(of: user).map { held in
                    (held.holding, StoredQuotes(connection: transaction.connection, bond: held.number))
                })
        }
    }

    /// Forgets the users who are gone by a page of auth's events, in the transaction that handles the page.
    ///
    /// - Throws: ``Fault`` `internal` for an event that does not say who.
    func forgetDeleted(_ events: [Event], in transaction: WriteTransaction) throws {
        for event in events where event.type == "auth.userDeleted" {
            guard let user = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, "Event \(event.sequence) of auth does not say which user was deleted.")
            }
            try BondsWriting(transaction: transaction, now: clock.now()).forget(user)
        }
    }
}

/// Does the work of a request with an idempotency key once.
private func once<Outcome: Codable>(
    _ request: KeyedRequest?, _ transaction: WriteTransaction, _ body: () throws -> Outcome
) throws -> Outcome {
    guard let request else { return try body() }
    return try transaction.once(
        request, storing: [], restore: { try JSONDocument($0.content).root.decode(Outcome.self) },
        keep: { StoredReply(kind: 1, content: try JSONEncoding.encode($0)) }, body
    ).get()
}
