import Domain
import Signals

/// A way out of the house to one person.
package struct Channel: Hashable, Sendable {
    /// The time for which the link of a new chat works.
    package static let linkLife = Duration.seconds(900)
    /// The time for which an old secret signs beside the new one.
    package static let secretOverlap = Duration.seconds(86_400)
    /// The most channels of one user.
    package static let most = 20

    package let id: String
    package let userID: String
    package let kind: NotificationsSignal.ChannelKind
    package var name: String
    /// An email address, a URL (with its topic for ntfy), or the name of a Telegram account.
    package var address: String
    package var state: NotificationsSignal.ChannelState
    /// The reason why it is off, as ``SendAnswer/kept``.
    package var reason: String?
    package let createdAt: Instant
    package var pausedUntil: Instant?
    /// The private chat.
    package var chat: Int64?
    /// The hash of the code in the link, until Start is pressed.
    package var linkDigest: [UInt8]?
    package var linkExpiresAt: Instant?
    /// The secret that signs requests, or the token that the other side wants, sealed.
    package var secret: [UInt8]?
    /// The previous secret, sealed.
    package var oldSecret: [UInt8]?
    package var oldSecretUntil: Instant?
    /// True when a message was given up since the last accepted one. Reported once.
    package var isFailing = false
    /// The message that announces the end of the channel: the only one that a channel sends when it is off.
    package var farewell: String?
    /// True when its owner removed it, and it is kept only for the farewell.
    package var isRemoved = false

    package init(
        id: String, userID: String, kind: NotificationsSignal.ChannelKind, name: String, address: String,
        state: NotificationsSignal.ChannelState, createdAt: Instant
    ) {
        self.id = id
        self.userID = userID
        self.kind = kind
        self.name = name
        self.address = address
        self.state = state
        self.createdAt = createdAt
    }

    /// The destination as others may see it: for a URL only the host, since the rest may be a secret.
    var place: String {
        switch kind {
        case .telegram, .email: address
        case .webhook, .ntfy, .gotify: Self.host(of: address).map { String($0) } ?? ""
        }
    }

    /// Returns the host of a URL, with its port; nil for text that is not an HTTP URL.
    static func host(of url: String) -> Substring? {
        let scheme = ["https://", "http://"].first { url.hasPrefix($0) }
        return scheme.map { url.dropFirst($0.count).prefix { $0 != "/" && $0 != "?" } }
    }
}

/// The data of a Telegram button of notifications: at most 64 bytes.
package enum ButtonData: Hashable, Sendable {
    /// The prefix of all data. The bot's other buttons do not have it.
    package static let mark = "i:"

    package enum Action: String, CaseIterable, Sendable {
        case paid = "p"
        case skip = "s"
        case snooze = "z"
    }

    /// The action for the payment in a message.
    case act(Action, delivery: String)

    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard text.utf8.count <= 64, parts.count == 3, parts[0] == "i", let action = Action(rawValue: String(parts[1]))
        else { return nil }
        self = .act(action, delivery: String(parts[2]))
    }

    package var text: String {
        switch self {
        case .act(let action, let delivery): "\(Self.mark)\(action.rawValue):\(delivery)"
        }
    }
}
