import Coordination
import Domain
import Signals

/// Gives a user name to a user who has none. A name that is given stays, since others may pay by it.
struct SetUsernameInteractor: Interactor {
    struct Request: Sendable {
        let username: String
    }

    let store: any AuthStore

    /// The user as it is now; the same name again changes nothing.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `invalidArgument`, `conflict` (the user has another one), `usernameTaken`.
    func execute(_ request: Request, context: SignalContext) async throws -> User {
        let caller = try context.caller.requireUser()
        guard !request.username.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("username") }
        guard let username = Username(request.username) else { throw Fault.invalidUsername }
        return try await store.write(deadline: context.deadline) { transaction in
            guard let user = try transaction.user(id: caller.userID) else {
                throw Fault.unauthenticated("The account of this session is gone; sign in again.")
            }
            if user.username == username { return user }
            if let other = user.username {
                throw Fault(.conflict, "Your user name is \(other.text) and stays so.", field: "username")
            }
            guard try transaction.user(username: username) == nil else { throw Fault.usernameTaken }
            try transaction.setUsername(username, of: user.id)
            var named = user
            named.username = username
            return named
        }
    }
}

extension Fault {
    static let invalidUsername = Fault.invalidArgument(
        "username", "must be 3 to 32 of a-z, 0-9, point, hyphen and underscore")

    static let usernameTaken = Fault(
        .usernameTaken, "This user name is taken; choose another.", field: "username")
}
