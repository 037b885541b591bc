import Coordination
import Domain

/// Ends all sessions of a user. Who may ask is the door's affair: the one who runs the house.
struct EndSessionsInteractor: Interactor {
    struct Request: Sendable {
        let login: String
    }

    let store: any AuthStore
    let sessions: SessionMaker

    /// How many there were.
    ///
    /// - Throws: ``Fault``, first match wins: `emptyField`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> Int {
        guard !request.login.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("login") }
        let now = sessions.clock.now()
        let ended = try await store.write(deadline: context.deadline) { transaction in
            guard let user = try transaction.user(login: request.login) else {
                throw Fault(.notFound, "Nobody signs in by this name.", field: "login")
            }
            context.note?.concerns(user.id)
            return try sessions.endAll(of: user.id, but: nil, at: now, in: transaction)
        }
        sessions.revoke(ended)
        return ended.count
    }
}
