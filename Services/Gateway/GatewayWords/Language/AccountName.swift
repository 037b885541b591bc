import Coordination
import Signals
import Synchronization

/// What accounts are called where somebody reads of them. Services know them by their ids, and so do programs.
package enum AccountName {
    /// Names by id, as far as they are known, and the accounts that were looked for and have none here.
    package final class Book: Sendable {
        fileprivate let names: [String: String]
        private let found = Mutex<(isIncomplete: Bool, transfers: [String: String])>((false, [:]))

        package init(_ names: [String: String] = [:]) { self.names = names }

        /// Whether an account was looked for that does not stand here.
        package var lacksSome: Bool { found.withLock { $0.isIncomplete } }

        /// Of each account that was looked for and does not stand here a transfer that it is a side of, where one was told.
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

    /// Where pages that are made now look names up.
    @TaskLocal package static var book: Book?

    /// The name, where there is one; else the id.
    ///
    /// - Parameter transfer: The transfer that the account is a side of: by it the account of a stranger has a name.
    package static func of(_ id: String, in transfer: String? = nil) -> String {
        book?.name(of: id, in: transfer) ?? id
    }

    /// The name with the id behind it, where there is room for both.
    package static func withID(_ id: String, in transfer: String? = nil) -> String {
        book?.name(of: id, in: transfer).map { "\($0) (\(id))" } ?? id
    }

    /// What accounts are called, by id: the person's own, two of one name told apart by their ids, and those of payees.
    package static func names(_ accounts: [LedgerSignal.Account], _ payees: [LedgerSignal.Payee]) -> [String: String] {
        let sameNames = Dictionary(grouping: accounts, by: \.name)
        var names = Dictionary(payees.map { ($0.account, $0.name) }) { first, _ in first }
        for account in accounts {
            names[account.id] = sameNames[account.name]?.count == 1 ? account.name : "\(account.name) \(account.id)"
        }
        return names
    }

    /// What the accounts of others are called that have no name yet, by id.
    ///
    /// Their owners chose these names. One that a name of the person's own is equal to has its id behind it, so that nobody
    /// passes for an account or a payee of theirs.
    package static func names(of parties: [LedgerSignal.Party], beside names: [String: String]) -> [String: String] {
        let taken = Set(names.values)
        let unnamed = parties.filter { names[$0.account] == nil }
            .map { ($0.account, taken.contains($0.owner) ? "\($0.owner) \($0.account)" : $0.owner) }
        return Dictionary(unnamed) { first, _ in first }
    }

    /// Transfers that one question for their other sides may name.
    package static let transfersAtOnce = 200
}
