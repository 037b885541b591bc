import Coordination
import Domain
import Signals
import Storage
import StrictJSON

/// The store of ledger in terms of the model.
package protocol LedgerStore: ModelStore where Reading == any LedgerReading, Writing == any LedgerTransaction {
    /// Returns the account with an id as the last commit left it. Never waits.
    func account(_ id: String) -> Account?

    /// Returns the accounts of a user as the last commit left them, oldest first. Never waits.
    func accounts(of owner: String) -> [Account]

    /// Checks all stored data and reports the problems.
    func check() async throws -> LedgerSignal.CheckAnswer
}

extension LedgerStore {
    /// Executes a signal once per idempotency key, like ``ModelStore/once(_:by:context:weight:_:)``. The stored answer
    /// has only a few bytes: the rest is read from the records.
    ///
    /// - Parameter body: Makes the change and returns its outcome.
    /// - Throws: ``Fault``, as ``LedgerTransaction/once(_:_:)``; a stored refusal.
    nonisolated(nonsending) func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int = 1,
        _ body: @escaping @Sendable (any LedgerTransaction) throws -> LedgerOutcome
    ) async throws -> LedgerOutcome {
        let request = try KeyedRequest(signal, caller: caller, context: context)
        return try await write(deadline: context.deadline, weight: weight) { transaction in
            try transaction.once(request) { try body(transaction) }
        }.get()
    }
}

extension KeyedRequest {
    /// Returns the request of a list's item by the key of the item. It is nil without a key, and a fault for an invalid
    /// key.
    static func item(
        _ item: some Encodable, key: String?, at field: @autoclosure () -> String, of caller: String,
        method: SignalMethod
    ) throws -> Result<KeyedRequest?, Fault> {
        guard let key else { return .success(nil) }
        let content = try JSONEncoding.encode(item)
        do throws(Fault) {
            return .success(
                try KeyedRequest(caller: caller, key: key, field: field(), method: method, content: content))
        } catch {
            return .failure(error)
        }
    }
}

/// A snapshot of accounts and records, or the view of the open transaction.
package protocol LedgerReading: ArrangementReading {
    /// Returns the state of an account after the last record not later than `instant`. Holds that expired by then do
    /// not count, even if that was booked later.
    func state(of account: Account, at instant: Instant) throws -> AccountState

    /// Returns the transfer that the record of a sequence made; nil when there is none.
    func history(_ sequence: Int64) throws -> TransferHistory?

    /// Returns the transfer with an id; nil when there is none.
    func history(ofTransfer id: String) throws -> TransferHistory?

    /// Returns the records that made the transfers with these ids. Unknown ids are left out.
    func records(ofTransfers ids: Set<String>) throws -> [LedgerRecord]

    /// Returns the open holds from or to these accounts that are not expired at a moment, newest first.
    ///
    /// - Parameter number: The exclusive upper bound of the records' numbers.
    func openHolds(of accounts: [Account], before number: Int64, runningAt now: Instant, limit: Int) throws
        -> [LedgerRecord]

    /// Returns the earliest expiry of an open hold; nil when no hold expires.
    func nextExpiry() throws -> Instant?

    /// Returns the imports into these accounts, newest first, at most `limit`.
    ///
    /// - Parameter number: The exclusive upper bound of the imports' numbers.
    func imports(of accounts: [Account], before number: Int64, limit: Int) throws -> [ImportRecord]

    /// Returns the spending from an account today, in the time zone of its owner.
    func spending(of account: Account) throws -> DailySpending
}

/// The open transaction. It sees its own earlier writes.
package protocol LedgerTransaction: LedgerReading, ArrangementWriting {
    /// The current time.
    var now: Instant { get }

    /// Returns the account with an id.
    func account(_ id: String) -> Account?

    /// Returns the number of a user's accounts.
    func accountCount(of owner: String) -> Int

    /// Returns the accounts of a user, oldest first.
    func accounts(of owner: String) -> [Account]

    /// Opens an account and writes the event.
    /// - Precondition: The id is new.
    func open(_ draft: AccountDraft) throws -> Account

    /// Stores the changed account and writes the event.
    /// - Precondition: Only name, status and overdraft differ from the stored account.
    func change(_ account: Account, _ change: AccountChange) throws -> Account

    /// Replaces all names of an account in events by its present name, and removes the names of imported files.
    func forgetNames(of account: Account) throws

    /// Sets the limits of an account.
    ///
    /// The caller tells it as `ledger.limitsChanged` in the same transaction. That is how machines that follow notice.
    func setLimits(_ limits: AccountLimits, of account: Account) throws

    /// The booking time of a record written now: later than all earlier ones.
    var nextBooking: Instant { get }

    /// Writes a record between two accounts and its event.
    /// - Precondition: All rules are kept: the accounts differ and are as stored, and nothing overflows.
    func record(_ draft: RecordDraft, from payer: Account, to payee: Account) throws -> LedgerRecord

    /// Returns the sequences of the open holds from or to a user's accounts, oldest first.
    func openHolds(of user: String) throws -> [Int64]

    /// Returns the sequences of the expired holds, earliest expiry first, at most `limit`.
    func expiredHolds(limit: Int) throws -> [Int64]

    /// Returns the booked row with a reference; nil when there is none.
    func importedRow(_ reference: String, in account: Account) throws -> ImportedRow?

    /// Returns the import with a number; nil when there is none.
    func importRecord(_ number: Int64) throws -> ImportRecord?

    /// Returns the transfers of an import that were not undone, in booking order.
    func importedTransfers(of number: Int64) throws -> [ImportedTransfer]

    /// Returns the proof that the parts of an import share; nil when there is none.
    func importProof(_ number: Int64) throws -> ImportProof?

    /// Stores the proof that the parts of an import share, in place of the previous one.
    func keep(_ proof: ImportProof, ofImport number: Int64) throws

    /// Stores the file name of an import.
    func nameFile(_ name: String, ofImport number: Int64, into account: Account) throws

    /// Writes an event. Events of records and of account changes are written with these.
    func tell<Facts: Encodable>(_ type: String, about subject: String, _ facts: Facts) throws

    /// Runs `body` and rolls its changes back if it throws.
    func attempt<Value>(_ body: () throws -> Value) throws -> Value

    /// Runs `body` once per idempotency key and repeats its outcome later. Without a request it just runs `body`.
    ///
    /// - Returns: The outcome, or one of ``LedgerOutcome/storedRefusals``, new or stored.
    /// - Throws: ``Fault`` `conflict`; errors of `body` that are not stored.
    func once(_ request: KeyedRequest?, _ body: () throws -> LedgerOutcome) throws -> Result<LedgerOutcome, Fault>
}

/// The outcome of a request, from which its answer can be made again.
package enum LedgerOutcome: Hashable, Sendable {
    case opened(Account)
    /// A changed account. `rest` is the transfer of the remaining balance when the account was closed.
    case changed(Account, rest: LedgerRecord?)
    case posted(LedgerRecord)
    /// The result of each transfer of a list.
    case list([Result<LedgerRecord, Fault>])
    case imported(ImportReport)

    /// The refusals that depend on stored data. They are stored under the idempotency key, too.
    package static let storedRefusals: Set<FaultCode> = [
        .accountClosed, .accountFrozen, .insufficientFunds, .limitExceeded, .amountOverflow, .accountNotEmpty,
        .holdNotPending, .exceedsHold, .notReversible, .alreadyReversed,
    ]
}

// Each accessor traps for another kind of outcome. A key never yields the outcome of another request, since the digests
// differ.
extension LedgerOutcome {
    var record: LedgerRecord {
        guard case .posted(let record) = self else { Self.mixedUp() }
        return record
    }

    /// The result of each transfer of a list.
    var results: [Result<LedgerRecord, Fault>] {
        guard case .list(let results) = self else { Self.mixedUp() }
        return results
    }

    /// The account, and the transfer of its remaining balance.
    var change: (account: Account, rest: LedgerRecord?) {
        switch self {
        case .opened(let account): return (account, nil)
        case .changed(let account, let rest): return (account, rest)
        case .posted, .list, .imported: Self.mixedUp()
        }
    }

    var report: ImportReport {
        guard case .imported(let report) = self else { Self.mixedUp() }
        return report
    }

    private static func mixedUp() -> Never {
        preconditionFailure("A key brought the outcome of another kind of request.")
    }
}
