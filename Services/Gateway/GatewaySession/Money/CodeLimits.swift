import Coordination
import Domain
import GatewayWords
import Signals

/// Accounts from which payments need a code of the authenticator app (`confirm-above`).
///
/// Codes belong to auth and limits to ledger, and neither knows of the other. Commands that turn codes off therefore
/// ask ledger first.
package enum CodeLimits {
    /// Returns the open accounts from which payments need a code.
    package static func limitedAccounts(_ client: some SignalClient) async throws -> [LimitedAccount] {
        var limited: [LimitedAccount] = []
        for account in try await client.ask(LedgerSignal.Accounts()).accounts where account.status != .closed {
            let limits = try await client.ask(LedgerSignal.GetLimits(account: account.id)).limits
            if let above = limits.confirmAbove { limited.append(LimitedAccount(account: account, above: above)) }
        }
        return limited
    }

    /// An account from which payments above an amount need a code.
    package struct LimitedAccount: Sendable {
        package let account: LedgerSignal.Account
        let above: Money

        /// `500.00 RUB from main`.
        package var text: Text {
            let name = account.name.isEmpty ? account.id : account.name
            return Text("\(above) from \(name)", "\(above) с \(name)")
        }
    }
}
