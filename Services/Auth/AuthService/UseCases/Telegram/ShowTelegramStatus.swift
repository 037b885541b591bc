import Coordination
import Reasons
import Signals

/// Shows the state of the bot and the caller's link.
struct ShowTelegramStatus: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: AuthSignal.TelegramStatus, context: SignalContext
    ) async throws -> AuthSignal.TelegramStatusAnswer {
        let caller = try context.caller.requireUser()
        let standing = dependencies.telegram.setup.bot.standing
        let link = try await dependencies.store.read { try $0.telegramLink(userID: caller.userID) }
        return AuthSignal.TelegramStatusAnswer(
            state: standing.state, reason: standing.refusal?.description,
            explanation: standing.refusal.map { Explanation($0) }, bot: standing.name, isLinked: link != nil,
            name: link?.name, linkedAt: link?.linkedAt)
    }
}
