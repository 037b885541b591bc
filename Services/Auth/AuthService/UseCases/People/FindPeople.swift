import Coordination
import Domain
import Reasons
import Signals

/// Finds users for a service that shows their names.
struct FindPeople: UseCase {
    /// The most ids, and the most names, of one request.
    static let most = 1_000

    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (people), `invalidArgument`.
    func answer(_ signal: AuthSignal.FindPeople, context: SignalContext) async throws -> AuthSignal.PeopleFound {
        try context.caller.requireService(orRefuse: .onlyServicesWithMoney)
        let usernames = signal.usernames ?? []
        for (field, count) in [("userIds", signal.userIds.count), ("usernames", usernames.count)]
        where count > Self.most {
            throw Fault.invalidArgument(field, .mustBeAtMost, ["most": .number(Self.most)])
        }
        let found = try await dependencies.store.read { reading in
            var found: [String: User] = [:]
            for id in signal.userIds { found[id] = try reading.user(id: id) }
            for text in usernames {
                guard let username = Username(LoginKey.normalised(text)) else { continue }
                if let user = try reading.user(username: username) { found[user.id] = user }
            }
            return found
        }
        return AuthSignal.PeopleFound(
            people: found.values.sorted { $0.id < $1.id }.map { user in
                AuthSignal.Person(
                    userId: user.id, shownName: ShownName.of(user.name), username: user.username?.text)
            })
    }
}
