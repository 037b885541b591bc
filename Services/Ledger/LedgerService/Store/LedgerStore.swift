import Coordination
import Domain
import Signals
import Storage
import StrictJSON

/// Where the books are kept, in terms of the model.
package protocol LedgerStore: ModelStore where Reading == any LedgerReading, Writing == any LedgerTransaction {
    /// The account with this id, as the last commit left it. Never waits.
    func account(_ id: String) -> Account?

    /// The accounts of a user, the oldest first, as the last commit left them. Never waits.
    func accounts(of owner: String) -> [Account]

    /// Reads all the books and reports what is wrong.
    func check() async throws -> LedgerSignal.CheckAnswer
}

extension LedgerStore {
    /// Does what a signal asks for, once per idempotency key, as ``ModelStore/once(_:by:context:weight:_:)``, where the
    /// books tell later what was answered: only a few bytes are kept with the key.
    ///
    /// - Parameter body: Makes the change and says what it was.
    /// - Throws: ``Fault``, as ``LedgerTransaction/once(_:_:)``; a refusal that was kept.
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
    /// The request of one item of a list by the key of its own; nil without one, or why that is none.
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

/// What can be read of the books: as a snapshot of the disk has them, or the open transaction.
package protocol LedgerReading: ArrangementReading {
    /// What was in an account after the last record not later than `instant`, nothing before the first. What had run
    /// out by then is not held, also where that was booked later.
    func state(of account: Account, at instant: Instant) throws -> AccountState

    /// The transfer that the record of this sequence made, as it stands; nil when there is none.
    func history(_ sequence: Int64) throws -> TransferHistory?

    /// The transfer of this id, as it stands; nil when there is none.
    func history(ofTransfer id: String) throws -> TransferHistory?

    /// The records that made the transfers of these ids, each as it was written; ids of none are left out.
    func records(ofTransfers ids: Set<String>) throws -> [LedgerRecord]

    /// The open holds that pay from one of these accounts, or to one, and have not run out at a moment, the newest
    /// first.
    ///
    /// - Parameter number: Only those whose records have numbers below this.
    func openHolds(of accounts: [Account], before number: Int64, runningAt now: Instant, limit: Int) throws
        -> [LedgerRecord]

    /// When the first of the open holds runs out; nil when none does.
    func nextExpiry() throws -> Instant?

    /// The imports into these accounts, the newest first, at most `limit`.
    ///
    /// - Parameter number: Only those with numbers below this.
    func imports(of accounts: [Account], before number: Int64, limit: Int) throws -> [ImportRecord]

    /// What left an account today, by the clocks of its owner.
    func spending(of account: Account) throws -> DailySpending
}

/// The books while they are changed: what earlier writes did counts already, on the disk or not.
package protocol LedgerTransaction: LedgerReading, ArrangementWriting {
    /// What time it is.
    var now: Instant { get }

    /// The account with this id.
    func account(_ id: String) -> Account?

    /// How many accounts a user has.
    func accountCount(of owner: String) -> Int

    /// The accounts of a user, the oldest first.
    func accounts(of owner: String) -> [Account]

    /// Opens an account and tells others.
    /// - Precondition: The id is new.
    func open(_ draft: AccountDraft) throws -> Account

    /// Makes an account what it is in `account`, and tells others.
    /// - Precondition: Only name, status and overdraft differ from what the books have.
    func change(_ account: Account, _ change: AccountChange) throws -> Account

    /// Takes the names that an account ever had out of what is told of it: what remains is the one it has now. The
    /// names of imported files go too.
    func forgetNames(of account: Account) throws

    /// Sets what may leave an account.
    func setLimits(_ limits: AccountLimits, of account: Account) throws

    /// The moment at which a record that is written now is booked: later than everything booked before.
    var nextBooking: Instant { get }

    /// Writes a record between two accounts and tells others.
    /// - Precondition: All rules are kept: the accounts are two, as the books have them now, and nothing overflows.
    func record(_ draft: RecordDraft, from payer: Account, to payee: Account) throws -> LedgerRecord

    /// The open holds that pay for a user, or to one, the oldest first.
    func openHolds(of user: String) throws -> [Int64]

    /// The open holds whose time has run out, the earliest expiry first, at most `limit`.
    func expiredHolds(limit: Int) throws -> [Int64]

    /// The row of a statement that an account has under a reference; nil when there is none.
    func importedRow(_ reference: String, in account: Account) throws -> ImportedRow?

    /// The import of this number; nil when there is none.
    func importRecord(_ number: Int64) throws -> ImportRecord?

    /// The transfers of an import that were not taken back with it, in the order they were booked.
    func importedTransfers(of number: Int64) throws -> [ImportedTransfer]

    /// The proof that the parts of an import share; nil when there is none.
    func importProof(_ number: Int64) throws -> ImportProof?

    /// Keeps the proof that the parts of an import share, in place of the one before.
    func keep(_ proof: ImportProof, ofImport number: Int64) throws

    /// Keeps the name of the file of an import.
    func nameFile(_ name: String, ofImport number: Int64, into account: Account) throws

    /// Writes an event, beside those that follow from records and from changes of accounts.
    func tell<Facts: Encodable>(_ type: String, about subject: String, _ facts: Facts) throws

    /// Does everything in `body` or, when it throws, nothing.
    func attempt<Value>(_ body: () throws -> Value) throws -> Value

    /// Does `body` once for each key; later the same outcome comes back. Without a request it just does it.
    ///
    /// - Returns: The outcome, or a refusal among ``LedgerOutcome/storedRefusals``, now or then.
    /// - Throws: ``Fault`` `conflict`; what `body` throws and is not stored.
    func once(_ request: KeyedRequest?, _ body: () throws -> LedgerOutcome) throws -> Result<LedgerOutcome, Fault>
}
