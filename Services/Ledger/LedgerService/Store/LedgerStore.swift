import Coordination
import Domain
import Storage

/// Where the books are kept.
package protocol LedgerStore: Sendable {
    /// The account with this id, as the last commit left it. Never waits.
    func account(_ id: String) -> Account?

    /// The accounts of a user, the oldest first, as the last commit left them. Never waits.
    func accounts(of owner: String) -> [Account]

    /// Changes the books; all that `body` does counts, or nothing when it throws.
    ///
    /// - Parameters:
    ///   - deadline: When nobody waits for the answer any more.
    ///   - weight: About how many transfers it makes.
    /// - Returns: What `body` returned, once it is durable.
    nonisolated(nonsending) func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any LedgerBooks) throws -> Value
    ) async throws -> Value

    /// What was in an account after the last record not later than `instant`, nothing before the first. What had run out by
    /// then is not held, also where that was booked later.
    func state(of account: Account, at instant: Instant) async throws -> AccountState

    /// The transfer that the record of this sequence made, as it stands; nil when there is none.
    func story(_ sequence: Int64) async throws -> TransferStory?

    /// The records that made the transfers of these ids, each as it was written; ids of none are left out.
    func postings(ofTransfers ids: Set<String>) async throws -> [Posting]

    /// The transfer of this id, as it stands; nil when there is none.
    func story(ofTransfer id: String) async throws -> TransferStory?

    /// The open holds that give or get for one of these accounts and have not run out at a moment, the newest first.
    ///
    /// - Parameter number: Only those whose records have numbers below this.
    func openHolds(
        of accounts: [Account], before number: Int64, runningAt now: Instant, limit: Int
    ) async throws -> [Posting]

    /// The imports into these accounts, the newest first, at most `limit`.
    ///
    /// - Parameter number: Only those with numbers below this.
    func imports(of accounts: [Account], before number: Int64, limit: Int) async throws -> [ImportRecord]

    /// When the first of the open holds runs out; nil when none does.
    func nextExpiry() async throws -> Instant?

    /// Reads what people set up beside the books, as the last commit left it.
    func readOrders<Value: Sendable>(
        _ body: @escaping @Sendable (any OrderReading) throws -> Value
    ) async throws -> Value

    /// What left an account today, by the clocks of its owner.
    func spending(of account: Account) async throws -> DailySpending

    /// Reads all the books and reports what is wrong.
    func check() async throws -> BooksReport
}

/// The books while they are changed: what earlier writes did counts already, on the disk or not.
package protocol LedgerBooks {
    /// The account with this id.
    func account(_ id: String) -> Account?

    /// How many accounts a user has.
    func accountCount(of owner: String) -> Int

    /// The accounts of a user, the oldest first.
    func accounts(of owner: String) -> [Account]

    /// The open holds that give or get for a user, the oldest first.
    func openHolds(of user: String) throws -> [Int64]

    /// Takes the names that an account ever had out of what is told of it: what remains is the one it has now. The names of
    /// imported files go too.
    func forgetNames(of account: Account) throws

    /// Opens an account and tells others.
    /// - Precondition: The id is new.
    func open(_ draft: AccountDraft) throws -> Account

    /// Makes an account what it is in `account`, and tells others.
    /// - Precondition: Only name, status and overdraft differ from what the books have.
    func change(_ account: Account, _ change: AccountChange) throws -> Account

    /// What left an account of a person today, by the clocks of its owner.
    func spending(of account: Account) throws -> DailySpending

    /// Sets what may leave an account.
    func setLimits(_ limits: AccountLimits, of account: Account) throws

    /// What people set up beside the books.
    var orders: any OrderBooks { get }

    /// Tells others of what people set up.
    func tell(_ news: OrderNews) throws

    /// The moment at which a record that is written now is booked: later than everything booked before.
    var nextBooking: Instant { get }

    /// Writes a record between two accounts and tells others.
    /// - Precondition: All rules are kept: the accounts are two, as the books have them now, and nothing overflows.
    func record(_ draft: RecordDraft, from giver: Account, to getter: Account) throws -> Posting

    /// The transfer that the record of this sequence made, as it stands; nil when there is none.
    func story(_ sequence: Int64) throws -> TransferStory?

    /// The transfer of this id, as it stands; nil when there is none.
    func story(ofTransfer id: String) throws -> TransferStory?

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

    /// The open holds whose time has run out, the first that did so first, at most `limit`.
    func expiredHolds(limit: Int) throws -> [Int64]

    /// What time it is.
    var now: Instant { get }

    /// Does everything in `body` or, when it throws, nothing.
    func attempt<Value>(_ body: () throws -> Value) throws -> Value

    /// Does `body` once for each key; later the same outcome comes back. Without a request it just does it.
    ///
    /// - Returns: The outcome, or a refusal among ``LedgerOutcome/storedRefusals``, now or then.
    /// - Throws: ``Fault`` `conflict`; what `body` throws and is not stored.
    func once(_ request: KeyedRequest?, _ body: () throws -> LedgerOutcome) throws -> Result<LedgerOutcome, Fault>
}
