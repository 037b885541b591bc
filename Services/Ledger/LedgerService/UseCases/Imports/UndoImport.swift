import Coordination
import Signals

/// Undoes an import: reverses each of its transfers on the transfer's own day, all or none.
///
/// Like imported rows it does not count towards limits. If the account has limits and more money leaves than returns,
/// it needs a code or a recent sign-in.
struct UndoImport: UseCase {
    /// The weight in a group commit. The number of transfers is not known before.
    private static let weight = 1_024

    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`,
    ///   `accountClosed`, `accountFrozen`, `insufficientFunds`, `amountOverflow`, `confirmationRequired`,
    ///   `wrongCode`, `tooManyAttempts`.
    func answer(_ signal: LedgerSignal.UndoImport, context: SignalContext) async throws -> LedgerSignal.UndoneImport {
        let user = try context.caller.requireUser().userID
        let store = dependencies.store
        if signal.preview ?? false {
            return try await store.write(deadline: context.deadline) { transaction in
                LedgerSignal.UndoneImport(
                    try UndoPlan(signal, of: user, in: transaction).report, in: try transaction.zone(of: user))
            }
        }
        return try await dependencies.gate.pass(with: signal.code, context: context) { proof in
            try await store.once(signal, by: user, context: context, weight: Self.weight) { transaction in
                let report = try UndoPlan(signal, of: user, in: transaction).carriedOut(in: transaction, proved: proof)
                return LedgerSignal.UndoneImport(report, in: try transaction.zone(of: user))
            }
        }
    }
}
