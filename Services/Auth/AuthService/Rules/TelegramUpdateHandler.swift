import Coordination
import Domain

/// Does what somebody asked of the bot: once, however often the update comes.
///
/// The update's number, what it changes and what the bot is to answer are written in one transaction. A process that
/// dies before it is on the disk gets the update again; one that dies after that knows it.
struct TelegramUpdateHandler: Sendable {
    /// So long a number is remembered. Telegram keeps updates for a day.
    static let memory = Duration.seconds(2 * 86_400)

    let store: any AuthStore
    let clock: WallClock
    let mayRegister: Bool
    let wake: @Sendable () -> Void

    /// - Returns: Whether it was new.
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
