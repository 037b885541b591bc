import Coordination
import Domain
import Reasons
import Signals

/// Executes an order after its code came: exactly that order, once, and checked against all rules again.
struct ConfirmTransfer: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`,
    ///   `challengeVoid`, `confirmationRequired` (codes are not set up), `tooManyAttempts`, `wrongCode`; then those of
    ///   the order.
    func answer(_ signal: LedgerSignal.Confirm, context: SignalContext) async throws -> LedgerSignal.TransferAnswer {
        let user = try context.caller.requireUser().userID
        try CodeGate.check(signal.code)
        let challenge = try await takeTry(signal.challenge, of: user, context)
        // An executed order is answered again without another code, which works only once.
        if challenge.state != .done { try await check(signal.code, for: challenge, context) }
        let (outcome, wasDone) = try await dependencies.store.write(deadline: context.deadline) { transaction in
            var challenge = try Self.challenge(signal.challenge, of: user, in: transaction)
            guard challenge.state != .void else { throw Self.void }
            // The later of two concurrent requests finds it done.
            let wasDone = challenge.state == .done
            challenge.state = .done
            try transaction.put(challenge)
            return (
                try transaction.once(challenge.request) { .posted(try Self.carryOut(challenge, in: transaction)) },
                wasDone
            )
        }
        let record = try outcome.get().record
        if challenge.holdUntil != nil { dependencies.wake() }
        return LedgerSignal.TransferAnswer(record, for: user, doneBefore: wasDone)
    }

    private static func carryOut(_ challenge: Challenge, in transaction: any LedgerTransaction) throws -> LedgerRecord {
        let (order, user) = (challenge.order, challenge.owner)
        guard order.kind == .hold else {
            return try TransferRules.post(order, of: user, in: transaction, allowance: .confirmed)
        }
        return try HoldRules.hold(order, until: challenge.holdUntil, of: user, in: transaction, allowance: .confirmed)
    }

    /// Counts the try before checking the code, so that concurrent requests get no extra tries.
    private func takeTry(_ id: String, of user: String, _ context: SignalContext) async throws -> Challenge {
        try await dependencies.store.write(deadline: context.deadline) { transaction in
            var challenge = try Self.challenge(id, of: user, in: transaction)
            guard challenge.state != .done else { return challenge }
            guard challenge.isOpen(at: transaction.now) else { throw Self.void }
            challenge.triesUsed += 1
            try transaction.put(challenge)
            return challenge
        }
    }

    private func check(_ code: String, for challenge: Challenge, _ context: SignalContext) async throws {
        do {
            try await dependencies.gate.require(code, for: challenge.id, context: context)
        } catch let fault as Fault where fault.code == .wrongCode {
            let triesLeft = Challenge.tries - challenge.triesUsed
            guard triesLeft > 0 else {
                try await change(challenge.id, of: challenge.owner) { $0.state = .void }
                throw Self.void
            }
            throw fault.about(fault.field, adding: ["triesLeft": .number(triesLeft)])
        } catch {
            // The code was not checked.
            try await change(challenge.id, of: challenge.owner) { $0.triesUsed = max(0, $0.triesUsed - 1) }
            throw error
        }
    }

    /// Changes an open challenge, even if the request was cancelled.
    private func change(
        _ id: String, of user: String, _ body: @escaping @Sendable (inout Challenge) -> Void
    ) async throws {
        try await dependencies.store.write(deadline: nil) { transaction in
            var challenge = try Self.challenge(id, of: user, in: transaction)
            guard challenge.state == .open else { return }
            body(&challenge)
            try transaction.put(challenge)
        }
    }

    private static func challenge(_ id: String, of user: String, in transaction: any LedgerTransaction) throws
        -> Challenge
    {
        guard let challenge = try transaction.challenge(id), challenge.owner == user else {
            throw Fault(.notFound, .nothingToConfirm, field: "challenge")
        }
        return challenge
    }

    private static let void = Fault(
        .challengeVoid,
        .challengeIsVoid,
        field: "challenge")
}
