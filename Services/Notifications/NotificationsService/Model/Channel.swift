import Domain
import Signals

/// A way out of the house to one person.
package struct Channel: Hashable, Sendable {
    /// For so long the link of a new chat works.
    package static let linkLife = Duration.seconds(900)
    /// For so long an old secret signs beside the new one.
    package static let secretOverlap = Duration.seconds(86_400)
    /// So many one person may have.
    package static let most = 20

    package let id: String
    package let userID: String
    package let kind: NotificationsSignal.ChannelKind
    package var name: String
    /// An address, a URL, the name of a Telegram account.
    package var address: String
    package var state: NotificationsSignal.ChannelState
    /// Why it is off, as ``SendAnswer/kept``.
    package var reason: String?
    package let createdAt: Instant
    package var pausedUntil: Instant?
    /// The private chat.
    package var chat: Int64?
    /// The hash of the code in the link, as long as nobody has pressed Start.
    package var linkDigest: [UInt8]?
    package var linkExpiresAt: Instant?
    /// What requests are signed with, sealed.
    package var secret: [UInt8]?
    /// What they were signed with before, sealed.
    package var oldSecret: [UInt8]?
    package var oldSecretUntil: Instant?
    /// Whether a message was given up since one was last taken: that is told once.
    package var isFailing = false
    /// The message that tells of its end: the only one that still goes out through a channel that is off.
    package var farewell: String?
    /// Whether its owner took it away, and it stays for the farewell alone.
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

    /// Where it leads, as others may read it: of a URL the host, since the rest may be a secret.
    var place: String { kind == .webhook ? Self.host(of: address).map { String($0) } ?? "" : address }

    /// The host of a URL, with its port; nil for what is no URL of the web.
    static func host(of url: String) -> Substring? {
        let scheme = ["https://", "http://"].first { url.hasPrefix($0) }
        return scheme.map { url.dropFirst($0.count).prefix { $0 != "/" && $0 != "?" } }
    }
}

/// What a Telegram button of ours holds: at most 64 bytes.
package enum ButtonData: Hashable, Sendable {
    /// All begin so; the bot's other buttons do not.
    package static let mark = "i:"

    package enum Action: String, CaseIterable, Sendable {
        case paid = "p"
        case skip = "s"
        case snooze = "z"
    }

    /// What of which message.
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
