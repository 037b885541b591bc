import Coordination
import Domain

import struct Storage.KeyedRequest

/// Books rows of a bank's statement, each once, all or none.
struct ImportRowsInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let account: String
        let rows: [Row]
        let opening: Money?
        let preceding: Money?
        let isPreview: Bool
        let skipsConflicts: Bool
        /// The name of the file.
        let fileName: String
        /// The id of the import that a part before began.
        let continues: String?
        /// What all parts of the file take, as the first of them says.
        let outgoing: Money?
        let code: String?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    /// A row as it was given.
    struct Row: Sendable {
        let amount: Money
        let date: String
        let description: String
        let category: String?
        let reference: String
    }

    static let mostRows = 8_192
    static let longestReference = 700
    private let longestFileName = 255
    private static let earliest = CalendarDay(year: 1900, month: 1, day: 1)

    let store: any LedgerStore
    let gate: CodeGate
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`,
    ///   `currencyMismatch`, `accountClosed`, `accountFrozen`, `conflict`, `insufficientFunds`, `amountOverflow`,
    ///   `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    func execute(_ request: Request, context: SignalContext) async throws -> ImportReport {
        let session = try context.caller.requireUser()
        let user = session.userID
        guard (1...Self.mostRows).contains(request.rows.count) else {
            throw Fault.invalidArgument("rows", "must be 1 to \(Self.mostRows)")
        }
        guard request.preceding == nil || request.isPreview else {
            throw Fault.invalidArgument("precedingChange", "is for previews only")
        }
        if let outgoing = request.outgoing {
            guard request.continues == nil, outgoing.minorUnits >= 0 else {
                throw Fault.invalidArgument("outgoing", "must be zero or more, and is for the first part only")
            }
        }
        let zone = try await store.readOrders { try $0.zone(of: user) }
        let tomorrow = zone.start(of: zone.day(at: clock.now()).adding(days: 2))
        let orders = try request.rows.enumerated().map { index, row throws(Fault) in
            try Self.order(row, at: index, in: zone, before: tomorrow)
        }
        if let opening = request.opening, opening.minorUnits.magnitude > UInt64(LedgerLimits.largestAmount) {
            throw Fault.invalidArgument("openingBalance", "is more than an account can hold")
        }
        try LedgerLimits.check(request.fileName, field: "fileName", limit: longestFileName)
        if request.isPreview {
            // Read where writes are made, so that what was just imported counts; nothing is written.
            return try await store.write(deadline: context.deadline, weight: 1) { books in
                try ImportPlan(request, orders, of: user, zone, in: books).report
            }
        }
        let outcome = try await gate.pass(with: request.code, context: context) { proof in
            try await store.write(deadline: context.deadline, weight: orders.count) { books in
                try books.once(request.keyed) {
                    let plan = try ImportPlan(request, orders, of: user, zone, in: books)
                    return .imported(try plan.carriedOut(in: books, proved: proof, in: session.sessionID))
                }
            }.get()
        }
        guard case .imported(let report) = outcome else {
            preconditionFailure("A key brought the outcome of another kind of request, whose digest differs.")
        }
        return report
    }

    private static func order(
        _ row: Row, at index: Int, in zone: TimeZone, before end: Instant
    ) throws(Fault) -> ImportOrder {
        func fail(_ field: String, _ rule: String) -> Fault { .invalidArgument("rows[\(index)].\(field)", rule) }
        guard row.amount.minorUnits != 0 else { throw fail("amount", "must not be zero") }
        guard row.amount.minorUnits.magnitude <= UInt64(LedgerLimits.largestAmount) else {
            throw fail("amount", "is more than one row can move")
        }
        guard let moment = CalendarDay(row.date).map(zone.start) ?? Instant(row.date) else {
            throw fail("date", "must be a day such as 2026-11-21 or an instant of RFC 3339")
        }
        guard zone.day(at: moment) >= earliest ?? zone.day(at: moment), moment < end else {
            throw fail("date", "must lie between 1900 and tomorrow")
        }
        try LedgerLimits.check(
            row.description, field: "rows[\(index)].description", limit: LedgerLimits.descriptionLength)
        if let category = row.category {
            try LedgerLimits.check(category, field: "rows[\(index)].category", limit: LedgerLimits.nameLength)
        }
        try LedgerLimits.check(row.reference, field: "rows[\(index)].reference", limit: longestReference)
        guard !row.reference.isEmpty, row.reference != ImportOrder.opening else {
            throw fail("reference", "must be one that tells the row from others")
        }
        return ImportOrder(
            change: row.amount.minorUnits, occurredAt: moment, description: row.description, category: row.category,
            reference: row.reference)
    }
}
