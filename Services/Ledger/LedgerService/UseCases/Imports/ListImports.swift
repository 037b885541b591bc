import Coordination
import Signals

/// Lists imports into accounts of the user, newest first.
struct ListImports: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`.
    func answer(_ signal: LedgerSignal.Imports, context: SignalContext) async throws -> LedgerSignal.ImportList {
        let user = try context.caller.requireUser().userID
        let paging = try NewestFirst(limit: signal.limit, cursor: signal.cursor)
        let accounts = try dependencies.accounts(signal.account, of: user)
        return try await dependencies.store.read { reading in
            let found = try reading.imports(of: accounts, before: paging.before, limit: paging.wanted)
            let (page, nextCursor) = paging.cut(found, number: \.number)
            let zone = try reading.zone(of: user)
            return LedgerSignal.ImportList(
                imports: page.map { LedgerSignal.Import($0, in: zone) }, nextCursor: nextCursor)
        }
    }
}
