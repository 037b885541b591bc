import Coordination

/// Tells how it stands with Telegram.
struct TelegramStatusInteractor: Interactor {
    let store: any AuthStore
    let bot: any TelegramBotDesk

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(
        _ request: Void, context: SignalContext
    ) async throws -> (standing: TelegramStanding, link: TelegramLink?) {
        let caller = try context.caller.requireUser()
        return (bot.standing, try await store.read { try $0.telegramLink(userID: caller.userID) })
    }
}
