import Coordination
import Domain
import Signals

/// Lists the open holds from or to accounts of the user, newest first.
struct ListHolds: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`.
    func answer(_ signal: LedgerSignal.Holds, context: SignalContext) async throws -> LedgerSignal.HoldList {
        let user = try context.caller.requireUser().userID
        let paging = try NewestFirst(limit: signal.limit, cursor: signal.cursor)
        let accounts = try dependencies.accounts(signal.account, of: user)
        let now = dependencies.clock.now()
        let found = try await dependencies.store.read { reading in
            try reading.openHolds(of: accounts, before: paging.before, runningAt: now, limit: paging.wanted)
        }
        let (page, nextCursor) = paging.cut(found, number: \.number)
        return LedgerSignal.HoldList(holds: page.map { LedgerSignal.Transfer($0) }, nextCursor: nextCursor)
    }
}
