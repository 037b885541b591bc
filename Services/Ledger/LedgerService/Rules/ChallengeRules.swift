import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// Has orders wait for a code.
struct ChallengeRules: Sendable {
    /// Makes ids that nobody guesses.
    let makeID: @Sendable () -> String

    /// Does `work`; when that needs a code, keeps `order` and says so.
    ///
    /// - Parameter expiresAt: When a hold is free again by itself.
    /// - Returns: What `work` returned, or the refusal that names the challenge, which is to be thrown when it is
    ///   durable.
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

    /// The challenge of an order: the one there is when the very same is asked for again, or a new one, which voids
    /// what was there.
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
