import Coordination
import Signals

/// Names the other sides of transfers that the user has a part in.
struct ListPartiesInteractor: Interactor {
    /// An account of somebody else, with its owner.
    struct Party: Hashable, Sendable {
        let account: String
        let owner: KnownPerson
    }

    let store: any LedgerStore
    let people: any PeopleDirectory

    /// - Parameter request: The ids of the transfers.
    /// - Returns: Each account once, by id. Accounts whose owner has left are left out.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `unavailable`.
    func execute(_ request: [String], context: SignalContext) async throws -> [Party] {
        let user = try context.caller.requireUser().userID
        guard (1...LedgerLimits.transfersPerLookUp).contains(request.count) else {
            throw Fault.invalidArgument("transfers", "must be 1 to \(LedgerLimits.transfersPerLookUp)")
        }
        // Transfers of strangers are left out like those that do not exist: ids cannot be probed.
        let seen = try await store.postings(ofTransfers: Set(request)).filter { $0.isSeen(by: user) }
        var owners: [String: String] = [:]
        for side in seen.flatMap({ [$0.giving, $0.getting] }) where side.owner != user {
            owners[side.account] = side.owner
        }
        guard !owners.isEmpty else { return [] }
        let known = try await people.people(ids: Set(owners.values).sorted(), deadline: context.deadline)
        return owners.compactMap { account, owner in known[owner].map { Party(account: account, owner: $0) } }
            .sorted { $0.account < $1.account }
    }
}
