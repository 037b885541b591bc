import Coordination
import Domain
import Reasons
import Signals

/// Books statement rows, each once, all or none.
struct ImportRows: UseCase {
    static let mostRows = 8_192
    static let longestReference = 700
    private static let longestFileName = 255
    private static let earliest = CalendarDay(year: 1900, month: 1, day: 1)

    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`,
    ///   `currencyMismatch`, `accountClosed`, `accountFrozen`, `conflict`, `insufficientFunds`, `amountOverflow`,
    ///   `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    func answer(_ signal: LedgerSignal.ImportRows, context: SignalContext) async throws -> LedgerSignal.ImportAnswer {
        let session = try context.caller.requireUser()
        let user = session.userID
        let isPreview = signal.preview ?? false
        try check(signal, isPreview: isPreview)
        let store = dependencies.store
        let zone = try await store.read { try $0.zone(of: user) }
        let tomorrow = zone.start(of: zone.day(at: dependencies.clock.now()).adding(days: 2))
        let orders = try signal.rows.enumerated().map { index, row throws(Fault) in
            try Self.order(row, at: index, in: zone, before: tomorrow)
        }
        if let opening = signal.openingBalance, opening.minorUnits.magnitude > UInt64(LedgerLimits.largestAmount) {
            throw Fault.invalidArgument("openingBalance", .tooLargeAmount)
        }
        try LedgerLimits.check(signal.fileName ?? "", field: "fileName", limit: Self.longestFileName)
        if isPreview {
            // A dry run reads in the writer, so that the newest imports count. It writes nothing.
            return LedgerSignal.ImportAnswer(
                try await store.write(deadline: context.deadline) { transaction in
                    try ImportPlan(signal, orders, of: user, zone, in: transaction).report
                })
        }
        let outcome = try await dependencies.gate.pass(with: signal.code, context: context) { proof in
            try await store.once(
                signal, by: user, context: context, weight: orders.count
            ) { transaction -> LedgerOutcome in
                let plan = try ImportPlan(signal, orders, of: user, zone, in: transaction)
                return .imported(try plan.carriedOut(in: transaction, proved: proof, in: session.sessionID))
            }
        }
        return LedgerSignal.ImportAnswer(outcome.report)
    }

    private func check(_ signal: LedgerSignal.ImportRows, isPreview: Bool) throws(Fault) {
        guard (1...Self.mostRows).contains(signal.rows.count) else {
            throw Fault.invalidArgument("rows", .mustBeBetween, ["least": 1, "most": .number(Self.mostRows)])
        }
        guard signal.precedingChange == nil || isPreview else {
            throw Fault.invalidArgument("precedingChange", .isForPreviewsOnly)
        }
        if let outgoing = signal.outgoing {
            guard signal.import == nil, outgoing.minorUnits >= 0 else {
                throw Fault.invalidArgument("outgoing", .outgoingIsForFirstPart)
            }
        }
    }

    private static func order(
        _ row: LedgerSignal.ImportRow, at index: Int, in zone: TimeZone, before end: Instant
    ) throws(Fault) -> ImportLine {
        let description = row.description ?? ""
        func fail(_ field: String, _ rule: Reason) -> Fault { .invalidArgument("rows[\(index)].\(field)", rule) }
        guard row.amount.minorUnits != 0 else { throw fail("amount", .mustNotBeZero) }
        guard row.amount.minorUnits.magnitude <= UInt64(LedgerLimits.largestAmount) else {
            throw fail("amount", .tooMuchForRow)
        }
        guard let moment = CalendarDay(row.date).map(zone.start) ?? Instant(row.date) else {
            throw fail("date", .notADayOrInstant)
        }
        guard zone.day(at: moment) >= earliest ?? zone.day(at: moment), moment < end else {
            throw fail("date", .notAPastDay)
        }
        try LedgerLimits.check(
            description, field: "rows[\(index)].description", limit: LedgerLimits.descriptionLength)
        if let category = row.category {
            try LedgerLimits.check(category, field: "rows[\(index)].category", limit: LedgerLimits.nameLength)
        }
        try LedgerLimits.check(row.reference, field: "rows[\(index)].reference", limit: longestReference)
        guard !row.reference.isEmpty, row.reference != ImportLine.opening else {
            throw fail("reference", .notAReference)
        }
        return ImportLine(
            change: row.amount.minorUnits, occurredAt: moment, description: description, category: row.category,
            reference: row.reference)
    }
}
