import Coordination
import Reasons
import Signals

/// Sets the user name of a user who has none. A name never changes, since others may pay by it.
struct SetUsername: UseCase {
    let dependencies: AuthDependencies

    /// Setting the same name again changes nothing.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `invalidArgument`, `conflict` (the user has another one), `usernameTaken`.
    func answer(
        _ signal: AuthSignal.SetUsername, context: SignalContext
    ) async throws -> AuthSignal.SetUsernameAnswer {
        let caller = try context.caller.requireUser()
        try Fault.requireFilled(signal.username, "username")
        guard let username = Username(signal.username) else { throw Fault.invalidUsername }
        return try await dependencies.store.once(signal, by: caller.userID, context: context) { transaction in
            guard var user = try transaction.user(id: caller.userID) else { throw Fault.accountGone }
            if user.username != username {
                if let other = user.username {
                    throw Fault(
                        .conflict, .usernameStays, ["username": .text(other.text)], field: "username")
                }
                guard try transaction.user(username: username) == nil else { throw Fault.usernameTaken }
                try transaction.setUsername(username, of: user.id)
                user.username = username
            }
            return AuthSignal.SetUsernameAnswer(user: AuthSignal.User(user))
        }
    }
}
