import Coordination
import Domain
import Signals
import Sodium

/// The beginning of an attempt, with the secrets that the client gets once. They are not stored.
struct TelegramBeginning: Sendable {
    /// The most attempts that may begin within a minute in total: the callers are not known yet.
    static let mostPerMinute = 20
    static let minute = Duration.seconds(60)

    /// The bot's name, after the @.
    let botName: String
    let now: Instant
    /// The secret with which the client asks for the result.
    private let secret = Base64URL.encode(Random.bytes(32))
    /// The nonce in the link that opens the bot.
    private let nonce = Base64URL.encode(Random.bytes(32))

    init(botName: String, now: Instant) { (self.botName, self.now) = (botName, now) }

    /// Begins the attempt, in one transaction with the checks before it.
    ///
    /// - Throws: ``Fault`` `tooManyAttempts`.
    func begin(
        _ purpose: TelegramAttempt.Purpose, device: String?, in transaction: any AuthTransaction
    ) throws -> AuthSignal.TelegramAttempt {
        let recent = try transaction.telegramBeginnings(after: now - Self.minute)
        if recent.count >= Self.mostPerMinute, let oldest = recent.first {
            throw Self.tooMany(oldest + Self.minute - now)
        }
        let attempt = TelegramAttempt(
            secretDigest: TelegramAttempt.digest(secret), nonceDigest: TelegramAttempt.digest(nonce),
            buttonKey: Identifier.random(length: 16), purpose: purpose, device: device,
            number: TelegramNumbers.random(), createdAt: now)
        try transaction.save(attempt)
        return AuthSignal.TelegramAttempt(
            attempt: secret, link: "https://t.me/\(botName)?start=\(nonce)", number: attempt.number,
            expiresAt: attempt.expiresAt)
    }

    static func tooMany(_ wait: Duration) -> Fault {
        .waiting(.tooManyTelegramSignIns, wait)
    }
}

extension Instant {
    fileprivate static func - (instant: Instant, duration: Duration) -> Instant { instant + (.zero - duration) }
}
