import Domain

/// The port to auth for the owners of accounts.
package protocol PeopleDirectory: Sendable {
    /// Returns users by their ids, without deleted ones.
    ///
    /// - Throws: ``Fault`` when auth cannot be reached.
    func people(ids: [String], deadline: Instant?) async throws -> [String: KnownPerson]

    /// Returns the user with a user name; nil when there is none.
    ///
    /// - Throws: ``Fault`` when auth cannot be reached.
    func person(username: String, deadline: Instant?) async throws -> KnownPerson?
}

/// A user as others may see them.
package struct KnownPerson: Hashable, Sendable {
    let id: String
    /// The name as banks show it: `Anna P.`
    let shownName: String
    let username: String?
}

/// The port of a house without known users.
package struct NobodyKnown: PeopleDirectory {
    package init() {}

    package func people(ids: [String], deadline: Instant?) async -> [String: KnownPerson] { [:] }

    package func person(username: String, deadline: Instant?) async -> KnownPerson? { nil }
}
