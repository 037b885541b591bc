import Coordination
import GatewaySession
import GatewayWords
import Signals

/// How people name accounts: by id, by their own name for it, or by the beginning of either.
package enum AccountReference {
    /// Replaces in `arguments` what the fields name by ids. The id of an account of somebody else stays as it is: only
    /// ledger knows it.
    ///
    /// - Returns: All accounts of the user; none where nothing names an account.
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

    /// Returns the id that `reference` means, by the rules of ``Reference``. A name may be given again when an account is
    /// closed. A whole id is never the beginning of a name: it may be somebody else's.
    /// - Throws: ``UsageError`` when it could be two of them, or is neither a name nor an id.
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

    /// The only open account there is, for commands that need not be told which.
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
