import Coordination
import Domain
import Reasons
import Signals

/// Writes a statement, or a part of one.
struct WriteStatement: UseCase {
    /// The size in bytes at which a part ends. Escaping in JSON at most doubles it, which fits a message.
    static let usualBytes = 1 << 20
    private static let rowsAtOnce = 500

    let store: any HistoryStore
    let clock: WallClock
    var partBytes = usualBytes

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound` for an account that is not the caller's.
    func answer(
        _ signal: HistorySignal.Statement, context: SignalContext
    ) async throws -> HistorySignal.StatementAnswer {
        let userID = try context.caller.requireUser().userID
        guard signal.from <= signal.to else {
            throw Fault.invalidArgument("to", .mustNotBeBefore, ["other": "from"])
        }
        let writer = signal.format.writer
        let now = clock.now()
        return try await store.read { reading in
            let zone = try reading.zone(of: userID)
            // The zone is part of the name, so that a statement does not continue in another zone than it began.
            let name =
                [userID, signal.account, signal.from.description, signal.to.description, writer.mediaType]
                .joined(separator: "\n") + (zone == .utc ? "" : "\n\(zone)")
            let cursor = try signal.cursor.map { text in
                guard let cursor = StatementCursor(text, of: name) else {
                    throw Fault.invalidArgument("cursor", .notACursorOfStatement)
                }
                return cursor
            }
            guard let account = try reading.account(signal.account, of: userID) else { throw Fault.noSuchAccount }
            let scope = StatementScope(account: account, zone: zone, first: signal.from, last: signal.to)
            let (text, next) = try part(of: scope, writer, after: cursor, at: now, reading)
            return HistorySignal.StatementAnswer(
                mediaType: writer.mediaType, content: String(decoding: text, as: UTF8.self),
                nextCursor: next?.text(of: name))
        }
    }

    /// - Returns: The text of a part, and the cursor of the next one; nil for the last part.
    private func part(
        of scope: StatementScope, _ writer: any StatementWriter, after cursor: StatementCursor?, at now: Instant,
        _ reading: any StatementReading
    ) throws -> (text: [UInt8], next: StatementCursor?) {
        let currency = scope.account.currency
        var text: [UInt8] = []
        var place = cursor?.place
        var balance = try cursor?.balance ?? reading.balance(of: scope.account, before: scope.start)
        if cursor == nil {
            writer.write(
                StatementHead(
                    scope: scope, opening: Money(minorUnits: balance, currency: currency), writtenAt: now), to: &text)
        }
        if let newest = try cursor?.newest ?? reading.newestKey() {
            while true {
                let rows = try reading.movements(
                    of: scope.account, in: scope.period, after: place, upTo: newest, limit: Self.rowsAtOnce)
                for movement in rows {
                    // The sum stays within the limits of an account, so only a foreign database could overflow 64 bits.
                    balance &+= movement.change
                    let row = StatementRow(
                        movement: movement, balance: Money(minorUnits: balance, currency: currency))
                    writer.write(row, of: scope, to: &text)
                    let here = StatementPlace(time: movement.time, key: movement.key)
                    place = here
                    if text.count >= partBytes {
                        return (text, StatementCursor(place: here, newest: newest, balance: balance))
                    }
                }
                if rows.count < Self.rowsAtOnce { break }
            }
        }
        writer.writeEnd(of: scope, closing: Money(minorUnits: balance, currency: currency), to: &text)
        return (text, nil)
    }
}

extension HistorySignal.StatementFormat {
    /// The writer of the format.
    fileprivate var writer: any StatementWriter {
        switch self {
        case .csv: CSVStatementWriter()
        case .json: JSONStatementWriter()
        case .ofx: OFXStatementWriter()
        case .qif: QIFStatementWriter()
        }
    }
}
