import Domain
import Storage

/// What is read of bonds from a snapshot.
struct SQLiteBondsReading: BondsReading {
    let connection: Connection

    func bonds(after isin: ISIN?, limit: Int) throws -> [Bond] {
        try numbers(after: isin, limit: limit).compactMap { try bond($0) }
    }

    func bond(_ isin: ISIN) throws -> (bond: Bond, quotes: any QuoteSource)? {
        guard let number = try number(of: isin), let bond = try bond(number) else { return nil }
        return (bond, StoredQuotes(connection: connection, bond: number))
    }

    func holdings(of user: String) throws -> [(holding: Holding, quotes: any QuoteSource)] {
        try heldRows(of: user).map { ($0.holding, StoredQuotes(connection: connection, bond: $0.number)) }
    }

    /// The rows of bonds, in the order of their ISINs.
    private func numbers(after isin: ISIN?, limit: Int) throws -> [Int64] {
        var numbers: [Int64] = []
        try connection.query(
            "SELECT number FROM bonds WHERE isin > ?1 ORDER BY isin LIMIT ?2",
            bind: {
                $0.bind(isin?.text ?? "", at: 1)
                $0.bind(limit, at: 2)
            }, { numbers.append($0.int64(at: 0)) })
        return numbers
    }

    func number(of isin: ISIN) throws -> Int64? {
        try connection.first(
            "SELECT number FROM bonds WHERE isin = ?1", bind: { $0.bind(isin.text, at: 1) }, { $0.int64(at: 0) })
    }

    func bond(_ number: Int64) throws -> Bond? {
        let row = try connection.first(
            "SELECT isin, title, currency, terms, quotes FROM bonds WHERE number = ?1",
            bind: { $0.bind(number, at: 1) },
            { row in
                (
                    isin: row.text(at: 0), title: row.text(at: 1), currency: row.text(at: 2),
                    terms: row.optionalText(at: 3), quotes: Int(row.int64(at: 4))
                )
            })
        guard let row else { return nil }
        guard let isin = ISIN(row.isin), let currency = Currency(code: row.currency) else {
            throw SQLiteError(code: .corrupt, message: "The row of bond \(number) cannot be right.")
        }
        let first = try connection.first(
            "SELECT first_us FROM quote_blocks WHERE bond = ?1 ORDER BY first_us LIMIT 1",
            bind: { $0.bind(number, at: 1) }, { Instant(microseconds: $0.int64(at: 0)) })
        let last = try connection.first(
            "SELECT last_us, last_price FROM quote_blocks WHERE bond = ?1 ORDER BY first_us DESC LIMIT 1",
            bind: { $0.bind(number, at: 1) }, { (Instant(microseconds: $0.int64(at: 0)), $0.real(at: 1)) })
        return Bond(
            isin: isin, title: row.title, currency: currency, terms: try row.terms.map(TermsCoding.terms),
            quotes: row.quotes, first: first, last: last?.0, lastPrice: last?.1)
    }

    /// What a user holds, in the order of the bonds' ISINs.
    private func heldRows(of user: String) throws -> [(holding: Holding, number: Int64)] {
        var rows: [(number: Int64, quantity: Int)] = []
        try connection.query(
            """
            SELECT holdings.bond, holdings.quantity FROM holdings JOIN bonds ON bonds.number = holdings.bond
            WHERE holdings.user = ?1 ORDER BY bonds.isin
            """, bind: { $0.bind(user, at: 1) }, { rows.append(($0.int64(at: 0), Int($0.int64(at: 1)))) })
        return try rows.compactMap { row in
            try bond(row.number).map { (Holding(bond: $0, quantity: row.quantity), row.number) }
        }
    }

    /// How many of a bond a user holds.
    func quantity(of bond: Int64, heldBy user: String) throws -> Int {
        Int(
            try connection.first(
                "SELECT quantity FROM holdings WHERE user = ?1 AND bond = ?2",
                bind: {
                    $0.bind(user, at: 1)
                    $0.bind(bond, at: 2)
                }, { $0.int64(at: 0) }) ?? 0)
    }

    /// Who holds a bond, and how many.
    func holders(of bond: Int64) throws -> [(user: String, quantity: Int)] {
        var holders: [(user: String, quantity: Int)] = []
        try connection.query(
            "SELECT user, quantity FROM holdings WHERE bond = ?1 ORDER BY user", bind: { $0.bind(bond, at: 1) },
            { holders.append(($0.text(at: 0), Int($0.int64(at: 1)))) })
        return holders
    }
}

/// The quotes of a bond as they lie in their blocks.
struct StoredQuotes: QuoteSource {
    /// A row of quotes, without them.
    struct Block {
        let number: Int64
        let first: Int64
        let last: Int64
        let count: Int
    }

    let connection: Connection
    let bond: Int64

    func quotes(from start: Instant, through end: Instant) throws -> QuoteColumns {
        var columns = QuoteColumns()
        let begin = try block(notAfter: start.microseconds)?.first ?? start.microseconds
        // Room for all at once: what grows by itself is copied again and again.
        let count = try connection.first(
            "SELECT coalesce(sum(count), 0) FROM quote_blocks WHERE bond = ?1 AND first_us BETWEEN ?2 AND ?3",
            bind: { bindPeriod(begin, end, $0) }, { Int($0.int64(at: 0)) })
        columns.reserveCapacity(count ?? 0)
        try connection.query(
            """
            SELECT count, content FROM quote_blocks WHERE bond = ?1 AND first_us BETWEEN ?2 AND ?3 ORDER BY first_us
            """, bind: { bindPeriod(begin, end, $0) },
            { row throws(SQLiteError) in try Self.append(row, countAt: 0, to: &columns) })
        return columns
    }

    func last(notAfter time: Instant) throws -> Quote? {
        guard let block = try block(notAfter: time.microseconds) else { return nil }
        let columns = try quotes(of: block)
        let place = columns.range(from: .min, through: time.microseconds).upperBound
        return place > 0 ? columns.quote(before: place) : nil
    }

    /// The block that begins last of those that do not begin after `time`.
    func block(notAfter time: Int64) throws -> Block? {
        try connection.first(
            """
            SELECT number, first_us, last_us, count FROM quote_blocks WHERE bond = ?1 AND first_us <= ?2
            ORDER BY first_us DESC LIMIT 1
            """,
            bind: {
                $0.bind(bond, at: 1)
                $0.bind(time, at: 2)
            }, Self.block)
    }

    /// The block that begins first of those that begin after `time`.
    func block(after time: Int64) throws -> Block? {
        try connection.first(
            """
            SELECT number, first_us, last_us, count FROM quote_blocks WHERE bond = ?1 AND first_us > ?2
            ORDER BY first_us LIMIT 1
            """,
            bind: {
                $0.bind(bond, at: 1)
                $0.bind(time, at: 2)
            }, Self.block)
    }

    func quotes(of block: Block) throws -> QuoteColumns {
        var columns = QuoteColumns()
        try connection.query(
            "SELECT count, content FROM quote_blocks WHERE number = ?1", bind: { $0.bind(block.number, at: 1) },
            { row throws(SQLiteError) in try Self.append(row, countAt: 0, to: &columns) })
        return columns
    }

    private func bindPeriod(_ begin: Int64, _ end: Instant, _ statement: borrowing Statement) {
        statement.bind(bond, at: 1)
        statement.bind(begin, at: 2)
        statement.bind(end.microseconds, at: 3)
    }

    private static func block(_ row: borrowing Row) -> Block {
        Block(number: row.int64(at: 0), first: row.int64(at: 1), last: row.int64(at: 2), count: Int(row.int64(at: 3)))
    }

    private static func append(
        _ row: borrowing Row, countAt index: Int, to columns: inout QuoteColumns
    ) throws(SQLiteError) {
        let count = Int(row.int64(at: index))
        guard row.withBytes(at: index + 1, { columns.append($0, count: count) }) else {
            throw SQLiteError(code: .corrupt, message: "A block of quotes has another length than it must have.")
        }
    }
}
