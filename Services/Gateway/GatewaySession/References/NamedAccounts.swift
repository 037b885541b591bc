import Signals
import Synchronization

/// The accounts and payees of the person, asked for once in a run: what names are read by, names are written by.
package final class NamedAccounts: Sendable {
    private let known = Mutex<(accounts: [LedgerSignal.Account]?, payees: [LedgerSignal.Payee]?)>((nil, nil))

    package init() {}

    /// The person's accounts; nil while nobody asked.
    package var accounts: [LedgerSignal.Account]? { known.withLock { $0.accounts } }

    /// The person's payees; nil while nobody asked.
    package var payees: [LedgerSignal.Payee]? { known.withLock { $0.payees } }

    /// The accounts as far as they are known, or as ledger tells.
    package func accounts(from client: ServiceClient) async throws -> [LedgerSignal.Account] {
        if let accounts { return accounts }
        let found = try await client.ask(LedgerSignal.Accounts()).accounts
        known.withLock { $0.accounts = found }
        return found
    }

    /// The payees as far as they are known, or as ledger tells.
    package func payees(from client: ServiceClient) async throws -> [LedgerSignal.Payee] {
        if let payees { return payees }
        let found = try await client.ask(LedgerSignal.Payees()).payees
        known.withLock { $0.payees = found }
        return found
    }
}
