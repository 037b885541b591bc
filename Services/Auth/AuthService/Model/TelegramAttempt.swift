import Domain
import Sodium

/// A sign-in with Telegram, or the linking of an account, from beginning to end.
///
/// This is a device flow. Its risk is that an attacker sends a link of their own to a victim, who presses Start and
/// lets the attacker in. So the link alone does nothing: the bot asks for the number on the screen where the attempt
/// began, and the victim does not see that screen.
///
/// - Source: RFC 8628, section 5.4 (remote phishing).
struct TelegramAttempt: Hashable, Sendable {
    /// The time after the beginning in which the number can be picked.
    static let life = Duration.seconds(300)
    /// The further time in which the client can fetch an attempt that was confirmed in the last moment.
    static let grace = Duration.seconds(60)
    /// The number of wrong picks that ends an attempt.
    static let mostWrong = 3
    /// The count of numbers to pick from. Blind picks until the end of an attempt succeed once in sixteen attempts.
    static let choiceCount = 48
    /// The time for which an attempt is stored after its beginning.
    static let memory = Duration.seconds(24 * 3600)

    /// The reason for an attempt.
    enum Purpose: Hashable, Sendable {
        case signIn
        /// Links the Telegram account to the user with this id.
        case link(userID: String)
    }

    /// The progress of an attempt.
    enum State: Int64, Sendable {
        /// Nobody has opened the link.
        case begun = 0
        /// The link was opened, and the bot asked for the number.
        case asked = 1
        /// The number was right, and the bot asked whether to create a new user.
        case matched = 2
        /// Confirmed. For a sign-in, the session can be fetched.
        case confirmed = 3
        /// The session was delivered.
        case delivered = 4
        /// Ended without success.
        case refused = 5
    }

    /// The hash of the secret with which the client asks for the result.
    let secretDigest: [UInt8]
    /// The hash of the nonce in the link.
    let nonceDigest: [UInt8]
    /// Identifies the attempt in the bot's buttons.
    let buttonKey: String
    let purpose: Purpose
    let device: String?
    /// The number on the screen.
    let number: Int
    let createdAt: Instant
    var state = State.begun
    /// The first person who opened the link. Others are refused.
    var person: TelegramPerson?
    /// The number of wrong picks. Buttons of earlier rounds do nothing.
    var round = 0
    /// The numbers to pick from in this round, lowest first: those of the first round without the wrong picks. New
    /// numbers would give the right one away, because only it would appear again.
    var choices: [Int] = []
    /// The user who signs in, or whose account was linked.
    var userID: String?
    /// The session that was delivered.
    var sessionID: String?
    /// The hash of the idempotency key with which it was fetched.
    var deliveryKeyDigest: [UInt8]?

    /// The end of the time to pick the number.
    var expiresAt: Instant { createdAt + Self.life }

    /// Removes a wrong number and disables the buttons of this round.
    mutating func strike(_ wrong: Int) {
        round += 1
        choices.removeAll { $0 == wrong }
    }

    /// True when the attempt can still be continued in Telegram.
    func isOpen(at now: Instant) -> Bool {
        switch state {
        case .begun, .asked, .matched: now < expiresAt
        case .confirmed, .delivered, .refused: false
        }
    }

    /// True when the client can still fetch the result.
    func isFetchable(at now: Instant) -> Bool {
        (state == .confirmed || state == .delivered) && now < expiresAt + Self.grace
    }

    /// Returns the stored form of a secret.
    static func digest(_ secret: String) -> [UInt8] { Digest.blake2b256(Array(secret.utf8)) }
}

/// A person on Telegram.
package struct TelegramPerson: Hashable, Sendable {
    /// The id of the account, which is also the id of the private chat with it.
    let id: Int64
    /// The name, cleaned.
    package let name: String
    /// The language of the bot's messages.
    let language: TelegramLanguage
}

/// A Telegram account linked to a user.
struct TelegramLink: Hashable, Sendable {
    let telegramID: Int64
    let userID: String
    /// The name of the account when it was linked.
    let name: String
    let linkedAt: Instant
}
