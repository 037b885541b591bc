import Coordination
import Domain
import GatewayWords
import Signals

/// Resolves the receiver of a payment: an own account, a payee by name, an id, or `@` and a user name.
package struct PayeeReference {
    /// Commands whose `to` takes a payee.
    package static let commands: Set<String> = ["transfer", "hold", "schedule", "template"]

    /// The user's own accounts.
    package let accounts: [LedgerSignal.Account]
    /// The user's payees.
    let payees: [LedgerSignal.Payee]

    /// Loads the own accounts and the payees, both in one round trip.
    package init(_ client: ServiceClient, _ named: NamedAccounts = NamedAccounts()) async throws {
        async let accounts = named.accounts(from: client)
        async let payees = named.payees(from: client)
        (self.accounts, self.payees) = try await (accounts, payees)
    }

    package init(accounts: [LedgerSignal.Account], payees: [LedgerSignal.Payee]) {
        (self.accounts, self.payees) = (accounts, payees)
    }

    /// Returns the id of the account that `text` means. Any other id is returned unchanged: it may be somebody else's.
    ///
    /// - Throws: ``UsageError`` when `text` is ambiguous, only the beginning of a name, or neither a name nor an id: a
    ///   payment is never a guess.
    package func id(of text: String, flag: String) throws(UsageError) -> String {
        let reference = Reference(candidates: candidates, takesBeginnings: false)
        if let id = try reference.id(of: text, field: flag) { return id }
        if !ShortIDs.isMade(text) { try reference.refuseBeginning(text, field: flag) }
        guard ShortIDs.mayBeMade(text) else { throw reference.refuse(text, hint: Self.hint(for: text), field: flag) }
        return text
    }

    private static func hint(for text: String) -> Text {
        Text(
            "another user is @ and the user name: @\(text); gateway payee list lists your payees",
            "другой пользователь — это @ и его имя: @\(text); ваших получателей перечисляет gateway payee list")
    }

    /// Own accounts, then payees. An account with several names appears once.
    package var candidates: [ReferenceCandidate] {
        let named = Dictionary(grouping: payees, by: \.account)
        return accounts.map(ReferenceCandidate.init)
            + named.sorted { $0.key < $1.key }.map { account, payees in
                ReferenceCandidate(
                    id: account, titles: payees.map(\.name), meaning: payees[0].owner ?? payees[0].currency.code,
                    isOver: payees[0].status == .closed)
            }
    }
}
