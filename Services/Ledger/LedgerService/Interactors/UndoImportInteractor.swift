import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// Takes an import back as a whole: reverses each of its transfers on the transfer's own day, all or none.
///
/// It does not count towards limits, as imported rows do not. Where the account has some it takes a code, or a recent sign-in,
/// when more goes out than comes in.
struct UndoImportInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let id: String
        let isPreview: Bool
        let code: String?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    /// The share of a commit: the number of transfers is not known before.
    private static let weight = 1_024

    let store: any LedgerStore
    let gate: CodeGate

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`,
    ///   `accountClosed`, `accountFrozen`, `insufficientFunds`, `amountOverflow`, `confirmationRequired`,
    ///   `wrongCode`, `tooManyAttempts`.
    func execute(_ request: Request, context: SignalContext) async throws -> LedgerSignal.UndoneImport {
        let user = try context.caller.requireUser().userID
        if request.isPreview {
            return try await store.write(deadline: context.deadline, weight: 1) { books in
                ImportRecordPresenter(zone: try books.orders.zone(of: user)).show(
                    try UndoPlan(request, of: user, in: books).report)
            }
        }
        return try await gate.pass(with: request.code, context: context) { proof in
            try await store.write(deadline: context.deadline, weight: Self.weight) { books in
                try books.onceValue(request.keyed) {
                    ImportRecordPresenter(zone: try books.orders.zone(of: user)).show(
                        try UndoPlan(request, of: user, in: books).carriedOut(in: books, proved: proof))
                }
            }.get()
        }
    }
}

/// Which transfers of an import are to be reversed, and what that does to the account.
private struct UndoPlan {
    private let account: Account
    private let owner: String
    /// What is to be reversed, in that order.
    private var steps: [ImportedTransfer] = []
    private(set) var report: UndoReport

    init(_ request: UndoImportInteractor.Request, of user: String, in books: any LedgerBooks) throws {
        guard let number = ImportRecord.number(of: request.id), let record = try books.importRecord(number),
            let account = books.account(record.account), account.owner == user
        else { throw Fault(.notFound, "You have no import of this id.", field: "import") }
        self.account = account
        owner = user
        report = UndoReport(record: record, balance: account.state.balance, isPreview: request.isPreview)
        let transfers = try books.importedTransfers(of: number)
        report.kept = transfers.filter { $0.reversedBy != nil }
        report.isDone = record.undoneAt != nil
        guard !report.isDone else { return }
        if account.status == .closed { throw Fault(.accountClosed, "The account is closed.", field: "import") }
        if account.status == .frozen {
            throw Fault(.accountFrozen, "The account is frozen: nothing moves until that is over.", field: "import")
        }
        let open = transfers.filter { $0.reversedBy == nil }
        // What the account gets back comes first, so that it falls no lower on the way than at the end.
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

    /// Reverses what is to be reversed.
    consuming func carriedOut(in books: any LedgerBooks, proved proof: Proof) throws -> UndoReport {
        if let missing = report.missing {
            let amount = Money(minorUnits: missing, currency: account.currency)
            throw Fault(
                .insufficientFunds,
                "Without the import the account falls \(amount) below what it may: money that the import brought was spent.",
                field: "import", details: ["missing": .text(amount.decimalText)])
        }
        guard !steps.isEmpty else { return report }
        if account.limits != .none, report.expense > report.income {
            let amount = Money(minorUnits: report.expense, currency: account.currency)
            try LimitRules.require(
                proof, "to take back an import takes \(amount) out of \(account.name), which has limits")
        }
        for step in steps { try reverse(step, in: books) }
        var report = report
        report.record = try books.importRecord(report.record.number) ?? report.record
        try books.tell(.importUndone(report.record, reversed: report.reversed, of: owner))
        return report
    }

    private func reverse(_ row: ImportedTransfer, in books: any LedgerBooks) throws {
        guard let own = books.account(account.id),
            let world = books.account(Account.worldID(of: account.currency))
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
        _ = try books.record(draft, from: isIncome ? own : world, to: isIncome ? world : own)
    }

    private static var overflow: Fault { Fault(.amountOverflow, "An account cannot hold that much.", field: "import") }
}
