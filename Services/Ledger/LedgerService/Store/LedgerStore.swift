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
    func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any LedgerBooks) throws -> Value
    ) async throws -> Value

    /// The balance of an account after the last entry not later than `instant`, 0 before the first.
    func balance(of account: Account, at instant: Instant) async throws -> Int64

    /// Reads all the books and reports what is wrong.
    func check() async throws -> BooksReport
}

/// The books while they are changed: what earlier writes did counts already, on the disk or not.
package protocol LedgerBooks {
    /// The account with this id.
    func account(_ id: String) -> Account?

    /// How many accounts a user has.
    func accountCount(of owner: String) -> Int

    /// Opens an account and tells others.
    /// - Precondition: The id is new.
    func open(_ draft: AccountDraft) throws -> Account

    /// Moves money and tells others.
    /// - Precondition: All rules are kept: the accounts are two, as the books have them now, and nothing overflows.
    func post(_ order: TransferOrder, from giver: Account, to getter: Account) throws -> Posting

    /// Does everything in `body` or, when it throws, nothing.
    func attempt<Value>(_ body: () throws -> Value) throws -> Value

    /// Does `body` once for each key; later the same outcome comes back. Without a request it just does it.
    ///
    /// - Returns: The outcome, or a refusal among ``LedgerOutcome/storedRefusals``, now or then.
    /// - Throws: ``Fault`` `conflict`; what `body` throws and is not stored.
    func once(_ request: KeyedRequest?, _ body: () throws -> LedgerOutcome) throws -> Result<LedgerOutcome, Fault>
}
