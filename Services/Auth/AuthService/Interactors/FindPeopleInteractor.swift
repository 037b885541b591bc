import Coordination
import Domain
import Signals

/// Finds users for a service that has to say who somebody is.
struct FindPeopleInteractor: Interactor {
    struct Request: Sendable {
        let userIDs: [String]
        let usernames: [String]
    }

    /// Ids, and names, of one request.
    static let most = 1_000

    let store: any AuthStore

    /// - Returns: Each user once, by id.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (people), `invalidArgument`.
    func execute(_ request: Request, context: SignalContext) async throws -> [User] {
        switch context.caller {
        case .service: break
        case .anonymous: throw Fault.unauthenticated("This needs the session of a service.")
        default: throw Fault(.permissionDenied, "Only services that move money or tell of it can do this.")
        }
        for (field, count) in [("userIds", request.userIDs.count), ("usernames", request.usernames.count)]
        where count > Self.most {
            throw Fault.invalidArgument(field, "must be at most \(Self.most)")
        }
        return try await store.read { reading in
            var found: [String: User] = [:]
            for id in request.userIDs { found[id] = try reading.user(id: id) }
            for text in request.usernames {
                guard let username = Username(LoginKey.normalised(text)) else { continue }
                if let user = try reading.user(username: username) { found[user.id] = user }
            }
            return found.values.sorted { $0.id < $1.id }
        }
    }
}
