import Coordination
import Signals

extension LedgerDependencies {
    /// Changes an account of the user, once per idempotency key.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   those of ``AccountRules/apply(_:to:of:proved:in:)``, `wrongCode`, `tooManyAttempts`.
    func change<S: Signal>(
        _ account: String, _ change: AccountRules.Change, _ signal: S, _ context: SignalContext, code: String? = nil
    ) async throws -> (account: Account, rest: LedgerRecord?) {
        let user = try context.caller.requireUser().userID
        try AccountRules.check(change)
        return try await gate.pass(with: code, context: context) { proof in
            try await store.once(signal, by: user, context: context) { transaction -> LedgerOutcome in
                let (account, rest) = try AccountRules.apply(
                    change, to: account, of: user, proved: proof, in: transaction)
                return .changed(account, rest: rest)
            }
        }.change
    }

    /// Changes an account and returns it as its owner sees it.
    func changed<S: Signal>(
        _ account: String, _ change: AccountRules.Change, _ signal: S, _ context: SignalContext, code: String? = nil
    ) async throws -> LedgerSignal.AccountAnswer {
        LedgerSignal.AccountAnswer(
            account: LedgerSignal.Account(
                try await self.change(account, change, signal, context, code: code).account))
    }
}
