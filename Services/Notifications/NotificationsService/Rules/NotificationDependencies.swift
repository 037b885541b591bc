import Coordination
import Domain
import Signals

/// The dependencies of the use cases of notifications.
struct NotificationDependencies: Sendable {
    let store: any NotificationsStore
    let senders: [NotificationsSignal.ChannelKind: any ChannelSending]
    let bot: any BotNaming
    let mail: any MailChecking
    let people: PeopleClient
    let vault: SecretVault
    let zones: Zones
    let clock: WallClock
    /// Wakes the jobs: there may be something to send.
    let wake: @Sendable () -> Void

    /// Changes data of a user once for each of their idempotency keys, and wakes the jobs.
    ///
    /// - Parameter change: Makes the change and the whole answer in one transaction.
    func change<S: Signal>(
        _ signal: S, by user: String, _ context: SignalContext,
        _ change: @escaping @Sendable (any NotificationsTransaction, Instant) throws -> S.Answer
    ) async throws -> S.Answer {
        let now = clock.now()
        let answer = try await store.once(signal, by: user, context: context, weight: 8) { try change($0, now) }
        wake()
        return answer
    }

    /// Changes channels of a user, as ``change(_:by:_:_:)``. The user is notified in the same transaction.
    ///
    /// - Parameters:
    ///   - signal: The signal without its proof: with the next code it is the same request.
    ///   - change: Requires a proof after all other checks, and makes the change and the whole answer.
    func changeChannels<S: Signal>(
        _ signal: S, of user: String, provedBy code: String?, _ context: SignalContext,
        _ change:
            @escaping @Sendable (
                _ proof: ProofGate.Proof, any NotificationsTransaction, ChannelNotices
            ) throws -> S.Answer
    ) async throws -> S.Answer {
        try await ProofGate(people: people).pass(with: code, context: context) { proof in
            try await self.change(signal, by: user, context) { [zones] transaction, now in
                try change(
                    proof, transaction,
                    ChannelNotices(transaction: transaction, router: Router(transaction, zones, at: now), now: now))
            }
        }
    }
}
