import Coordination
import Domain

/// Handles an update of the bot once, however often it is delivered.
///
/// The id of the update, its changes and the bot's answer are written in one transaction. A process that dies before
/// the commit gets the update again; one that dies after it recognizes the update.
struct TelegramUpdateHandler: Sendable {
    /// The time for which an id is remembered. Telegram keeps updates for a day.
    static let memory = Duration.seconds(2 * 86_400)

    let store: any AuthStore
    let clock: WallClock
    let mayRegister: Bool
    let wake: @Sendable () -> Void

    /// - Returns: True when the update was new.
    @discardableResult
    func handle(_ update: TelegramUpdate) async throws -> Bool {
        let now = clock.now()
        let isNew = try await store.write(deadline: nil) { transaction -> Bool in
            guard try !transaction.isHandled(telegramUpdate: update.id) else { return false }
            try transaction.noteHandled(telegramUpdate: update.id, at: now)
            let conversation = TelegramConversation(transaction: transaction, now: now, mayRegister: mayRegister)
            switch update.content {
            case .start(let payload, let person): try conversation.open(payload ?? "", person)
            case .press(let press): try conversation.take(press)
            case .other: break
            }
            return true
        }
        if isNew { wake() }
        return isNew
    }
}
