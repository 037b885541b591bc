import Signals
import Synchronization

/// The user's accounts and payees, loaded once per run. Names are read and written with the same lists.
package final class NamedAccounts: Sendable {
    private let known = Mutex<(accounts: [LedgerSignal.Account]?, payees: [LedgerSignal.Payee]?)>((nil, nil))

    package init() {}

    /// The user's accounts; nil until they are loaded.
    package var accounts: [LedgerSignal.Account]? { known.withLock { $0.accounts } }

    /// The user's payees; nil until they are loaded.
    package var payees: [LedgerSignal.Payee]? { known.withLock { $0.payees } }

    /// Returns the accounts, and loads them from ledger if necessary.
    package func accounts(from client: ServiceClient) async throws -> [LedgerSignal.Account] {
        if let accounts { return accounts }
        let found = try await client.ask(LedgerSignal.Accounts()).accounts
        known.withLock { $0.accounts = found }
        return found
    }

    /// Returns the payees, and loads them from ledger if necessary.
    package func payees(from client: ServiceClient) async throws -> [LedgerSignal.Payee] {
        if let payees { return payees }
        let found = try await client.ask(LedgerSignal.Payees()).payees
        known.withLock { $0.payees = found }
        return found
    }
}
