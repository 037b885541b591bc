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
        let held: Money
        /// How far below zero the account may go now; zero for a moment in the past.
        let overdraft: Money
        let asOf: Instant

        /// What is there and not held.
        var available: Money {
            Money(minorUnits: balance.minorUnits - held.minorUnits, currency: balance.currency)
        }
    }

    let store: any LedgerStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let now = clock.now()
        if case .service = context.caller {
            try await requireMandate(for: request.account, context)
        } else {
            _ = try context.caller.requireUser()
        }
        if let at = request.at, at > now { throw Fault.invalidArgument("at", "must not lie in the future") }
        guard let account = store.account(request.account), isVisible(account, to: context.caller) else {
            throw Fault.noAccount(field: "account")
        }
        let state = if let at = request.at { try await store.state(of: account, at: at) } else { account.state }
        func money(_ units: Int64) -> Money { Money(minorUnits: units, currency: account.currency) }
        return Response(
            account: account.id, balance: money(state.balance), held: money(state.held),
            overdraft: money(request.at == nil ? account.overdraft : 0), asOf: request.at ?? now)
    }

    /// A service sees the accounts that it may debit, and no others.
    private func requireMandate(for account: String, _ context: SignalContext) async throws {
        let service = try context.caller.requireService()
        guard try await store.readOrders({ try $0.liveMandate(of: service, for: account) }) != nil else {
            throw Fault(.permissionDenied, "This service has no mandate for that account.", field: "account")
        }
    }

    private func isVisible(_ account: Account, to caller: Caller) -> Bool {
        if case .user(let session) = caller { account.owner == session.userID } else { !account.isWorld }
    }
}
