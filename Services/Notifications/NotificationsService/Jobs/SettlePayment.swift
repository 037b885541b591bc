import Coordination
import Domain
import Reasons
import Signals

/// Performs the action that the owner of a payment tapped: asks subscriptions, and has the bot report the result.
package struct SettlePayment: Sendable {
    /// The time limit of a request to subscriptions.
    private static let limit = Duration.seconds(10)

    let store: any NotificationsStore
    /// Leads to subscriptions.
    let tree: any Transmitter
    let zones: Zones
    let clock: WallClock

    package init(store: any NotificationsStore, tree: any Transmitter, zones: Zones, clock: WallClock) {
        self.store = store
        self.tree = tree
        self.zones = zones
        self.clock = clock
    }

    /// - Throws: `Fault` when subscriptions cannot be reached. Nothing was changed, and the job can be retried.
    package func settle(_ job: BotJob) async throws {
        guard let id = job.deliveryID, let action = job.action else { return try await drop(job) }
        let found = try await store.read { reading -> (Notice, Preferences)? in
            guard let notice = try reading.notices(in: id).first else { return nil }
            return (notice, try reading.preferences(of: notice.userID))
        }
        guard let (notice, preferences) = found, let subscription = notice.facts.subject, let day = notice.facts.day
        else { return try await drop(job) }
        let words = zones.wording(preferences)
        var refusal: Fault?
        do {
            // A button has one key, so that its action takes effect once.
            let context = SignalContext(idempotencyKey: "tap-\(id)-\(action.rawValue)")
            if action == .skip {
                let skip = SubscriptionsSignal.Skip(id: subscription, date: day, user: notice.userID)
                _ = try await tree.send(skip, context: context, within: Self.limit)
            } else {
                let pay = SubscriptionsSignal.Pay(id: subscription, date: day, user: notice.userID)
                _ = try await tree.send(pay, context: context, within: Self.limit)
            }
        } catch let fault as Fault where !fault.isRetryable {
            refusal = fault
        }
        try await finish(job, notice, words, refusal)
    }

    /// Reports the result and removes the job, in one transaction.
    private func finish(_ job: BotJob, _ notice: Notice, _ words: Wording, _ refusal: Fault?) async throws {
        let now = clock.now()
        try await store.write(deadline: nil, weight: 8) { transaction in
            try transaction.removeBotJob(job.number)
            guard let id = job.deliveryID, let action = job.action, var delivery = try transaction.delivery(id) else {
                return
            }
            let text: String
            if let refusal {
                delivery.choice = nil
                let why = words.why(Explanation(of: refusal), else: refusal.message) ?? refusal.message
                text = words.say("It failed: \(why)", "Не получилось: \(why)")
            } else {
                delivery.choice = action.rawValue
                text =
                    action == .paid
                    ? words.say("Marked as paid.", "Отмечено как оплаченное.") : words.say("Skipped.", "Пропущено.")
                if let current = try transaction.notice(notice.id), current.marks.readAt == nil {
                    var marks = current.marks
                    marks.readAt = now
                    try transaction.save(marks, of: notice.id)
                    try transaction.tellChanged([notice.id], of: notice.userID, at: now)
                }
                try TelegramRules.rewrite(delivery, notice, text, words, chat: job.chat, in: transaction, at: now)
            }
            try transaction.save(delivery)
            // Telegram limits this text to 200 characters.
            try transaction.add(
                BotJob(
                    kind: .acknowledge, chat: job.chat, text: String(text.prefix(200)), queryID: job.queryID,
                    createdAt: now))
        }
    }

    private func drop(_ job: BotJob) async throws {
        try await store.write(deadline: nil, weight: 1) { try $0.removeBotJob(job.number) }
    }
}
