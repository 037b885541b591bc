import Domain
import Sodium

/// A sign-in by Telegram, or the linking of an account, from its beginning to its end.
///
/// It is a device flow, and the danger of those is that somebody sends a link of their own to a victim, who presses
/// Start and lets them in. So the link alone does nothing: the bot asks for the number that stands on the screen of the
/// one who began, and whoever was sent the link does not see that screen.
///
/// - Source: RFC 8628, section 5.4 (remote phishing).
struct TelegramAttempt: Hashable, Sendable {
    /// So long after its beginning it is too late to pick the number.
    static let life = Duration.seconds(300)
    /// So much longer the client has time to fetch what was confirmed in the last moment.
    static let grace = Duration.seconds(60)
    /// So many wrong numbers end it.
    static let mostWrong = 3
    /// So many numbers there are to pick from: who taps blindly until it is over hits the right one once in sixteen
    /// times.
    static let choiceCount = 48
    /// So long it is kept after its beginning.
    static let memory = Duration.seconds(24 * 3600)

    /// What the number is picked for.
    enum Purpose: Hashable, Sendable {
        /// To sign in.
        case signIn
        /// To link the Telegram account to the user with this id.
        case link(userID: String)
    }

    /// How far it is.
    enum State: Int64, Sendable {
        /// Nobody has opened the link.
        case begun = 0
        /// Somebody has, and is asked for the number.
        case asked = 1
        /// The number was right, and the person is asked whether to make a new user.
        case matched = 2
        /// Done; a session is to be fetched where it was for that.
        case confirmed = 3
        /// The session was given.
        case delivered = 4
        /// Over without success.
        case refused = 5
    }

    /// The hash of what the client asks by.
    let secretDigest: [UInt8]
    /// The hash of what stands in the link.
    let nonceDigest: [UInt8]
    /// Names it in the bot's buttons.
    let buttonKey: String
    let purpose: Purpose
    let device: String?
    /// What stands on the screen.
    let number: Int
    let createdAt: Instant
    var state = State.begun
    /// Who opened the link first; nobody else counts.
    var person: TelegramPerson?
    /// How many wrong numbers were picked; the buttons of earlier rounds do nothing.
    var round = 0
    /// The numbers to pick from in this round, the lowest first: those of the first round without the wrong ones that
    /// were picked. New ones would tell the right one from the others: it alone would come again.
    var choices: [Int] = []
    /// Who signs in, or whose account was linked.
    var userID: String?
    /// The session that was given.
    var sessionID: String?
    /// The hash of the idempotency key with which it was fetched.
    var deliveryKeyDigest: [UInt8]?

    /// When it is too late to pick.
    var expiresAt: Instant { createdAt + Self.life }

    /// Takes a wrong number out, and the buttons of this round out of use.
    mutating func strike(_ wrong: Int) {
        round += 1
        choices.removeAll { $0 == wrong }
    }

    /// Whether somebody may still do something about it in Telegram.
    func isOpen(at now: Instant) -> Bool {
        switch state {
        case .begun, .asked, .matched: now < expiresAt
        case .confirmed, .delivered, .refused: false
        }
    }

    /// Whether the client may still fetch what was confirmed.
    func isFetchable(at now: Instant) -> Bool {
        (state == .confirmed || state == .delivered) && now < expiresAt + Self.grace
    }

    /// What is kept of a secret.
    static func digest(_ secret: String) -> [UInt8] { Digest.blake2b256(Array(secret.utf8)) }
}

/// Somebody on Telegram.
struct TelegramPerson: Hashable, Sendable {
    /// The id of the account, which is that of the private chat with it, too.
    let id: Int64
    /// What the person is called, cleaned.
    let name: String
    /// Which language to write in.
    let language: TelegramLanguage
}

/// A Telegram account that belongs to a user here.
struct TelegramLink: Hashable, Sendable {
    let telegramID: Int64
    let userID: String
    /// What it was called when it was linked.
    let name: String
    let linkedAt: Instant
}
