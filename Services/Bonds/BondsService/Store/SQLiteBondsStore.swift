import Coordination
import Domain
import Storage

/// Bonds and their quotes in SQLite, the quotes of the bonds in use in memory, too.
struct SQLiteBondsStore: BondsStore {
    private let store: Store
    private let cache = QuoteCache()

    init(_ store: Store) { self.store = store }

    func add(_ drafts: [BondDraft], deadline: Instant?) async throws -> [ImportedBond] {
        let weight = drafts.reduce(1) { $0 + 1 + $1.quotes.count }
        return try await store.write(deadline: deadline, weight: weight) { transaction in
            let writing = BondsWriting(connection: transaction.connection)
            return try drafts.enumerated().map { try writing.add($1, at: $0) }
        }
    }

    func bonds() async throws -> [Bond] {
        try await store.read { transaction in
            let reading = BondsReading(connection: transaction.connection)
            return try reading.numbers().compactMap { try reading.bond($0)?.bond }
        }
    }

    func bond(_ isin: ISIN) async throws -> Bond? {
        try await store.read { transaction in
            let reading = BondsReading(connection: transaction.connection)
            return try reading.number(of: isin).flatMap { try reading.bond($0)?.bond }
        }
    }

    func read<Value: Sendable>(
        _ isin: ISIN, _ body: @escaping @Sendable (Bond, QuoteColumns) throws -> Value
    ) async throws -> Value? {
        try await store.read { [cache] transaction in
            let reading = BondsReading(connection: transaction.connection)
            guard let number = try reading.number(of: isin), let (bond, version) = try reading.bond(number) else {
                return nil
            }
            if let columns = cache.columns(of: number, version: version) { return try body(bond, columns) }
            let columns = try reading.quotes(of: number, count: bond.quotes)
            cache.keep(columns, of: number, version: version)
            return try body(bond, columns)
        }
    }
}

/// What is read from a snapshot.
struct BondsReading {
    let connection: Connection

    /// The rows of all bonds, in the order of their ISINs.
    func numbers() throws -> [Int64] {
        var numbers: [Int64] = []
        try connection.query("SELECT number FROM bonds ORDER BY isin") { numbers.append($0.int64(at: 0)) }
        return numbers
    }

    func number(of isin: ISIN) throws -> Int64? {
        try connection.first(
            "SELECT number FROM bonds WHERE isin = ?1", bind: { $0.bind(isin.text, at: 1) }, { $0.int64(at: 0) })
    }

    func bond(_ number: Int64) throws -> (bond: Bond, version: Int64)? {
        let first = try quote(
            "SELECT time_us, price FROM quotes WHERE bond = ?1 ORDER BY time_us LIMIT 1", of: number)
        let last = try quote(
            "SELECT time_us, price FROM quotes WHERE bond = ?1 ORDER BY time_us DESC LIMIT 1", of: number)
        let row = try connection.first(
            "SELECT isin, title, currency, terms, quotes, version FROM bonds WHERE number = ?1",
            bind: { $0.bind(number, at: 1) },
            { row in
                (
                    isin: row.text(at: 0), title: row.text(at: 1), currency: row.text(at: 2),
                    terms: row.optionalText(at: 3), quotes: Int(row.int64(at: 4)), version: row.int64(at: 5)
                )
            })
        guard let row else { return nil }
        guard let isin = ISIN(row.isin), let currency = Currency(code: row.currency) else {
            throw SQLiteError(code: .corrupt, message: "The row of bond \(number) cannot be right.")
        }
        let bond = Bond(
            isin: isin, title: row.title, currency: currency, terms: try row.terms.map(TermsCoding.terms),
            quotes: row.quotes, first: first?.time, last: last?.time, lastPrice: last?.price)
        return (bond, row.version)
    }

    func quotes(of number: Int64, count: Int) throws -> QuoteColumns {
        var columns = QuoteColumns()
        columns.reserveCapacity(count)
        let statement = try connection.statement(
            "SELECT time_us, price, yield FROM quotes WHERE bond = ?1 ORDER BY time_us")
        statement.bind(number, at: 1)
        while try statement.step() {
            columns.append(
                time: statement.row.int64(at: 0), price: statement.row.real(at: 1),
                yield: statement.row.isNull(at: 2) ? .nan : statement.row.real(at: 2))
        }
        return columns
    }

    private func quote(_ sql: StaticString, of number: Int64) throws -> (time: Instant, price: Double)? {
        try connection.first(
            sql, bind: { $0.bind(number, at: 1) },
            { (Instant(microseconds: $0.int64(at: 0)), $0.real(at: 1)) })
    }
}

/// What is written in a transaction.
struct BondsWriting {
    let connection: Connection

    func add(_ draft: BondDraft, at place: Int) throws -> ImportedBond {
        let number = try keepBond(draft, at: place)
        var imported = ImportedBond(isin: draft.isin)
        for quote in draft.quotes {
            if try insert(quote, of: number) {
                imported.added += 1
            } else if try update(quote, of: number) {
                imported.updated += 1
            }
        }
        try connection.run("UPDATE bonds SET quotes = quotes + ?2, version = version + 1 WHERE number = ?1") {
            $0.bind(number, at: 1)
            $0.bind(imported.added, at: 2)
        }
        imported.quotes = Int(
            try connection.first(
                "SELECT quotes FROM bonds WHERE number = ?1", bind: { $0.bind(number, at: 1) }, { $0.int64(at: 0) })
                ?? 0)
        return imported
    }

    private func keepBond(_ draft: BondDraft, at place: Int) throws -> Int64 {
        let known = try connection.first(
            "SELECT number, currency FROM bonds WHERE isin = ?1", bind: { $0.bind(draft.isin.text, at: 1) },
            { ($0.int64(at: 0), $0.text(at: 1)) })
        let terms = try draft.terms.map(TermsCoding.text)
        guard let (number, currency) = known else {
            try connection.run(
                "INSERT INTO bonds (isin, title, currency, terms, quotes, version) VALUES (?1, ?2, ?3, ?4, 0, 0)"
            ) {
                $0.bind(draft.isin.text, at: 1)
                $0.bind(draft.title, at: 2)
                $0.bind(draft.currency.code, at: 3)
                $0.bind(terms, at: 4)
            }
            return connection.lastInsertRowID
        }
        guard currency == draft.currency.code else {
            throw Fault(
                .conflict, "\(draft.isin) is known in \(currency); its quotes cannot be in \(draft.currency).",
                field: "activities[\(place)].currency")
        }
        try connection.run("UPDATE bonds SET title = ?2, terms = coalesce(?3, terms) WHERE number = ?1") {
            $0.bind(number, at: 1)
            $0.bind(draft.title, at: 2)
            $0.bind(terms, at: 3)
        }
        return number
    }

    private func insert(_ quote: Quote, of number: Int64) throws -> Bool {
        try connection.run("INSERT OR IGNORE INTO quotes (bond, time_us, price, yield) VALUES (?1, ?2, ?3, ?4)") {
            bind(quote, number, $0)
        }
        return connection.changes > 0
    }

    private func update(_ quote: Quote, of number: Int64) throws -> Bool {
        try connection.run(
            """
            UPDATE quotes SET price = ?3, yield = ?4
            WHERE bond = ?1 AND time_us = ?2 AND (price <> ?3 OR yield IS NOT ?4)
            """
        ) { bind(quote, number, $0) }
        return connection.changes > 0
    }

    private func bind(_ quote: Quote, _ number: Int64, _ statement: borrowing Statement) {
        statement.bind(number, at: 1)
        statement.bind(quote.time.microseconds, at: 2)
        statement.bind(real: quote.price, at: 3)
        if let yield = quote.yield { statement.bind(real: yield, at: 4) } else { statement.bindNull(at: 4) }
    }
}
