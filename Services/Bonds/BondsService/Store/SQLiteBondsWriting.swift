import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON

/// The changes, within a write transaction.
struct SQLiteBondsWriting: BondsTransaction {
    /// The largest number of quotes in a block. A block is rewritten when it receives a quote.
    static let blockCapacity = 4_096
    /// The largest number of bonds that one user may hold.
    static let mostHoldings = 1_000

    let transaction: WriteTransaction
    let now: Instant

    private var connection: Connection { transaction.connection }
    private var reading: SQLiteBondsReading { SQLiteBondsReading(connection: transaction.connection) }

    // MARK: Bonds

    /// Adds a bond with its quotes, or updates it.
    ///
    /// - Throws: ``Fault`` `invalidArgument`, `conflict`; `permissionDenied` when the draft would change a bond of
    ///   another user.
    func add(_ draft: BondDraft, by user: String) throws -> BondsSignal.Imported {
        let (number, hasNewTerms, isAnothers) = try keepBond(draft, by: user)
        let (added, updated) = try merge(draft.quotes, into: number)
        if isAnothers, updated > 0 { throw BondRights.refusal(of: updated, quotesIn: draft) }
        if added > 0 {
            try connection.run("UPDATE bonds SET quotes = quotes + ?2 WHERE number = ?1", number, added)
        }
        guard let bond = try reading.bond(number) else { preconditionFailure("It was just written.") }
        if hasNewTerms {
            for holder in try reading.holders(of: number) {
                try tell(Holding(bond: bond, quantity: holder.quantity), to: holder.user)
            }
        }
        return BondsSignal.Imported(
            isin: draft.isin, added: added, updated: updated, quotes: bond.quotes, newTerms: hasNewTerms)
    }

    private func keepBond(
        _ draft: BondDraft, by user: String
    ) throws -> (number: Int64, hasNewTerms: Bool, isAnothers: Bool) {
        let terms = try draft.terms.map(TermsCoding.text)
        let known = try connection.first(
            "SELECT number, currency, terms, owner FROM bonds WHERE isin = ?", draft.isin
        ) { (number: Int64, currency: Currency, terms: String?, owner: String?) in
            (number: number, currency: currency, terms: terms, owner: owner)
        }
        guard let known else {
            guard let currency = draft.currency else {
                throw Fault.invalidArgument("currency", .currencyNotSaid, ["isin": .text(draft.isin.text)])
            }
            try connection.run(
                "INSERT INTO bonds (isin, title, currency, terms, quotes, owner) VALUES (?, ?, ?, ?, 0, ?)",
                draft.isin, draft.title ?? draft.isin.text, currency, terms, user)
            return (connection.lastInsertRowID, terms != nil, false)
        }
        if let currency = draft.currency, currency != known.currency {
            throw Fault(
                .conflict, .currencyDiffers,
                [
                    "isin": .text(draft.isin.text), "known": .text(known.currency.code),
                    "currency": .text(currency.code),
                ],
                field: "\(draft.place).currency")
        }
        let isAnothers = BondRights.isAnothers(known.owner, of: user, draft)
        let hasNewTerms = terms != nil && terms != known.terms
        if isAnothers, hasNewTerms, known.terms != nil {
            throw BondRights.refusal(ofTermsIn: draft)
        }
        try connection.run(
            "UPDATE bonds SET title = coalesce(?2, title), terms = coalesce(?3, terms) WHERE number = ?1", known.number,
            isAnothers ? nil : draft.title, terms)
        return (known.number, hasNewTerms, isAnothers)
    }

    // MARK: Quotes

    /// Merges quotes into the blocks that they belong to. Blocks without a new quote stay unchanged.
    private func merge(_ quotes: QuoteColumns, into bond: Int64) throws -> (added: Int, updated: Int) {
        let stored = StoredQuotes(connection: connection, bond: bond)
        var (place, added, updated) = (0, 0, 0)
        while place < quotes.count {
            let time = quotes.times[place]
            let block = try stored.block(notAfter: time) ?? stored.block(after: time)
            let next = try block.flatMap { try stored.block(after: $0.first) }
            let part = place..<(next.map { quotes.place(of: $0.first) } ?? quotes.count)
            place = part.upperBound
            // After a full last block a new block begins. Between two blocks a new one begins only for enough quotes.
            let isBehind = block.map { time > $0.last && $0.count >= Self.blockCapacity } ?? true
            if isBehind, next == nil || part.count >= Self.blockCapacity / 2 {
                try write(quotes, part, of: bond)
                added += part.count
            } else if let block {
                let merged = try stored.quotes(of: block).merged(with: quotes, part)
                guard merged.added + merged.updated > 0 else { continue }
                try connection.run("DELETE FROM quote_blocks WHERE number = ?", block.number)
                try write(merged.columns, 0..<merged.columns.count, of: bond)
                added += merged.added
                updated += merged.updated
            }
        }
        return (added, updated)
    }

    /// Writes quotes as blocks of nearly equal size.
    private func write(_ quotes: QuoteColumns, _ range: Range<Int>, of bond: Int64) throws {
        let blocks = (range.count + Self.blockCapacity - 1) / Self.blockCapacity
        for block in 0..<blocks {
            let start = range.lowerBound + range.count * block / blocks
            let end = range.lowerBound + range.count * (block + 1) / blocks
            let bytes = quotes.bytes(of: start..<end)
            try connection.run(
                """
                INSERT INTO quote_blocks (bond, first_us, last_us, last_price, count, content)
                VALUES (?, ?, ?, ?, ?, ?)
                """, bond, quotes.times[start], quotes.times[end - 1], quotes.prices[end - 1], end - start, bytes)
        }
    }

    // MARK: Holdings

    func hold(_ quantity: Int, of isin: ISIN, by user: String) throws -> Holding {
        guard let number = try reading.number(of: isin), let bond = try reading.bond(number) else {
            throw Fault.noBond(isin)
        }
        let before = Holding(bond: bond, quantity: try reading.quantity(of: number, heldBy: user))
        guard before.quantity != quantity else { return before }
        if quantity == 0 {
            try connection.run("DELETE FROM holdings WHERE user = ? AND bond = ?", user, number)
        } else {
            let others: Int? = try connection.first(
                "SELECT count(*) FROM holdings WHERE user = ? AND bond <> ?", user, number)
            guard (others ?? 0) < Self.mostHoldings else {
                throw Fault(
                    .limitExceeded, .tooManyHoldings, ["limit": .number(Self.mostHoldings)], field: "isin")
            }
            try connection.run(
                """
                INSERT INTO holdings (user, bond, quantity) VALUES (?, ?, ?)
                ON CONFLICT (user, bond) DO UPDATE SET quantity = excluded.quantity
                """, user, number, quantity)
        }
        try tell(Holding(bond: bond, quantity: quantity), to: user)
        return before
    }

    /// Deletes the holdings of a user and redacts the events about them; removes the user as owner of bonds.
    func forget(_ user: String) throws {
        try connection.run("UPDATE bonds SET owner = NULL WHERE owner = ?", user)
        try connection.run("DELETE FROM holdings WHERE user = ?", user)
        try transaction.forgetReplies(to: user)
        try transaction.redactEvents(of: user) { type, data in
            guard type == BondsEvent.CouponsChanged.type else { return nil }
            let event = try JSONDocument(data).root.decode(BondsEvent.CouponsChanged.self)
            return try JSONEncoding.encode(
                BondsEvent.CouponsChanged(
                    userId: event.userId, isin: event.isin, title: "", quantity: 0, payments: []))
        }
    }

    /// Appends the event of changed bonds, for the user who imported them.
    func tell(changeOf isins: [ISIN], to user: String) throws {
        try transaction.append(
            type: BondsEvent.Changed.type, subject: user, time: now,
            facts: BondsEvent.Changed(userId: user, isins: isins))
    }

    /// Appends the event of a holder's future payments from a bond.
    private func tell(_ holding: Holding, to user: String) throws {
        let upcoming = holding.bond.terms?.payments(after: now.dayInUTC, through: Recurrence.lastDay) ?? []
        let event = BondsEvent.CouponsChanged(
            userId: user, isin: holding.bond.isin, title: holding.bond.title, quantity: holding.quantity,
            payments: holding.quantity == 0
                ? []
                : try upcoming.map { payment in
                    BondsEvent.Payment(
                        date: payment.date, kind: payment.kind,
                        amount: try .nearest(payment.value, times: holding.quantity, in: holding.bond.currency))
                })
        try transaction.append(
            type: BondsEvent.CouponsChanged.type, subject: user, time: now, facts: event)
    }
}
