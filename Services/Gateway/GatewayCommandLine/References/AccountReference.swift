import Coordination
import GatewaySession
import GatewayWords
import Signals

/// Resolves names of accounts: an id, the user's own name, or the beginning of either.
package enum AccountReference {
    /// Replaces references in the fields of `arguments` with ids. The id of another user's account stays as it is: only
    /// ledger knows it.
    ///
    /// - Returns: All accounts of the user; none where no field names an account.
    @discardableResult package static func resolve(
        _ fields: [String], in arguments: inout ParsedArguments, _ scene: CommandScene
    ) async throws -> [LedgerSignal.Account] {
        let named = fields.filter { arguments.text($0) != nil }
        guard !named.isEmpty else { return [] }
        let accounts = try await scene.named.accounts(from: scene.client)
        for field in named {
            guard let reference = arguments.text(field) else { continue }
            arguments[field] = .text(try id(of: reference, among: accounts, flag: field))
        }
        return accounts
    }

    /// Returns the id that `reference` means, by the rules of ``Reference``. The name of a closed account may be
    /// reused. A complete id is never taken for the beginning of a name: it may belong to another user's account.
    /// - Throws: ``UsageError`` when it is ambiguous, or neither a name nor an id.
    package static func id(
        of reference: String, among accounts: [LedgerSignal.Account], flag: String
    ) throws(UsageError) -> String {
        let known = Reference(
            candidates: accounts.map(ReferenceCandidate.init), takesBeginnings: !ShortIDs.isMade(reference))
        if let id = try known.id(of: reference, field: flag) { return id }
        guard !ShortIDs.mayBeMade(reference) else { return reference }
        try known.refuseBeginning(reference, field: flag)
        throw known.refuse(reference, hint: NamedThing.account.hint, field: flag)
    }

    /// Returns the only open account, for commands without an account.
    /// - Throws: ``UsageError`` when there are several or none.
    package static func only(of accounts: [LedgerSignal.Account], flag: String) throws(UsageError) -> String {
        let open = accounts.filter { $0.status != .closed }
        let accounts = open.isEmpty ? accounts : open
        guard let only = accounts.first else {
            throw UsageError(
                Text("There is no account yet.", "Счетов ещё нет."),
                hint: Text("gateway account open RUB", "gateway account open RUB"), field: flag)
        }
        guard accounts.count == 1 else {
            throw UsageError(
                Text("Which account? There are \(list(accounts)).", "Какой счёт? Есть \(list(accounts))."),
                hint: Text("name one of them", "назовите один из них"), field: flag)
        }
        return only.id
    }

    private static func list(_ accounts: [LedgerSignal.Account]) -> String {
        let candidates = accounts.map(ReferenceCandidate.init)
        return Reference(candidates: candidates).list(candidates)
    }
}
