import Domain

/// Makes transactions of a journal from the movements of a user.
///
/// A transfer between accounts of the user has two movements and makes one transaction. So does an exchange, which is
/// two transfers: ledger books its halves in one go, the paid one first, with consecutive sequences.
struct JournalEntries {
    private let userID: String
    private let period: Period
    private let newest: MovementKey
    private let reading: any JournalReading
    private var days: LocalDays
    private var rows: ArraySlice<JournalRow> = []
    private var isAtEnd = false
    /// The last movement that was taken.
    private(set) var place: StatementPlace?

    private static let rowsAtOnce = 500

    init(
        of userID: String, in period: Period, zone: TimeZone, after place: StatementPlace?, upTo newest: MovementKey,
        _ reading: any JournalReading
    ) {
        self.userID = userID
        self.period = period
        self.newest = newest
        self.reading = reading
        self.place = place
        days = LocalDays(in: zone)
    }

    /// Returns the next transaction; nil after the last.
    mutating func next() throws -> JournalEntry? {
        while let row = try take() {
            switch row.kind {
            case .outside(let other):
                return entry(row, [posting(row.movement), opposite(row.movement, at: other)])
            case .own:
                guard let income = try counterpart(of: row) else {
                    return entry(row, [posting(row.movement), opposite(row.movement, at: .conversion)])
                }
                return entry(row, [posting(row.movement), posting(income)])
            case .exchange:
                guard let other = try otherHalf(of: row.movement) else {
                    return entry(row, [posting(row.movement), opposite(row.movement, at: .conversion)])
                }
                // The paid half makes the transaction of both.
                guard row.movement.key.side == .expense else { continue }
                var bought = posting(other)
                bought.price = row.movement.amount
                return entry(row, [posting(row.movement), bought], exchange: other.transferID)
            }
        }
        return nil
    }

    // MARK: Rows

    private mutating func take() throws -> JournalRow? {
        guard let row = try peek() else { return nil }
        rows.removeFirst()
        place = StatementPlace(time: row.movement.time, key: row.movement.key)
        return row
    }

    private mutating func peek() throws -> JournalRow? {
        if rows.isEmpty, !isAtEnd {
            let found = try reading.journalRows(
                of: userID, in: period, after: place, upTo: newest, limit: Self.rowsAtOnce)
            isAtEnd = found.count < Self.rowsAtOnce
            rows = found[...]
        }
        return rows.first
    }

    /// Takes the income of a transfer between accounts of the user. Both sides have one time and consecutive keys.
    private mutating func counterpart(of row: JournalRow) throws -> Movement? {
        guard row.movement.key.side == .expense, let next = try peek(), next.kind == .own,
            next.movement.transferID == row.movement.transferID
        else { return nil }
        return try take()?.movement
    }

    /// Returns the other half of an exchange if the journal has it.
    private func otherHalf(of movement: Movement) throws -> Movement? {
        let isPaid = movement.key.side == .expense
        let key = MovementKey(
            sequence: movement.key.sequence + (isPaid ? 1 : -1), side: isPaid ? .income : .expense)
        guard key <= newest, let other = try reading.exchangeHalf(key, of: userID), period.contains(other.time) else {
            return nil
        }
        return other
    }

    // MARK: Transactions

    private func posting(_ movement: Movement) -> JournalPosting {
        JournalPosting(
            place: .own(movement.accountID),
            change: Money(minorUnits: movement.change, currency: movement.amount.currency))
    }

    private func opposite(_ movement: Movement, at place: JournalPlace) -> JournalPosting {
        JournalPosting(
            place: place, change: Money(minorUnits: -movement.change, currency: movement.amount.currency))
    }

    private mutating func entry(
        _ row: JournalRow, _ postings: [JournalPosting], exchange: String? = nil
    ) -> JournalEntry {
        let movement = row.movement
        var tags = [
            JournalTag(name: "id", value: movement.transferID),
            JournalTag(name: "time", value: movement.time.description),
        ]
        func add(_ name: String, _ value: String?) {
            if let value { tags.append(JournalTag(name: name, value: value)) }
        }
        add("exchange", exchange)
        add("reverses", movement.reverses)
        add("reversed-by", movement.reversedBy)
        if case .outside = row.kind {
            add("counterparty", movement.otherAccountID)
        } else {
            add("category", movement.category)
        }
        return JournalEntry(
            day: days.day(at: movement.time), text: movement.description, tags: tags, postings: postings)
    }
}
