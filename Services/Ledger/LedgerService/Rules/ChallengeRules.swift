import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// Parks orders until they are confirmed by a code.
struct ChallengeRules: Sendable {
    /// Makes unguessable ids.
    let makeID: @Sendable () -> String

    /// Runs `work`. If that needs a code, stores `order` as a challenge.
    ///
    /// - Parameter expiresAt: The expiry of a hold.
    /// - Returns: The result of `work`, or the refusal that names the challenge. Throw the refusal once the transaction
    ///   is durable.
    func doOrKeep<Value>(
        _ order: TransferOrder, until expiresAt: Instant? = nil, _ request: KeyedRequest?, of user: String,
        in transaction: any LedgerTransaction,
        _ work: () throws -> Value
    ) throws -> Result<Value, Fault> {
        do {
            return .success(try work())
        } catch let fault as Fault where fault.code == .confirmationRequired {
            return .failure(Self.refusal(of: try keep(order, expiresAt, request, of: user, in: transaction)))
        }
    }

    /// Returns the challenge of an order. The same order keeps its open challenge; another order voids it.
    private func keep(
        _ order: TransferOrder, _ holdUntil: Instant?, _ request: KeyedRequest?, of user: String,
        in transaction: any LedgerTransaction
    ) throws -> Challenge {
        let now = transaction.now
        if var before = try transaction.openChallenge(for: order.from) {
            let isSame =
                before.order == order && before.holdUntil == holdUntil && before.owner == user
                && (request ?? before.request) == before.request
            if isSame, before.isOpen(at: now) { return before }
            before.state = .void
            try transaction.put(before)
        }
        let id = makeID()
        let challenge = Challenge(
            id: id, owner: user, order: order, holdUntil: holdUntil,
            request: try request
                ?? KeyedRequest(
                    caller: "challenge", key: id, method: LedgerSignal.Confirm.method, content: Array(id.utf8)),
            expiresAt: now + Challenge.lifetime)
        try transaction.put(challenge)
        return challenge
    }

    private static func refusal(of challenge: Challenge) -> Fault {
        let order = challenge.order
        let purpose: Reason =
            switch order.kind {
            case .withdrawal: .toWithdraw
            case .hold: .toHold
            default: .toSend
            }
        return Fault(
            .confirmationRequired, .orderNeedsCode,
            [
                "challenge": .text(challenge.id), "to": .text(order.to), "amount": .text(order.amount.decimalText),
                "currency": .text(order.amount.currency.code), "expiresAt": .text("\(challenge.expiresAt)"),
            ], cause: purpose, field: "amount")
    }
}
