import Coordination
import Domain

/// Tells what is in an account, or what was. What is now never waits for the disk.
struct ShowBalanceInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let account: String
        /// The moment; now when absent.
        let at: Instant?
    }

    /// A balance at a moment.
    struct Response: Hashable, Sendable {
        let account: String
        let balance: Money
        let available: Money
        let asOf: Instant
    }

    let store: any LedgerStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let now = clock.now()
        if let at = request.at, at > now { throw Fault.invalidArgument("at", "must not lie in the future") }
        guard let account = store.account(request.account), account.owner == user else {
            throw Fault.noAccount(field: "account")
        }
        guard let at = request.at else {
            return Response(account: account.id, balance: account.balance, available: account.available, asOf: now)
        }
        let state = try await store.state(of: account, at: at)
        return Response(
            account: account.id, balance: Money(minorUnits: state.balance, currency: account.currency),
            available: Money(minorUnits: state.available, currency: account.currency), asOf: at)
    }
}
