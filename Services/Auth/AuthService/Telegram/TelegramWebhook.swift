import Coordination
import Signals
import Sodium

/// Takes updates that somebody else got from Telegram for us, if they come with the secret that Telegram was told.
struct TelegramWebhook: Interactor {
    struct Request: Sendable {
        /// The text of the update.
        let update: String
        let secretToken: String
    }

    /// The hash of the secret; nil when no webhook is set up.
    let secretDigest: [UInt8]?
    let handle: HandleTelegramUpdateInteractor

    /// - Throws: ``Fault``, first match wins: `telegramUnavailable`, `permissionDenied`, `invalidArgument`.
    func execute(_ request: Request, context: SignalContext) async throws {
        guard let secretDigest else {
            throw Fault.telegramUnavailable(
                "No webhook is set up: --telegram-webhook-secret-file names the file with its secret token.")
        }
        guard ConstantTime.equals(Digest.blake2b256(Array(request.secretToken.utf8)), secretDigest) else {
            throw Fault(.permissionDenied, "This is not the secret token of the webhook.")
        }
        guard let update = TelegramUpdate(text: request.update) else {
            throw Fault.invalidArgument("update", "must be the text of an update as Telegram sends it")
        }
        try await handle.execute(update, context: context)
    }
}
