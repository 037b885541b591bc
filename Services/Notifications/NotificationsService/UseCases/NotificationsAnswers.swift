import Coordination
import Domain
import Reasons
import Signals

extension NotificationsSignal.Notification {
    /// Creates a notice in the language of its reader.
    init(_ notice: Notice, in wording: Wording) {
        self.init(
            id: notice.id, category: notice.category, kind: notice.kind, title: wording.title(notice),
            body: wording.body(notice), createdAt: notice.createdAt, occurredAt: notice.occurredAt,
            late: notice.isLate, readAt: notice.marks.readAt, archivedAt: notice.marks.archivedAt,
            snoozedUntil: notice.marks.snoozedUntil, event: notice.event, subject: notice.facts.subject,
            amount: notice.facts.amount)
    }
}

extension NotificationsSignal.Delivery {
    /// Creates a message in the language of its reader.
    init(_ delivery: Delivery, in wording: Wording, _ reading: any NotificationsReading) throws {
        guard let channel = try reading.channel(delivery.channelID) else {
            throw Fault(.internalFault, .messageWithoutChannel)
        }
        let notices = try reading.notices(in: delivery.id)
        let state: NotificationsSignal.DeliveryState =
            switch delivery.state {
            case .waiting, .sending: .waiting
            case .sent: .sent
            case .dead: .failed
            }
        let answer = delivery.answer.map { SendAnswer(kept: $0) }
        self.init(
            id: delivery.id, channel: delivery.channelID, kind: channel.kind, notifications: notices.map(\.id),
            title: Letter(notices, of: delivery, wording).title, state: state, attempts: delivery.attempts,
            createdAt: delivery.createdAt, nextAt: state == .waiting ? delivery.dueAt : nil, lastAt: delivery.lastAt,
            answer: answer?.text, answerReason: answer?.explanation)
    }
}

extension NotificationsSignal.Tested {
    /// Creates the result of a test.
    init(delivered: Bool, answer: SendAnswer, milliseconds: Int) {
        self.init(
            delivered: delivered, answer: answer.text, answerReason: answer.explanation, milliseconds: milliseconds)
    }
}

extension NotificationsSignal.Preferences {
    /// Creates the preferences with the whole table of rules.
    init(_ preferences: Preferences) {
        let language = preferences.language ?? .en
        let rules = NotificationsSignal.Category.allCases.flatMap { category in
            NotificationsSignal.ChannelKind.allCases.map { channel in
                NotificationsSignal.Rule(
                    category: category, channel: channel, carrying: preferences.carrying(category, channel))
            }
        }
        let locked = Reason.securityIsLocked
        self.init(
            language: language, zone: preferences.zone, rules: rules,
            locked: NotificationsSignal.Category.allCases.filter(Preferences.isLocked).map {
                NotificationsSignal.Locked(
                    category: $0, reason: language == .ru ? locked.russian : locked.english,
                    explanation: Explanation(Refusal(locked)))
            },
            thresholds: preferences.thresholds,
            quietHours: preferences.quiet.map { NotificationsSignal.QuietHours(from: $0.from.text, to: $0.to.text) },
            digest: NotificationsSignal.Digest(
                every: preferences.digest.every, at: preferences.digest.at.text,
                weekday: preferences.digest.every == .week ? preferences.digest.weekday : nil),
            own: preferences.own ?? [])
    }
}

extension NotificationsSignal.Channel {
    /// Creates a channel with its load.
    init(_ channel: Channel, in reading: any NotificationsReading) throws {
        let load = try reading.load(of: channel.id)
        let reason = channel.reason.map { SendAnswer(kept: $0) }
        self.init(
            id: channel.id, kind: channel.kind, name: channel.name, address: channel.address, state: channel.state,
            reason: reason?.text, explanation: reason?.explanation, createdAt: channel.createdAt,
            pausedUntil: channel.pausedUntil, waiting: load.waiting, failed: load.dead)
    }
}

extension NotificationsSignal.ChannelList {
    /// Creates the list of channels of a user.
    init(of user: String, in reading: any NotificationsReading) throws {
        self.init(
            channels: try reading.channels(of: user).map { try NotificationsSignal.Channel($0, in: reading) })
    }
}
