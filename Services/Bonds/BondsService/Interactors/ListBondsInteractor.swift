import Coordination
import Domain
import Signals

/// Lists the bonds that are known here.
struct ListBondsInteractor: Interactor {
    let store: any BondsStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`.
    func execute(
        _ request: BondsSignal.List, context: SignalContext
    ) async throws -> (bonds: [Bond], next: ISIN?) {
        _ = try context.caller.requireUser()
        let limit = try PageRules.limit(request.limit)
        let cursor = try request.cursor.map { text throws(Fault) in
            guard let isin = ISIN(text) else { throw Fault.invalidArgument("cursor", "must be one that was answered") }
            return isin
        }
        let bonds = try await store.bonds(after: cursor, limit: limit + 1)
        return (Array(bonds.prefix(limit)), bonds.count > limit ? bonds[limit - 1].isin : nil)
    }
}
