import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Moves money between two accounts.
struct MakeTransfer: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/move(_:_:_:)``.
    nonisolated(nonsending) func answer(
        _ signal: LedgerSignal.MakeTransfer, context: SignalContext
    ) async throws -> LedgerSignal.TransferAnswer {
        let order = TransferOrder(
            kind: .transfer, from: signal.from, to: signal.to, amount: signal.amount,
            description: signal.description ?? "", isUpTo: signal.upTo ?? false, closes: signal.closes ?? false)
        if signal.dryRun ?? false { return try await dependencies.rehearse(order, context) }
        return try await dependencies.move(order, signal, context)
    }
}

/// Books money that comes from outside the house.
struct DepositMoney: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/move(_:_:_:)``.
    nonisolated(nonsending) func answer(
        _ signal: LedgerSignal.Deposit, context: SignalContext
    ) async throws -> LedgerSignal.TransferAnswer {
        let order = TransferOrder(
            kind: .deposit, from: Account.worldID(of: signal.amount.currency), to: signal.account,
            amount: signal.amount, description: signal.description ?? "", category: signal.category)
        return try await dependencies.move(order, signal, context)
    }
}

/// Books money that leaves the house.
struct WithdrawMoney: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/move(_:_:_:)``.
    nonisolated(nonsending) func answer(
        _ signal: LedgerSignal.Withdraw, context: SignalContext
    ) async throws -> LedgerSignal.TransferAnswer {
        let order = TransferOrder(
            kind: .withdrawal, from: signal.account, to: Account.worldID(of: signal.amount.currency),
            amount: signal.amount, description: signal.description ?? "", category: signal.category)
        return try await dependencies.move(order, signal, context)
    }
}

extension LedgerDependencies {
    /// Moves money once per idempotency key, or parks the order until it is confirmed by a code.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`, and
    ///   those of ``TransferRules/post(_:of:in:allowance:)``.
    nonisolated(nonsending) fileprivate func move<S: Signal>(
        _ order: TransferOrder, _ signal: S, _ context: SignalContext
    ) async throws -> LedgerSignal.TransferAnswer {
        let user = try context.caller.requireUser().userID
        let request = try KeyedRequest(signal, caller: user, context: context)
        try TransferRules.check(order)
        let outcome = try await store.write(deadline: context.deadline, weight: 1) { [challenges] transaction in
            try challenges.doOrKeep(order, request, of: user, in: transaction) {
                try transaction.once(request) { .posted(try TransferRules.post(order, of: user, in: transaction)) }
            }
        }
        return LedgerSignal.TransferAnswer(try outcome.get().get().record, for: user)
    }

    /// Makes a transfer as a dry run. It needs no code and touches no idempotency key.
    fileprivate func rehearse(
        _ order: TransferOrder, _ context: SignalContext
    ) async throws -> LedgerSignal.TransferAnswer {
        let user = try context.caller.requireUser().userID
        try TransferRules.check(order)
        return try await store.write(deadline: context.deadline, weight: 1) { transaction in
            do {
                let record = try transaction.dryRun { try TransferRules.post(order, of: user, in: transaction) }
                return LedgerSignal.TransferAnswer(record, for: user)
            } catch let fault as Fault where fault.code == .confirmationRequired {
                let record = try transaction.dryRun {
                    try TransferRules.post(order, of: user, in: transaction, allowance: .confirmed)
                }
                return LedgerSignal.TransferAnswer(record, for: user, needsCode: true)
            }
        }
    }
}
