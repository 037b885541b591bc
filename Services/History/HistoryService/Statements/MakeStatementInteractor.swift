import Coordination
import Domain

/// Writes a statement, or a part of one.
struct MakeStatementInteractor: Interactor {
    struct Request: Sendable {
        let account: String
        let first: CalendarDay
        let last: CalendarDay
        let writer: any StatementWriter
        /// The end of the part before.
        let cursor: String?
    }

    /// A part of a statement.
    struct Part: Hashable, Sendable {
        let mediaType: String
        let text: [UInt8]
        /// Where the next part begins; nil with the last.
        let next: String?
    }

    /// A part that has so many bytes ends: escaped as JSON they are twice as many at most, and fit a message.
    static let usualBytes = 1 << 20
    private static let rowsAtOnce = 500

    let store: any HistoryStore
    let clock: WallClock
    var partBytes = usualBytes

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound` for an account that is not the caller's.
    func execute(_ request: Request, context: SignalContext) async throws -> Part {
        let userID = try context.caller.requireUser().userID
        guard request.first <= request.last else { throw Fault.invalidArgument("to", "must not be before from") }
        let now = clock.now()
        return try await store.read { [partBytes] reading in
            let zone = try reading.zone(of: userID)
            // A part does not go on by other clocks than those that the statement began by.
            let name =
                [
                    userID, request.account, request.first.description, request.last.description,
                    request.writer.mediaType,
                ].joined(separator: "\n") + (zone == .utc ? "" : "\n\(zone)")
            let cursor = try request.cursor.map { text in
                guard let cursor = StatementCursor(text, of: name) else {
                    throw Fault.invalidArgument("cursor", "must be the cursor of a part of the very same statement")
                }
                return cursor
            }
            guard let account = try reading.account(request.account, of: userID) else {
                throw Fault(
                    .notFound, "You have no such account.",
                    field: "account")
            }
            let scope = StatementScope(account: account, zone: zone, first: request.first, last: request.last)
            return try Self.part(
                of: scope, request.writer, after: cursor, name: name, bytes: partBytes, at: now, reading)
        }
    }

    private static func part(
        of scope: StatementScope, _ writer: any StatementWriter, after cursor: StatementCursor?, name: String,
        bytes: Int, at now: Instant, _ reading: any StatementReading
    ) throws -> Part {
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
                    of: scope.account, in: scope.period, after: place, upTo: newest, limit: rowsAtOnce)
                for movement in rows {
                    let change = movement.amount.minorUnits
                    // Sums of what one account can hold, so that only a database that is not ours could outgrow 64 bits.
                    balance = movement.key.side == .income ? balance &+ change : balance &- change
                    let row = StatementRow(
                        movement: movement, balance: Money(minorUnits: balance, currency: currency))
                    writer.write(row, of: scope, to: &text)
                    let here = StatementPlace(time: movement.time, key: movement.key)
                    place = here
                    if text.count >= bytes {
                        let next = StatementCursor(place: here, newest: newest, balance: balance)
                        return Part(mediaType: writer.mediaType, text: text, next: next.text(of: name))
                    }
                }
                if rows.count < rowsAtOnce { break }
            }
        }
        writer.writeEnd(of: scope, closing: Money(minorUnits: balance, currency: currency), to: &text)
        return Part(mediaType: writer.mediaType, text: text, next: nil)
    }
}
