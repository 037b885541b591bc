import Coordination
import Domain
import Reasons

extension NotificationsSignal {
    /// The means that carries messages out of the house.
    public enum ChannelKind: String, Codable, CaseIterable, Hashable, Sendable {
        /// A private chat with the bot.
        case telegram
        /// Mail.
        case email
        /// A request to a program of the user's.
        case webhook
        /// A topic of a server of ntfy, which phones follow.
        case ntfy
        /// An application at a server of Gotify, which phones follow.
        case gotify
    }

    /// Whether a channel carries anything.
    public enum ChannelState: String, Codable, CaseIterable, Hashable, Sendable {
        /// It waits for its owner to press Start.
        case pending
        /// It works.
        case on
        /// It was switched off.
        case off
    }

    /// A way out of the house to one person.
    public struct Channel: Codable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The kind.
        public let kind: ChannelKind
        /// The name that its owner gave it.
        public let name: String
        /// Its destination: an address, a URL, the URL of a topic, the name of a Telegram account.
        public let address: String
        /// Whether it carries anything.
        public let state: ChannelState
        /// Why it is off.
        public let reason: String?
        /// The same by name, with its details; absent where the other side chose the words.
        public let explanation: Explanation?
        /// When it was set up.
        public let createdAt: Instant
        /// The end of the pause that the other side asked for. Nothing is sent until then.
        public let pausedUntil: Instant?
        /// How many messages wait.
        public let waiting: Int
        /// How many messages were given up and wait to be resent by hand.
        public let failed: Int

        public init(
            id: String, kind: ChannelKind, name: String, address: String, state: ChannelState, reason: String?,
            explanation: Explanation? = nil, createdAt: Instant, pausedUntil: Instant?, waiting: Int, failed: Int
        ) {
            self.id = id
            self.kind = kind
            self.name = name
            self.address = address
            self.state = state
            self.reason = reason
            self.explanation = explanation
            self.createdAt = createdAt
            self.pausedUntil = pausedUntil
            self.waiting = waiting
            self.failed = failed
        }
    }

    /// Lists the caller's channels.
    ///
    /// - Answer: ``ChannelList``.
    public struct Channels: Signal {
        public typealias Answer = ChannelList
        public static let method: SignalMethod = "notifications.channels"
        public static let summary = "Lists your channels and whether they work."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Channels.
    public struct ChannelList: Codable, Hashable, Sendable {
        /// In the order they were set up.
        public let channels: [Channel]

        public init(channels: [Channel]) { self.channels = channels }
    }

    /// Sets up a channel. Telegram answers a link: messages go to the account that opens it and presses Start within
    /// fifteen minutes. A webhook answers its secret, only this once; a token is never answered. All other channels are
    /// notified.
    ///
    /// - Answer: ``AddedChannel``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `telegramUnavailable`, `unavailable`,
    ///   `limitExceeded`, `confirmationRequired`, `tooManyAttempts`, `wrongCode`.
    public struct AddChannel: Signal {
        public typealias Answer = AddedChannel
        public static let method: SignalMethod = "notifications.addChannel"
        public static let summary = "Sets up a channel that carries notifications to you."
        public static let isNoted = true

        /// The kind.
        public let kind: ChannelKind
        /// The name, at most 60 characters; its address when absent.
        public let name: String?
        /// Where mail goes, for `email`.
        public let address: String?
        /// Where requests go, for `webhook`; the server, for `ntfy` and `gotify`.
        public let url: String?
        /// The key that signs requests, for `webhook`: `whsec_` and 24 to 64 bytes in Base64; generated when absent.
        public let secret: String?
        /// The topic, for `ntfy`: 1 to 64 letters and digits of ASCII, hyphens and underscores.
        public let topic: String?
        /// The access token, for `ntfy` where the topic is protected; the token of the application, for `gotify`: at
        /// most 256 visible characters of ASCII.
        public let token: String?
        /// Proves that the request comes from the user, see ``AuthSignal/Prove``: a one-time code, a proof of the
        /// password, or nothing in a fresh session of a user with neither.
        public let code: String?

        public init(
            kind: ChannelKind, name: String? = nil, address: String? = nil, url: String? = nil, secret: String? = nil,
            topic: String? = nil, token: String? = nil, code: String? = nil
        ) {
            self.kind = kind
            self.name = name
            self.address = address
            self.url = url
            self.secret = secret
            self.topic = topic
            self.token = token
            self.code = code
        }
    }

    /// A channel that was set up.
    public struct AddedChannel: Codable, Hashable, Sendable {
        /// The channel.
        public let channel: Channel
        /// The link to open and press Start in, for `telegram`.
        public let link: String?
        /// Until when the link works.
        public let expiresAt: Instant?
        /// The key that signs requests, for `webhook`. Only this answer has it.
        public let secret: String?

        public init(channel: Channel, link: String?, expiresAt: Instant?, secret: String?) {
            self.channel = channel
            self.link = link
            self.expiresAt = expiresAt
            self.secret = secret
        }
    }

    /// Removes a channel with all its waiting messages. Its last message says that it was removed. All other channels
    /// are notified.
    ///
    /// - Answer: ``ChannelList``.
    /// - Faults, first match wins: `conflict`, `notFound`, `confirmationRequired`, `tooManyAttempts`, `wrongCode`.
    public struct RemoveChannel: Signal {
        public typealias Answer = ChannelList
        public static let method: SignalMethod = "notifications.removeChannel"
        public static let summary = "Removes a channel."
        public static let isNoted = true

        /// Which.
        public let channel: String
        /// Proves that the request comes from the user, see ``AuthSignal/Prove``: a one-time code, a proof of the
        /// password, or nothing in a fresh session of a user with neither.
        public let code: String?

        public init(channel: String, code: String? = nil) {
            self.channel = channel
            self.code = code
        }
    }

    /// Switches a channel on or off. Messages that wait in a channel that is switched off are given up and can be
    /// resent. Its last message says that it was switched off. All channels are notified.
    ///
    /// - Answer: ``ChannelList``.
    /// - Faults, first match wins: `notFound`, `conflict` (it waits for its owner to press Start),
    ///   `confirmationRequired`, `tooManyAttempts`, `wrongCode`.
    public struct SwitchChannel: Signal {
        public typealias Answer = ChannelList
        public static let method: SignalMethod = "notifications.switchChannel"
        public static let summary = "Switches a channel on or off."
        public static let isNoted = true

        /// Which.
        public let channel: String
        /// Whether it is to carry anything.
        public let on: Bool
        /// Proves that the request comes from the user, see ``AuthSignal/Prove``: a one-time code, a proof of the
        /// password, or nothing in a fresh session of a user with neither.
        public let code: String?

        public init(channel: String, on: Bool, code: String? = nil) {
            self.channel = channel
            self.on = on
            self.code = code
        }
    }

    /// Rotates the secret of a webhook, or the token of a channel of ntfy or Gotify. Requests of a webhook are signed
    /// with both secrets for a day; a new token is used at once. All channels are notified.
    ///
    /// - Answer: ``AddedChannel``.
    /// - Faults, first match wins: `invalidArgument`, `notFound`, `conflict`, `confirmationRequired`,
    ///   `tooManyAttempts`, `wrongCode`.
    public struct RotateSecret: Signal {
        public typealias Answer = AddedChannel
        public static let method: SignalMethod = "notifications.rotateSecret"
        public static let summary =
            "Replaces the secret of a webhook (for a day both sign), or the token of ntfy or Gotify."
        public static let isNoted = true

        /// Which.
        public let channel: String
        /// The new one of a webhook; made when absent.
        public let secret: String?
        /// The new token of a channel of ntfy or Gotify.
        public let token: String?
        /// Proves that the request comes from the user, see ``AuthSignal/Prove``: a one-time code, a proof of the
        /// password, or nothing in a fresh session of a user with neither.
        public let code: String?

        public init(channel: String, secret: String? = nil, token: String? = nil, code: String? = nil) {
            self.channel = channel
            self.secret = secret
            self.token = token
            self.code = code
        }
    }

    /// Sends a test message through a channel and returns the answer of the other side. It is not retried.
    ///
    /// - Answer: ``Tested``.
    /// - Faults, first match wins: `notFound`, `conflict` (it waits for its owner to press Start), `tooManyAttempts`.
    public struct Test: Signal {
        public typealias Answer = Tested
        public static let method: SignalMethod = "notifications.test"
        public static let summary = "Sends a test message through a channel and shows the answer."

        /// Which.
        public let channel: String

        public init(channel: String) { self.channel = channel }
    }

    /// The answer of the other side.
    public struct Tested: Codable, Hashable, Sendable {
        /// Whether it took the message.
        public let delivered: Bool
        /// Its answer, or why there was none; one line.
        public let answer: String
        /// The same by name, with its details; absent where the other side chose the words.
        public let answerReason: Explanation?
        /// How long that took, in milliseconds.
        public let milliseconds: Int

        public init(delivered: Bool, answer: String, answerReason: Explanation? = nil, milliseconds: Int) {
            self.delivered = delivered
            self.answer = answer
            self.answerReason = answerReason
            self.milliseconds = milliseconds
        }
    }
}
