import Coordination
import Domain
import Reasons
import Signals

/// Reverses a transfer, once.
struct ReverseTransfer: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `permissionDenied`, `notReversible`, `alreadyReversed`, `accountClosed`, `accountFrozen`,
    ///   `insufficientFunds`, `limitExceeded`, `amountOverflow`, `confirmationRequired`, `wrongCode`,
    ///   `tooManyAttempts`.
    func answer(_ signal: LedgerSignal.Reverse, context: SignalContext) async throws -> LedgerSignal.TransferAnswer {
        let user = try context.caller.requireUser().userID
        guard !signal.reason.isEmpty else { throw Fault.invalidArgument("reason", .mustNotBeEmpty) }
        try LedgerLimits.check(signal.reason, field: "reason", limit: LedgerLimits.descriptionLength)
        let outcome = try await dependencies.gate.pass(with: signal.code, context: context) { proof in
            try await dependencies.store.once(signal, by: user, context: context) { transaction -> LedgerOutcome in
                .posted(try reverse(signal, of: user, proved: proof, in: transaction))
            }
        }
        return LedgerSignal.TransferAnswer(outcome.record, for: user)
    }

    private func reverse(
        _ signal: LedgerSignal.Reverse, of user: String, proved proof: Proof, in transaction: any LedgerTransaction
    ) throws -> LedgerRecord {
        guard let history = try transaction.history(ofTransfer: signal.transfer), history.made.isSeen(by: user) else {
            throw Fault(.notFound, .noTransfer, field: "transfer")
        }
        let moved = history.newest
        let (payer, payee) = try moved.accounts(in: transaction)
        guard payee.owner == user || (payee.isWorld && payer.owner == user) else {
            throw Fault(.permissionDenied, .onlyPayeeGivesBack, field: "transfer")
        }
        guard moved.kind.movesMoney, moved.kind != .reversal, moved.kind != .exchange else {
            throw Fault(.notReversible, Self.obstacle(moved.kind), field: "transfer")
        }
        if let reversed = history.reversed {
            throw Fault(.alreadyReversed, .alreadyReversed, ["reversedBy": .text(reversed.id)], field: "transfer")
        }
        try TransferRules.checkStanding([(payee, "transfer"), (payer, "transfer")])
        guard payee.covers(moved.amount.minorUnits) else {
            throw TransferRules.insufficient(payee, moved.amount, field: "transfer")
        }
        try LimitRules.check(moved.amount, from: payee, in: transaction, field: "transfer")
        try TransferRules.checkOverflow(moved.amount, from: payee, to: payer)
        try LimitRules.require(proof, for: moved.amount, from: payee, .toGiveBack)
        var draft = RecordDraft(.reversal, moved.amount)
        draft.target = history.made.sequence
        draft.targetNumber = history.made.number
        draft.description = moved.description
        draft.category = moved.category
        draft.details = RecordDetails(reversedNumber: history.made.number, reason: signal.reason)
        return try transaction.record(draft, from: payee, to: payer)
    }

    private static func obstacle(_ kind: RecordKind) -> Reason {
        switch kind {
        case .reversal: .isAReversal
        case .exchange: .isHalfOfExchange
        case .hold: .isOnlyHeld
        default: .holdWasReleased
        }
    }
}
