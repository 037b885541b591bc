import Coordination
import Domain
import Reasons
import Signals

/// The comparison of statement rows with stored data, and the records to write.
struct ImportPlan {
    private let signal: LedgerSignal.ImportRows
    private let account: Account
    private let zone: TimeZone
    private let openingOrder: ImportLine?
    /// The new rows with their indices in the signal, in booking order.
    private var steps: [(place: Int, order: ImportLine)] = []
    private(set) var report: ImportReport
    /// The length of descriptions in an answer, in characters, so that thousands of rows fit.
    static let shortest = 60

    init(
        _ signal: LedgerSignal.ImportRows, _ orders: [ImportLine], of user: String, _ zone: TimeZone,
        in transaction: any LedgerTransaction
    ) throws {
        guard let account = transaction.account(signal.account), account.owner == user else {
            throw Fault.noAccount(field: "account")
        }
        self.signal = signal
        self.account = account
        self.zone = zone
        try Self.checkCurrencies(signal, account)
        if account.status == .closed { throw Fault(.accountClosed, .accountIsClosed, field: "account") }
        if account.status == .frozen {
            throw Fault(.accountFrozen, .accountIsFrozen, field: "account")
        }
        report = ImportReport(
            currency: account.currency, lines: Array(repeating: ImportReport.Line(status: .new), count: orders.count),
            isPreview: signal.preview ?? false, imported: try Self.continued(signal, account, transaction))
        // By time, then in the given order.
        let places = orders.indices.sorted { left, right in
            (orders[left].occurredAt, left) < (orders[right].occurredAt, right)
        }
        openingOrder = signal.openingBalance.flatMap { opening in
            guard opening.minorUnits != 0, let first = places.first else { return nil }
            return ImportLine(
                change: opening.minorUnits, occurredAt: zone.start(of: zone.day(at: orders[first].occurredAt)),
                description: "Opening balance", category: nil, reference: ImportLine.opening)
        }
        if let openingOrder {
            // The day of an opening balance depends on the file, so only its amount is compared.
            report.opening = try Self.line(openingOrder, account, transaction) { $0.change != openingOrder.change }
        }
        var met: [String: Int] = [:]
        for place in places {
            let order = orders[place]
            if let twin = met[order.reference] {
                let first = orders[twin]
                let isSame = first.change == order.change && order.isOfSameDay(as: first.occurredAt)
                report.lines[place].status = isSame ? .known : .conflict
                if !isSame {
                    report.lines[place].existing = ImportReport.Existing(
                        change: first.change, occurredAt: first.occurredAt,
                        description: Self.shortened(first.description))
                }
                continue
            }
            met[order.reference] = place
            report.lines[place] = try Self.line(order, account, transaction) { row in
                row.change != order.change || !order.isOfSameDay(as: row.occurredAt)
            }
            if report.lines[place].status == .new { steps.append((place, order)) }
        }
        count()
    }

    /// Returns the number of the import that an earlier part began.
    private static func continued(
        _ signal: LedgerSignal.ImportRows, _ account: Account, _ transaction: any LedgerTransaction
    ) throws -> Int64? {
        guard let id = signal.import else { return nil }
        guard let number = ImportRecord.number(of: id), let record = try transaction.importRecord(number),
            record.account == account.id
        else { throw Fault(.notFound, .noImportOfAccount, field: "import") }
        guard record.undoneAt == nil else {
            throw Fault(.conflict, .importIsUndoneBeginAnother, field: "import")
        }
        return number
    }

    private static func checkCurrencies(_ signal: LedgerSignal.ImportRows, _ account: Account) throws(Fault) {
        func check(_ money: Money, _ field: @autoclosure () -> String) throws(Fault) {
            guard money.currency != account.currency else { return }
            throw Fault(
                .currencyMismatch, .amountInOtherCurrency,
                ["accountCurrency": .text(account.currency.code), "currency": .text(money.currency.code)],
                field: field() + ".currency")
        }
        for (index, row) in signal.rows.enumerated() { try check(row.amount, "rows[\(index)].amount") }
        if let opening = signal.openingBalance { try check(opening, "openingBalance") }
        if let preceding = signal.precedingChange { try check(preceding, "precedingChange") }
        if let outgoing = signal.outgoing { try check(outgoing, "outgoing") }
    }

    /// Compares a row with the stored row of its reference.
    private static func line(
        _ order: ImportLine, _ account: Account, _ transaction: any LedgerTransaction, differs: (ImportedRow) -> Bool
    ) throws -> ImportReport.Line {
        if let own = try ownTransfer(order, account, transaction) { return own }
        guard let row = try transaction.importedRow(order.reference, in: account) else {
            return ImportReport.Line(status: .new)
        }
        guard differs(row) else { return ImportReport.Line(status: .known, transfer: row.number) }
        return ImportReport.Line(
            status: .conflict, transfer: row.number,
            existing: ImportReport.Existing(
                change: row.change, occurredAt: row.occurredAt,
                description: Self.shortened(try transaction.history(row.sequence)?.made.description ?? "")))
    }

    private static func shortened(_ text: String) -> String { String(text.prefix(shortest)) }

    /// Compares a row of a statement that this house made with its transfer.
    private static func ownTransfer(
        _ order: ImportLine, _ account: Account, _ transaction: any LedgerTransaction
    ) throws -> ImportReport.Line? {
        let prefix = "kopilka:\(account.id):"
        guard order.reference.hasPrefix(prefix),
            let history = try transaction.history(ofTransfer: String(order.reference.dropFirst(prefix.count))),
            history.newest.kind.movesMoney
        else { return nil }
        let record = history.newest
        let change: Int64
        switch account.id {
        case record.payee.account: change = record.amount.minorUnits
        case record.payer.account: change = -record.amount.minorUnits
        default: return nil
        }
        if change == order.change { return ImportReport.Line(status: .known, transfer: history.made.number) }
        return ImportReport.Line(
            status: .conflict, transfer: history.made.number,
            existing: ImportReport.Existing(
                change: change, occurredAt: record.occurredAt ?? record.bookedAt,
                description: Self.shortened(record.description)))
    }

    /// Sums up the new rows and finds the first one without sufficient funds.
    private mutating func count() {
        var running = Int128(account.state.available) + Int128(account.overdraft)
        running += Int128(signal.precedingChange?.minorUnits ?? 0)
        var lowest: Int128 = 0
        var first: (place: Int, missing: Int128)?
        var (income, expense): (Int128, Int128) = (0, 0)
        var all = steps
        if report.opening?.status == .new, let openingOrder { all.insert((0, openingOrder), at: 0) }
        for (place, order) in all {
            let change = Int128(order.change)
            running += change
            if change > 0 { income += change } else { expense -= change }
            // An income never makes a negative balance worse.
            guard change < 0, running < 0 else { continue }
            if first == nil { first = (place, -running) }
            lowest = min(lowest, running)
        }
        report.income = Int64(clamping: income)
        report.expense = Int64(clamping: expense)
        report.balance = Int64(clamping: Int128(account.state.balance) + income - expense)
        if let first {
            let given = Int128(signal.openingBalance?.minorUnits ?? 0)
            report.shortfall = ImportReport.Shortfall(
                row: first.place, missing: Int64(clamping: first.missing), opening: Int64(clamping: given - lowest))
        }
    }

    /// Books the new rows.
    /// - Parameter session: The session of the request. A proof of earlier parts counts for the same session only.
    consuming func carriedOut(
        in transaction: any LedgerTransaction, proved proof: Proof, in session: String
    ) throws -> ImportReport {
        if !(signal.skipConflicts ?? false) { try refuseConflicts() }
        if let shortfall = report.shortfall { throw insufficient(shortfall) }
        var report = report
        let hasOpening = report.opening?.status == .new
        guard hasOpening || !steps.isEmpty else { return report }
        let kept = try requireProof(proof, in: session, transaction)
        let isFirst = report.imported == nil
        _ = try transaction.world(account.currency)
        let moment = transaction.nextBooking
        // The number of an import is that of its first record.
        let number = report.imported ?? moment.microseconds
        report.imported = number
        if let kept { try transaction.keep(kept, ofImport: number) }
        if hasOpening, let openingOrder {
            report.opening?.transfer = try book(openingOrder, number, moment, in: transaction)
        }
        for (place, order) in steps { report.lines[place].transfer = try book(order, number, moment, in: transaction) }
        if isFirst, let fileName = signal.fileName, !fileName.isEmpty {
            try transaction.nameFile(fileName, ofImport: number, into: account)
        }
        if let record = try transaction.importRecord(number), let owner = account.owner {
            let told = LedgerSignal.Import(record, in: try transaction.zone(of: owner), namesFile: false)
            try transaction.tell(
                "ledger.rowsImported", about: record.id, LedgerEvent.RowsImported(userId: owner, import: told))
        }
        return report
    }

    /// Checks that rows which take money from an account with limits come with a proof, or follow a part whose proof
    /// announced them.
    ///
    /// - Returns: The remaining proof; nil if it covers these rows only.
    /// - Throws: ``Fault`` `confirmationRequired`, `invalidArgument`.
    private func requireProof(_ proof: Proof, in session: String, _ transaction: any LedgerTransaction) throws
        -> ImportProof?
    {
        guard account.limits != .none else { return nil }
        if let number = report.imported, let kept = try transaction.importProof(number),
            let left = kept.left(after: report.expense, in: session, at: transaction.now)
        {
            return left
        }
        let announced = signal.outgoing?.minorUnits ?? 0
        guard announced > 0 || report.expense > report.income else { return nil }
        guard announced == 0 || announced >= report.expense else {
            throw Fault.invalidArgument("outgoing", .outgoingTooSmall)
        }
        let taken = money(max(announced, report.expense))
        try LimitRules.require(
            proof, .toImport,
            ["amount": .text(taken.decimalText), "currency": .text(taken.currency.code), "name": .text(account.name)])
        guard announced > 0 else { return nil }
        return ImportProof(
            session: session, left: announced - report.expense, expiresAt: transaction.now + ImportProof.lifetime)
    }

    private func refuseConflicts() throws(Fault) {
        if report.opening?.status == .conflict, let existing = report.opening?.existing {
            throw Fault(
                .conflict, .hasOpeningBalance,
                [
                    "openingBalance": .text(money(existing.change).decimalText),
                    "currency": .text(account.currency.code),
                ], field: "openingBalance")
        }
        guard let place = report.lines.firstIndex(where: { $0.status == .conflict }) else { return }
        let existing = report.lines[place].existing
        let row = signal.rows[place]
        var details: [String: ReasonDetail] = [
            "row": .number(place), "position": .number(place + 1), "amount": .text(row.amount.decimalText),
            "currency": .text(account.currency.code), "day": .text(row.date),
            "conflicts": .number(report.lines.count { $0.status == .conflict }),
        ]
        if let existing {
            details["known"] = .text(money(existing.change).decimalText)
            details["knownDay"] = .text("\(zone.day(at: existing.occurredAt))")
        }
        throw Fault(
            .conflict, existing == nil ? .rowDiffersOtherwise : .rowDiffers, details, field: "rows[\(place)]")
    }

    private func insufficient(_ shortfall: ImportReport.Shortfall) -> Fault {
        let row = signal.rows[shortfall.row]
        return Fault(
            .insufficientFunds, .rowOverdraws,
            [
                "row": .number(shortfall.row), "position": .number(shortfall.row + 1),
                "amount": .text(row.amount.decimalText), "currency": .text(account.currency.code),
                "day": .text(row.date), "missing": .text(money(shortfall.missing).decimalText),
                "openingBalance": .text(money(shortfall.opening).decimalText),
            ], field: "rows[\(shortfall.row)].amount")
    }

    private func money(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: account.currency)
    }

    /// - Returns: The number of the record.
    private func book(
        _ order: ImportLine, _ number: Int64, _ moment: Instant, in transaction: any LedgerTransaction
    ) throws -> Int64 {
        let world = try transaction.world(account.currency)
        guard let own = transaction.account(account.id) else { throw Fault.noAccount(field: "account") }
        let isIncome = order.change > 0
        guard !own.state.balance.addingReportingOverflow(order.change).overflow,
            !world.state.balance.subtractingReportingOverflow(order.change).overflow
        else { throw Fault(.amountOverflow, .tooMuchForAccount, field: "rows") }
        var draft = RecordDraft(
            isIncome ? .deposit : .withdrawal,
            Money(minorUnits: isIncome ? order.change : -order.change, currency: account.currency))
        draft.bookedAt = moment
        draft.occurredAt = order.occurredAt
        draft.description = order.description
        draft.category = order.category
        var details = RecordDetails()
        details.reference = order.reference
        details.imported = number
        draft.details = details
        return try transaction.record(draft, from: isIncome ? world : own, to: isIncome ? own : world).number
    }
}
