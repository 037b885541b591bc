import Coordination
import Domain
import Signals

/// A notification in the words of its reader.
struct NotificationPresenter {
    let wording: Wording

    func present(_ notice: Notice) -> NotificationsSignal.Notification {
        NotificationsSignal.Notification(
            id: notice.id, category: notice.category, kind: notice.kind, title: wording.title(notice),
            body: wording.body(notice), createdAt: notice.createdAt, occurredAt: notice.occurredAt,
            late: notice.isLate, readAt: notice.marks.readAt, archivedAt: notice.marks.archivedAt,
            snoozedUntil: notice.marks.snoozedUntil, event: notice.event, subject: notice.facts.subject,
            amount: notice.facts.amount)
    }
}

/// A page of an inbox.
struct InboxPresenter: Presenter {
    func present(_ page: InboxDesk.Page) -> NotificationsSignal.Inbox {
        let presenter = NotificationPresenter(wording: page.wording)
        return NotificationsSignal.Inbox(
            notifications: page.notices.map { presenter.present($0.notice) }, unread: page.unread,
            nextCursor: page.next.map { String($0) })
    }
}

/// What came of a change.
struct InboxChangePresenter: Presenter {
    func present(_ outcome: InboxDesk.Outcome) -> NotificationsSignal.Changed {
        NotificationsSignal.Changed(change: outcome.change, ids: outcome.ids, unread: outcome.unread)
    }
}

/// A message.
struct DeliveryPresenter {
    let wording: Wording

    func present(_ message: Message) -> NotificationsSignal.Delivery {
        let delivery = message.delivery
        let state: NotificationsSignal.DeliveryState =
            switch delivery.state {
            case .waiting, .sending: .waiting
            case .sent: .sent
            case .dead: .failed
            }
        return NotificationsSignal.Delivery(
            id: delivery.id, channel: delivery.channelID, kind: message.kind,
            notifications: message.notices.map(\.id), title: Letter(message.notices, of: delivery, wording).title,
            state: state, attempts: delivery.attempts, createdAt: delivery.createdAt,
            nextAt: state == .waiting ? delivery.dueAt : nil, lastAt: delivery.lastAt, answer: delivery.answer)
    }
}

/// Wishes, the whole table of them.
struct PreferencesPresenter: Presenter {
    func present(_ preferences: Preferences) -> NotificationsSignal.Preferences {
        let language = preferences.language ?? .en
        let rules = NotificationsSignal.Category.allCases.flatMap { category in
            NotificationsSignal.ChannelKind.allCases.map { channel in
                NotificationsSignal.Rule(
                    category: category, channel: channel, carrying: preferences.carrying(category, channel))
            }
        }
        let reason =
            language == .ru
            ? "Сообщения о безопасности нельзя отключить или отложить: по ним видно, что в счёт вошёл кто-то другой."
            : "Security cannot be turned off or put off: by it you see that somebody else got in."
        return NotificationsSignal.Preferences(
            language: language, zone: preferences.zone, rules: rules,
            locked: NotificationsSignal.Category.allCases.filter(Preferences.isLocked).map {
                NotificationsSignal.Locked(category: $0, reason: reason)
            },
            thresholds: preferences.thresholds,
            quietHours: preferences.quiet.map { NotificationsSignal.QuietHours(from: $0.from.text, to: $0.to.text) },
            digest: NotificationsSignal.Digest(
                every: preferences.digest.every, at: preferences.digest.at.text,
                weekday: preferences.digest.every == .week ? preferences.digest.weekday : nil),
            own: preferences.own ?? [])
    }
}

/// Channels.
struct ChannelPresenter {
    func present(_ entry: ChannelDesk.Entry) -> NotificationsSignal.Channel {
        let channel = entry.channel
        return NotificationsSignal.Channel(
            id: channel.id, kind: channel.kind, name: channel.name, address: channel.address, state: channel.state,
            reason: channel.reason, createdAt: channel.createdAt, pausedUntil: channel.pausedUntil,
            waiting: entry.load.waiting, failed: entry.load.dead)
    }

    func present(_ entries: [ChannelDesk.Entry]) -> NotificationsSignal.ChannelList {
        NotificationsSignal.ChannelList(channels: entries.map { present($0) })
    }

    func present(_ added: ChannelDesk.Added) -> NotificationsSignal.AddedChannel {
        let entry = ChannelDesk.Entry(channel: added.channel, load: ChannelLoad(waiting: 0, dead: 0))
        return NotificationsSignal.AddedChannel(
            channel: present(entry), link: added.link,
            expiresAt: added.link == nil ? nil : added.channel.linkExpiresAt, secret: added.secret)
    }
}

/// The truth about a test.
struct TestPresenter: Presenter {
    func present(_ result: ChannelDesk.TestResult) -> NotificationsSignal.Tested {
        var isTaken = false
        if case .taken = result.outcome { isTaken = true }
        return NotificationsSignal.Tested(
            delivered: isTaken, answer: result.outcome.answer,
            milliseconds: Int(clamping: result.time.wholeMilliseconds))
    }
}
