import Coordination
import Domain
import Reasons

extension NotificationsSignal {
    /// Tells the operator whether messages get out of the house: how many wait and for how long, how many were given
    /// up, and the state of the mail server. It contains no data of users.
    ///
    /// - Answer: ``OutboxState``.
    /// - Faults, first match wins: `permissionDenied`.
    public struct Outbox: Signal {
        public typealias Answer = OutboxState
        public static let method: SignalMethod = "notifications.outbox"
        public static let summary = "Reports whether messages leave the house, and the state of the mail server."
        public static let access = SignalAccess.operator
        public static let effect = SignalEffect.reads
        public static let needsLeader = true

        /// Whether to ask the mail server, if one is set up; false when absent.
        public let checkMail: Bool?

        public init(checkMail: Bool? = nil) { self.checkMail = checkMail }
    }

    /// How messages get out of the house.
    public struct OutboxState: Codable, Hashable, Sendable {
        /// Each kind of channel that anybody has set up.
        public let channels: [OutboxLoad]
        /// The server of mail.
        public let mail: MailState

        public init(channels: [OutboxLoad], mail: MailState) {
            self.channels = channels
            self.mail = mail
        }
    }

    /// The outbox of all channels of one kind.
    public struct OutboxLoad: Codable, Hashable, Sendable {
        /// Which kind.
        public let kind: ChannelKind
        /// Messages that wait, those whose time has not come yet too.
        public let waiting: Int
        /// Messages that are late: their attempts failed, or they are due.
        public let late: Int
        /// When the oldest of the late ones was put there.
        public let oldestLate: Instant?
        /// Messages that were given up.
        public let dead: Int
        /// When one was given up last.
        public let newestDead: Instant?

        public init(
            kind: ChannelKind, waiting: Int, late: Int, oldestLate: Instant?, dead: Int, newestDead: Instant?
        ) {
            self.kind = kind
            self.waiting = waiting
            self.late = late
            self.oldestLate = oldestLate
            self.dead = dead
            self.newestDead = newestDead
        }
    }

    /// How the server of mail is.
    public struct MailState: Codable, Hashable, Sendable {
        /// Whether it takes mail.
        public let state: MailStanding
        /// Where it is: `smtp://mail.example.org:587`.
        public let server: String?
        /// The problem.
        public let reason: String?
        /// The same by name, with its details; absent where the server chose the words.
        public let explanation: Explanation?

        public init(
            state: MailStanding, server: String? = nil, reason: String? = nil, explanation: Explanation? = nil
        ) {
            self.state = state
            self.server = server
            self.reason = reason
            self.explanation = explanation
        }
    }

    /// Whether a server of mail takes mail.
    public enum MailStanding: String, Codable, CaseIterable, Hashable, Sendable {
        /// None is set up.
        case off
        /// It was not asked.
        case untried
        /// It answers and lets us in.
        case ready
        /// It does not answer, or does not let us in.
        case failing
    }
}
