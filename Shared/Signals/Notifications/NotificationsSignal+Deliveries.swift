import Coordination
import Domain
import Reasons

extension NotificationsSignal {
    /// How far a message is.
    public enum DeliveryState: String, Codable, CaseIterable, Hashable, Sendable {
        /// It waits for its turn, the end of the quiet hours, the digest, or a retry.
        case waiting
        /// The other side took it.
        case sent
        /// It was given up.
        case failed
    }

    /// A message in a channel.
    public struct Delivery: Codable, Hashable, Sendable {
        /// The id. The receiver sees it with every attempt.
        public let id: String
        /// The channel.
        public let channel: String
        /// The kind of channel.
        public let kind: ChannelKind
        /// The notifications in it.
        public let notifications: [String]
        /// The title.
        public let title: String
        /// How far it is.
        public let state: DeliveryState
        /// How often it was tried.
        public let attempts: Int
        /// When it was put there.
        public let createdAt: Instant
        /// When it is tried next.
        public let nextAt: Instant?
        /// When it was tried last.
        public let lastAt: Instant?
        /// The outcome of the last attempt.
        public let answer: String?
        /// The same by name, with its details; absent where the other side chose the words.
        public let answerReason: Explanation?

        public init(
            id: String, channel: String, kind: ChannelKind, notifications: [String], title: String,
            state: DeliveryState, attempts: Int, createdAt: Instant, nextAt: Instant?, lastAt: Instant?,
            answer: String?, answerReason: Explanation? = nil
        ) {
            self.id = id
            self.channel = channel
            self.kind = kind
            self.notifications = notifications
            self.title = title
            self.state = state
            self.attempts = attempts
            self.createdAt = createdAt
            self.nextAt = nextAt
            self.lastAt = lastAt
            self.answer = answer
            self.answerReason = answerReason
        }
    }

    /// Lists messages to the caller that were given up, newest first.
    ///
    /// - Answer: ``FailedList``.
    /// - Faults, first match wins: `invalidArgument`.
    public struct Failed: Signal {
        public typealias Answer = FailedList
        public static let method: SignalMethod = "notifications.failed"
        public static let summary = "Lists messages to you that could not be delivered."
        public static let effect = SignalEffect.reads

        /// How many, 1 to 1,000; 50 when absent.
        public let limit: Int?
        /// Where the page before ended.
        public let cursor: String?
        /// The language of the titles; the caller's preference when absent.
        public let language: Language?

        public init(limit: Int? = nil, cursor: String? = nil, language: Language? = nil) {
            self.limit = limit
            self.cursor = cursor
            self.language = language
        }
    }

    /// Messages that were given up.
    public struct FailedList: Codable, Hashable, Sendable {
        /// The newest first.
        public let failed: [Delivery]
        /// Where the next page begins; absent on the last.
        public let nextCursor: String?

        public init(failed: [Delivery], nextCursor: String?) {
            self.failed = failed
            self.nextCursor = nextCursor
        }
    }

    /// Resends a message that was given up, under its old id and with all its attempts.
    ///
    /// - Answer: ``Delivery``.
    /// - Faults, first match wins: `notFound`, `conflict` (it was not given up, or its channel is off).
    public struct Resend: Signal {
        public typealias Answer = Delivery
        public static let method: SignalMethod = "notifications.resend"
        public static let summary = "Resends a failed message."

        /// Which message.
        public let id: String
        /// The language of the title in the answer; the caller's preference when absent. Messages are sent in the
        /// preferred language.
        public let language: Language?

        public init(id: String, language: Language? = nil) {
            self.id = id
            self.language = language
        }
    }
}
