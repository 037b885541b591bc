import Domain
import Signals
import Sodium

/// The effects of Start and of taps on our buttons, within the transaction that handles their event.
struct TelegramRules {
    let transaction: any NotificationsTransaction
    let router: Router
    let now: Instant

    // MARK: Start

    /// Handles Start with the code of a channel.
    func open(_ start: HouseEvent.Start) throws {
        let words = Wording(start.language, .utc)
        guard var channel = try transaction.channel(linkDigest: Digest.blake2b256(Array(start.code.utf8))),
            channel.state == .pending, let expiresAt = channel.linkExpiresAt, now < expiresAt
        else {
            return try say(
                words.say("This link has expired. Create a new one.", "Эта ссылка устарела. Создайте новую."),
                to: start.person)
        }
        channel.chat = start.person
        channel.address = start.name
        channel.state = .on
        (channel.linkDigest, channel.linkExpiresAt) = (nil, nil)
        try transaction.save(channel)
        var preferences = try transaction.preferences(of: channel.userID)
        if preferences.language == nil {
            preferences.language = start.language
            try transaction.save(preferences, of: channel.userID)
        }
        router.forget(channel.userID)
        try ChannelNotices(transaction: transaction, router: router, now: now).tell(.channelAdded, of: channel)
        try say(
            words.say(
                "Notifications of Kopilka come here from now on. gateway notify remove ends that.",
                "Теперь сюда будут приходить уведомления Копилки. Отключить: gateway notify remove."),
            to: start.person)
    }

    private func say(_ text: String, to chat: Int64) throws {
        try transaction.add(BotJob(kind: .say, chat: chat, text: text, createdAt: now))
    }

    // MARK: Taps

    /// Handles a tap on a button. Only the owner's first tap has an effect.
    func take(_ tap: HouseEvent.Tap) throws {
        guard case .act(let action, let id)? = ButtonData(tap.data), let delivery = try transaction.delivery(id),
            let channel = try transaction.channel(delivery.channelID), channel.chat == tap.person
        else {
            // The answer does not reveal whether there is such a message.
            return try acknowledge(
                tap,
                Wording(.en, .utc).say("This button is not yours or has expired. / Кнопка не ваша или устарела.", ""))
        }
        let words = try Wording(
            router.preferences(of: delivery.userID).language ?? .en, router.zone(of: delivery.userID))
        if let choice = delivery.choice { return try acknowledge(tap, Self.done(choice, words)) }
        guard let notice = try transaction.notices(in: delivery.id).first, notice.hasPaymentButtons else {
            return try acknowledge(tap, words.say("This button has expired.", "Эта кнопка устарела."))
        }
        var changed = delivery
        changed.messageID = tap.messageID ?? delivery.messageID
        if action == .snooze {
            changed.choice = action.rawValue
            try transaction.save(changed)
            return try snooze(notice, changed, tap, words)
        }
        changed.choice = Self.pending
        try transaction.save(changed)
        try transaction.add(
            BotJob(
                kind: .act, chat: tap.person, queryID: tap.queryID, messageID: changed.messageID,
                deliveryID: delivery.id, action: action, createdAt: now))
    }

    /// The choice while a payment is being settled.
    static let pending = "pending"

    /// Returns the text for a button that was already answered.
    static func done(_ choice: String, _ words: Wording) -> String {
        switch ButtonData.Action(rawValue: choice) {
        case .paid?: words.say("Already marked as paid.", "Уже отмечено как оплаченное.")
        case .skip?: words.say("Already skipped.", "Уже пропущено.")
        case .snooze?: words.say("Already put off.", "Уже отложено.")
        case nil: words.say("One moment, it is in progress.", "Секунду, выполняется.")
        }
    }

    /// Snoozes the notice until nine in the morning of the next day.
    private func snooze(_ notice: Notice, _ delivery: Delivery, _ tap: HouseEvent.Tap, _ words: Wording) throws {
        let until = words.zone.instant(of: words.zone.day(at: now).adding(days: 1), second: 9 * 3600)
        let before = notice.marks
        var marks = before
        (marks.snoozedUntil, marks.readAt) = (until, before.readAt ?? now)
        try transaction.save(marks, of: notice.id)
        try transaction.push(InboxChange(change: .snooze, before: [notice.id: before]), of: notice.userID)
        try transaction.tellChanged([notice.id], of: notice.userID, at: now)
        let moment = words.words.moment(until, in: words.zone)
        let text = words.say("Put off until \(moment).", "Отложено до \(moment).")
        try acknowledge(tap, text)
        try Self.rewrite(delivery, notice, text, words, chat: tap.person, in: transaction, at: now)
    }

    private func acknowledge(_ tap: HouseEvent.Tap, _ text: String) throws {
        try transaction.add(
            BotJob(kind: .acknowledge, chat: tap.person, text: text, queryID: tap.queryID, createdAt: now))
    }

    /// Adds the result to the message and removes its buttons.
    static func rewrite(
        _ delivery: Delivery, _ notice: Notice, _ result: String, _ words: Wording, chat: Int64,
        in transaction: any NotificationsTransaction, at now: Instant
    ) throws {
        guard let message = delivery.messageID else { return }
        let text = Letter([notice], of: delivery, words).text() + "\n\n" + result
        try transaction.add(BotJob(kind: .rewrite, chat: chat, text: text, messageID: message, createdAt: now))
    }
}
