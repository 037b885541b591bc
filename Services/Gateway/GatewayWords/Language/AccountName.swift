import Coordination
import Signals
import Synchronization

/// The names of accounts for people. Services and programs use ids.
package enum AccountName {
    /// The known names by id, and the accounts that were looked up without success.
    package final class Book: Sendable {
        fileprivate let names: [String: String]
        private let found = Mutex<(isIncomplete: Bool, transfers: [String: String])>((false, [:]))

        package init(_ names: [String: String] = [:]) { self.names = names }

        /// True when an account was looked up that has no name here.
        package var lacksSome: Bool { found.withLock { $0.isIncomplete } }

        /// The accounts that were looked up without success, each with a transfer that it is a side of, where one was
        /// given.
        package var transfersOfUnnamed: [String: String] { found.withLock { $0.transfers } }

        fileprivate func name(of id: String, in transfer: String?) -> String? {
            if names[id] == nil {
                found.withLock { found in
                    found.isIncomplete = true
                    if let transfer { found.transfers[id] = transfer }
                }
            }
            return names[id]
        }
    }

    /// The names for pages that are being made.
    @TaskLocal package static var book: Book?

    /// Returns the name, or the id without one.
    ///
    /// - Parameter transfer: A transfer of the account: it gives the account of a stranger a name.
    package static func of(_ id: String, in transfer: String? = nil) -> String {
        book?.name(of: id, in: transfer) ?? id
    }

    /// Returns the name followed by the id, for places with room for both.
    package static func withID(_ id: String, in transfer: String? = nil) -> String {
        book?.name(of: id, in: transfer).map { "\($0) (\(id))" } ?? id
    }

    /// Returns account names by id: the user's own accounts, with the id added where two share a name, and those of
    /// payees.
    package static func names(_ accounts: [LedgerSignal.Account], _ payees: [LedgerSignal.Payee]) -> [String: String] {
        let sameNames = Dictionary(grouping: accounts, by: \.name)
        var names = Dictionary(payees.map { ($0.account, $0.name) }) { first, _ in first }
        for account in accounts {
            names[account.id] = sameNames[account.name]?.count == 1 ? account.name : "\(account.name) \(account.id)"
        }
        return names
    }

    /// Returns the names of other people's accounts that have none yet, by id.
    ///
    /// Their owners chose these names. A name that equals one of the user's own names is followed by its id, so that no
    /// stranger's account can pass for an account or a payee of the user.
    package static func names(of parties: [LedgerSignal.Party], beside names: [String: String]) -> [String: String] {
        let taken = Set(names.values)
        let unnamed = parties.filter { names[$0.account] == nil }
            .map { ($0.account, taken.contains($0.owner) ? "\($0.owner) \($0.account)" : $0.owner) }
        return Dictionary(unnamed) { first, _ in first }
    }

    /// The maximum number of transfers in one request for their parties.
    package static let transfersAtOnce = 200
}
