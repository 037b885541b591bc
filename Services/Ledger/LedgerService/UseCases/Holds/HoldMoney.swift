import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Holds money for a payee.
struct HoldMoney: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`, and
    ///   those of ``HoldRules/hold(_:until:of:in:allowance:)``.
    func answer(_ signal: LedgerSignal.Hold, context: SignalContext) async throws -> LedgerSignal.TransferAnswer {
        let user = try context.caller.requireUser().userID
        let order = TransferOrder(
            kind: .hold, from: signal.from, to: signal.to, amount: signal.amount, description: signal.description ?? "")
        let request = try KeyedRequest(signal, caller: user, context: context)
        try TransferRules.check(order)
        let challenges = dependencies.challenges
        let outcome = try await dependencies.store.write(deadline: context.deadline) { transaction in
            try challenges.doOrKeep(order, until: signal.expiresAt, request, of: user, in: transaction) {
                try transaction.once(request) {
                    .posted(try HoldRules.hold(order, until: signal.expiresAt, of: user, in: transaction))
                }
            }
        }
        let record = try outcome.get().get().record
        if signal.expiresAt != nil { dependencies.wake() }
        return LedgerSignal.TransferAnswer(record, for: user)
    }
}

/// Moves held money, all or a part of it.
struct PostHold: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`, and
    ///   those of ``HoldRules/end(_:_:of:in:)``.
    func answer(_ signal: LedgerSignal.PostHold, context: SignalContext) async throws -> LedgerSignal.TransferAnswer {
        _ = try context.caller.requireUser()
        if let amount = signal.amount { try LedgerLimits.check(amount) }
        return try await dependencies.end(signal.hold, .post(signal.amount), signal, context)
    }
}

/// Releases held money.
struct VoidHold: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``PostHold``.
    func answer(_ signal: LedgerSignal.VoidHold, context: SignalContext) async throws -> LedgerSignal.TransferAnswer {
        try await dependencies.end(signal.hold, .void, signal, context)
    }
}

extension LedgerDependencies {
    fileprivate func end<S: Signal>(
        _ hold: String, _ ending: HoldRules.Ending, _ signal: S, _ context: SignalContext
    ) async throws -> LedgerSignal.TransferAnswer {
        let user = try context.caller.requireUser().userID
        let outcome = try await store.once(signal, by: user, context: context) { transaction -> LedgerOutcome in
            .posted(try HoldRules.end(hold, ending, of: user, in: transaction))
        }
        return LedgerSignal.TransferAnswer(outcome.record, for: user)
    }
}

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
