import Coordination
import Domain
import Signals

/// Takes the link of the caller's Telegram account away.
struct UnlinkTelegramInteractor: Interactor {
    struct Request: Sendable {
        let password: String
    }

    let store: any AuthStore
    let clock: WallClock
    let gate: PasswordGate

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`, `notFound`, `conflict`
    ///   (there is no password), `tooManyAttempts`, `invalidCredentials`.
    func execute(_ request: Request, context: SignalContext) async throws {
        let caller = try context.caller.requireUser()
        guard !request.password.isEmpty else { throw Fault.emptyField("password") }
        let (user, link) = try await store.read {
            (try $0.user(id: caller.userID), try $0.telegramLink(userID: caller.userID))
        }
        guard let user, link != nil else { throw Self.notLinked }
        guard user.hasPassword else {
            throw Fault(.conflict, "This account has no password: without Telegram nobody could sign in to it.")
        }
        _ = try await gate.checkAgain(request.password, context: context)
        let now = clock.now()
        try await store.write(deadline: context.deadline) { transaction in
            try AttemptCounters.again(caller).forget(in: transaction)
            guard let link = try transaction.telegramLink(userID: caller.userID) else { throw Self.notLinked }
            try transaction.forgetTelegramLink(userID: caller.userID)
            try transaction.record(.telegramUnlinked(link), at: now)
        }
    }

    private static let notLinked = Fault(.notFound, "No Telegram account is linked to you.")
}
