import Coordination
import Domain
import Signals

/// Removes the link to the caller's Telegram account.
struct UnlinkTelegram: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `notFound`, `conflict` (there is no password), `tooManyAttempts`, `invalidCredentials`.
    func answer(_ signal: AuthSignal.UnlinkTelegram, context: SignalContext) async throws -> AuthSignal.Done {
        let caller = try context.caller.requireUser()
        guard !signal.password.isEmpty else { throw Fault.emptyField("password") }
        let (user, link) = try await dependencies.store.read {
            (try $0.user(id: caller.userID), try $0.telegramLink(userID: caller.userID))
        }
        guard let user, link != nil else { throw Self.notLinked }
        guard user.hasPassword else {
            throw Fault(.conflict, .telegramIsOnlyWayIn)
        }
        _ = try await dependencies.gate.checkAgain(signal.password, context: context)
        let now = dependencies.clock.now()
        return try await dependencies.store.once(Self.kept, by: caller.userID, context: context) { transaction in
            try AttemptCounters.again(caller).forget(in: transaction)
            guard let link = try transaction.telegramLink(userID: caller.userID) else { throw Self.notLinked }
            try transaction.forgetTelegramLink(userID: caller.userID)
            try transaction.record(.telegramUnlinked(link), at: now)
            return AuthSignal.Done(done: true)
        }
    }

    func answerBefore(_ signal: AuthSignal.UnlinkTelegram, context: SignalContext) async throws -> AuthSignal.Done? {
        try await dependencies.store.answerBefore(to: Self.kept, context: context)
    }

    /// Stored without its password, see ``AuthDependencies/answerBefore(to:settingPassword:context:)``.
    private static let kept = AuthSignal.UnlinkTelegram(password: "")
    private static let notLinked = Fault(.notFound, .telegramNotLinked)
}
