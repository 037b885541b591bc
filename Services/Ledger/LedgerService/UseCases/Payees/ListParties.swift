import Coordination
import Domain
import Reasons
import Signals

/// Names the other sides of the user's transfers.
struct ListParties: UseCase {
    let dependencies: LedgerDependencies

    /// - Returns: Each account once, by id. Accounts whose owner has left are left out.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `unavailable`.
    func answer(_ signal: LedgerSignal.Parties, context: SignalContext) async throws -> LedgerSignal.PartyList {
        let user = try context.caller.requireUser().userID
        guard (1...LedgerLimits.transfersPerLookUp).contains(signal.transfers.count) else {
            throw Fault.invalidArgument(
                "transfers", .mustBeBetween, ["least": 1, "most": .number(LedgerLimits.transfersPerLookUp)])
        }
        // Transfers of strangers are left out like those that do not exist: ids cannot be probed.
        let seen = try await dependencies.store.read { try $0.records(ofTransfers: Set(signal.transfers)) }
            .filter { $0.isSeen(by: user) }
        var owners: [String: String] = [:]
        for side in seen.flatMap({ [$0.payer, $0.payee] }) where side.owner != user {
            owners[side.account] = side.owner
        }
        guard !owners.isEmpty else { return LedgerSignal.PartyList(parties: []) }
        let known = try await dependencies.people.people(
            ids: Set(owners.values).sorted(), deadline: context.deadline)
        let parties = owners.compactMap { account, owner in
            known[owner].map { LedgerSignal.Party(account: account, owner: $0.shownName) }
        }
        return LedgerSignal.PartyList(parties: parties.sorted { $0.account < $1.account })
    }
}
