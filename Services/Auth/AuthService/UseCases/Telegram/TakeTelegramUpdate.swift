import Coordination
import Reasons
import Signals
import Sodium

/// Handles updates that a webhook received from Telegram, if they carry the secret that Telegram was given.
struct TakeTelegramUpdate: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `telegramUnavailable`, `permissionDenied`, `invalidArgument`.
    func answer(_ signal: AuthSignal.TelegramUpdate, context: SignalContext) async throws -> AuthSignal.Done {
        guard let secretDigest = dependencies.telegram.webhookSecretDigest else {
            throw Fault.telegramUnavailable(Refusal(.noTelegramWebhook))
        }
        guard ConstantTime.equals(Digest.blake2b256(Array(signal.secretToken.utf8)), secretDigest) else {
            throw Fault(.permissionDenied, .notTheWebhookSecret)
        }
        guard let update = TelegramUpdate(text: signal.update) else {
            throw Fault.invalidArgument("update", .notATelegramUpdate)
        }
        try await dependencies.telegram.updates.handle(update)
        return AuthSignal.Done(done: true)
    }
}
