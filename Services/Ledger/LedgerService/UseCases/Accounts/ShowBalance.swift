import Coordination
import Domain
import Signals

/// Shows the balance of an account, present or past. The present one never waits for the disk.
struct ShowBalance: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`.
    nonisolated(nonsending) func answer(
        _ signal: LedgerSignal.Balance, context: SignalContext
    ) async throws -> LedgerSignal.BalanceAnswer {
        let now = dependencies.clock.now()
        if case .service = context.caller {
            try await requireMandate(for: signal.account, context)
        } else {
            _ = try context.caller.requireUser()
        }
        if let at = signal.at, at > now { throw Fault.invalidArgument("at", .mustNotBeInFuture) }
        guard let account = dependencies.store.account(signal.account), isVisible(account, to: context.caller) else {
            throw Fault.noAccount(field: "account")
        }
        func money(_ units: Int64) -> Money { Money(minorUnits: units, currency: account.currency) }
        guard let at = signal.at else {
            return LedgerSignal.BalanceAnswer(
                account: account.id, balance: account.balance, available: account.available,
                held: account.state.held == 0 ? nil : account.held,
                overdraft: account.overdraft == 0 ? nil : money(account.overdraft), asOf: now)
        }
        let state = try await dependencies.store.read { try $0.state(of: account, at: at) }
        return LedgerSignal.BalanceAnswer(
            account: account.id, balance: money(state.balance), available: money(state.available),
            held: state.held == 0 ? nil : money(state.held), asOf: at)
    }

    /// Checks that a service has a mandate for the account.
    private func requireMandate(for account: String, _ context: SignalContext) async throws {
        let service = try context.caller.requireService()
        guard try await dependencies.store.read({ try $0.liveMandate(of: service, for: account) }) != nil else {
            throw Fault(.permissionDenied, .serviceHasNoMandateForAccount, field: "account")
        }
    }

    private func isVisible(_ account: Account, to caller: Caller) -> Bool {
        if case .user(let session) = caller { account.owner == session.userID } else { !account.isWorld }
    }
}
