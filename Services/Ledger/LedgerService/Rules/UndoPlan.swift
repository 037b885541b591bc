import Coordination
import Domain
import Reasons
import Signals

/// The transfers of an import to reverse, and the effect on the account.
struct UndoPlan {
    private let account: Account
    private let owner: String
    /// The transfers to reverse, in order.
    private var steps: [ImportedTransfer] = []
    private(set) var report: UndoReport

    init(_ signal: LedgerSignal.UndoImport, of user: String, in transaction: any LedgerTransaction) throws {
        guard let number = ImportRecord.number(of: signal.import), let record = try transaction.importRecord(number),
            let account = transaction.account(record.account), account.owner == user
        else { throw Fault(.notFound, .noImport, field: "import") }
        self.account = account
        owner = user
        report = UndoReport(record: record, balance: account.state.balance, isPreview: signal.preview ?? false)
        let transfers = try transaction.importedTransfers(of: number)
        report.kept = transfers.filter { $0.reversedBy != nil }
        report.isDone = record.undoneAt != nil
        guard !report.isDone else { return }
        if account.status == .closed { throw Fault(.accountClosed, .accountIsClosed, field: "import") }
        if account.status == .frozen {
            throw Fault(.accountFrozen, .accountIsFrozen, field: "import")
        }
        let open = transfers.filter { $0.reversedBy == nil }
        // Refunds come first, so that the balance never falls below its final value.
        steps = open.filter { $0.change < 0 } + open.filter { $0.change > 0 }
        try count()
    }

    private mutating func count() throws(Fault) {
        var (income, expense): (Int128, Int128) = (0, 0)
        for step in steps {
            if step.change < 0 { income -= Int128(step.change) } else { expense += Int128(step.change) }
        }
        let balance = Int128(account.state.balance)
        guard balance + income <= Int128(Int64.max) else { throw Self.overflow }
        report.reversed = steps.count
        report.income = Int64(clamping: income)
        report.expense = Int64(clamping: expense)
        report.balance = Int64(clamping: balance + income - expense)
        let rest = Int128(account.state.available) + Int128(account.overdraft) + income - expense
        if expense > income, rest < 0 { report.missing = Int64(clamping: -rest) }
    }

    /// Reverses the transfers.
    consuming func carriedOut(in transaction: any LedgerTransaction, proved proof: Proof) throws -> UndoReport {
        if let missing = report.missing {
            let amount = Money(minorUnits: missing, currency: account.currency)
            throw Fault(
                .insufficientFunds, .importedMoneyIsSpent,
                ["missing": .text(amount.decimalText), "currency": .text(amount.currency.code)], field: "import")
        }
        guard !steps.isEmpty else { return report }
        if account.limits != .none, report.expense > report.income {
            let amount = Money(minorUnits: report.expense, currency: account.currency)
            try LimitRules.require(
                proof, .toUndoImport,
                [
                    "amount": .text(amount.decimalText), "currency": .text(amount.currency.code),
                    "name": .text(account.name),
                ])
        }
        for step in steps { try reverse(step, in: transaction) }
        var report = report
        report.record = try transaction.importRecord(report.record.number) ?? report.record
        let told = LedgerSignal.Import(report.record, in: try transaction.zone(of: owner), namesFile: false)
        try transaction.tell(
            "ledger.importUndone", about: report.record.id,
            LedgerEvent.ImportUndone(userId: owner, import: told, reversed: report.reversed))
        return report
    }

    private func reverse(_ row: ImportedTransfer, in transaction: any LedgerTransaction) throws {
        guard let own = transaction.account(account.id),
            let world = transaction.account(Account.worldID(of: account.currency))
        else { throw Fault.noAccount(field: "import") }
        guard !world.state.balance.addingReportingOverflow(row.change).overflow else { throw Self.overflow }
        let isIncome = row.change > 0
        var draft = RecordDraft(
            .reversal, Money(minorUnits: isIncome ? row.change : -row.change, currency: account.currency))
        draft.target = row.sequence
        draft.targetNumber = row.number
        draft.occurredAt = row.occurredAt
        draft.description = row.description
        draft.category = row.category
        draft.details = RecordDetails(reversedNumber: row.number, imported: report.record.number)
        _ = try transaction.record(draft, from: isIncome ? own : world, to: isIncome ? world : own)
    }

    private static var overflow: Fault { Fault(.amountOverflow, .tooMuchForAccount, field: "import") }
}
