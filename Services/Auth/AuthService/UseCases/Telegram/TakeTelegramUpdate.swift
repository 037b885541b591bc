import Coordination
import Signals
import Sodium

/// Takes updates that somebody else got from Telegram for us, if they come with the secret that Telegram was told.
struct TakeTelegramUpdate: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `telegramUnavailable`, `permissionDenied`, `invalidArgument`.
    func answer(_ signal: AuthSignal.TelegramUpdate, context: SignalContext) async throws -> AuthSignal.Done {
        guard let secretDigest = dependencies.telegram.webhookSecretDigest else {
            throw Fault.telegramUnavailable(
                "No webhook is set up: --telegram-webhook-secret-file names the file with its secret token.")
        }
        guard ConstantTime.equals(Digest.blake2b256(Array(signal.secretToken.utf8)), secretDigest) else {
            throw Fault(.permissionDenied, "This is not the secret token of the webhook.")
        }
        guard let update = TelegramUpdate(text: signal.update) else {
            throw Fault.invalidArgument("update", "must be the text of an update as Telegram sends it")
        }
        try await dependencies.telegram.updates.handle(update)
        return AuthSignal.Done(done: true)
    }
}
