import Domain
import Storage

/// The queries, in a snapshot.
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

    /// Returns the row numbers of bonds, in the order of their ISINs.
    private func numbers(after isin: ISIN?, limit: Int) throws -> [Int64] {
        try connection.all("SELECT number FROM bonds WHERE isin > ? ORDER BY isin LIMIT ?", isin?.text ?? "", limit)
    }

    func number(of isin: ISIN) throws -> Int64? {
        try connection.first("SELECT number FROM bonds WHERE isin = ?", isin)
    }

    func bond(_ number: Int64) throws -> Bond? {
        let row = try connection.first(
            "SELECT isin, title, currency, terms, quotes FROM bonds WHERE number = ?", number
        ) { (isin: ISIN, title: String, currency: Currency, terms: String?, quotes: Int) in
            (isin: isin, title: title, currency: currency, terms: terms, quotes: quotes)
        }
        guard let row else { return nil }
        let first: Instant? = try connection.first(
            "SELECT first_us FROM quote_blocks WHERE bond = ? ORDER BY first_us LIMIT 1", number)
        let last = try connection.first(
            "SELECT last_us, last_price FROM quote_blocks WHERE bond = ? ORDER BY first_us DESC LIMIT 1", number
        ) { (time: Instant, price: Double) in (time: time, price: price) }
        return Bond(
            isin: row.isin, title: row.title, currency: row.currency, terms: try row.terms.map(TermsCoding.terms),
            quotes: row.quotes, first: first, last: last?.time, lastPrice: last?.price)
    }

    /// Returns the holdings of a user, in the order of the ISINs.
    private func heldRows(of user: String) throws -> [(holding: Holding, number: Int64)] {
        let rows = try connection.all(
            """
            SELECT holdings.bond, holdings.quantity FROM holdings JOIN bonds ON bonds.number = holdings.bond
            WHERE holdings.user = ? ORDER BY bonds.isin
            """, user
        ) { (number: Int64, quantity: Int) in (number: number, quantity: quantity) }
        return try rows.compactMap { row in
            try bond(row.number).map { (Holding(bond: $0, quantity: row.quantity), row.number) }
        }
    }

    /// Returns the quantity of a bond that a user holds.
    func quantity(of bond: Int64, heldBy user: String) throws -> Int {
        try connection.first("SELECT quantity FROM holdings WHERE user = ? AND bond = ?", user, bond) ?? 0
    }

    /// Returns the holders of a bond, with their quantities.
    func holders(of bond: Int64) throws -> [(user: String, quantity: Int)] {
        try connection.all("SELECT user, quantity FROM holdings WHERE bond = ? ORDER BY user", bond) { ($0, $1) }
    }
}

/// The quotes of a bond, stored in blocks.
struct StoredQuotes: QuoteSource {
    /// A row of quotes, without its content.
    struct Block {
        let number: Int64
        let first: Int64
        let last: Int64
        let count: Int
    }

    /// The columns of a block's content.
    private enum Content: Int, ColumnList {
        case count, content
    }

    let connection: Connection
    let bond: Int64

    func quotes(from start: Instant, through end: Instant) throws -> QuoteColumns {
        var columns = QuoteColumns()
        let begin = try block(notAfter: start.microseconds)?.first ?? start.microseconds
        // The capacity is reserved at once to avoid repeated copies.
        let count: Int? = try connection.first(
            "SELECT sum(count) FROM quote_blocks WHERE bond = ? AND first_us BETWEEN ? AND ?", bond, begin, end)
        columns.reserveCapacity(count ?? 0)
        try connection.query(
            Content.self,
            "SELECT count, content FROM quote_blocks WHERE bond = ? AND first_us BETWEEN ? AND ? ORDER BY first_us",
            bond,
            begin, end
        ) { try Self.append($0, to: &columns) }
        return columns
    }

    func last(notAfter time: Instant) throws -> Quote? {
        guard let block = try block(notAfter: time.microseconds) else { return nil }
        let columns = try quotes(of: block)
        let place = columns.range(from: .min, through: time.microseconds).upperBound
        return place > 0 ? columns.quote(before: place) : nil
    }

    /// Returns the last block that begins at or before `time`.
    func block(notAfter time: Int64) throws -> Block? {
        try connection.first(
            """
            SELECT number, first_us, last_us, count FROM quote_blocks WHERE bond = ? AND first_us <= ?
            ORDER BY first_us DESC LIMIT 1
            """, bond, time, as: Block.init)
    }

    /// Returns the first block that begins after `time`.
    func block(after time: Int64) throws -> Block? {
        try connection.first(
            """
            SELECT number, first_us, last_us, count FROM quote_blocks WHERE bond = ? AND first_us > ?
            ORDER BY first_us LIMIT 1
            """, bond, time, as: Block.init)
    }

    func quotes(of block: Block) throws -> QuoteColumns {
        var columns = QuoteColumns()
        try connection.query(
            Content.self, "SELECT count, content FROM quote_blocks WHERE number = ?", block.number
        ) { try Self.append($0, to: &columns) }
        return columns
    }

    private static func append(_ row: borrowing NamedRow<Content>, to columns: inout QuoteColumns) throws {
        let count: Int = try row[.count]
        guard row.withBytes(.content, { columns.append($0, count: count) }) else {
            throw SQLiteError(code: .corrupt, message: "A block of quotes has another length than it must have.")
        }
    }
}

extension ISIN: SQLiteConvertible {
    public var stored: String { text }

    public init?(stored: String) { self.init(stored) }
}
