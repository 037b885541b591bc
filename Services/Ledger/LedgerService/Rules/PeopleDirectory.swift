import Domain

/// Who owns an account, as ledger may tell others: auth knows people.
package protocol PeopleDirectory: Sendable {
    /// People by their ids; those who are gone are left out.
    ///
    /// - Throws: ``Fault`` when auth cannot be asked.
    func people(ids: [String], deadline: Instant?) async throws -> [String: KnownPerson]

    /// The person of a user name; nil when nobody has it.
    ///
    /// - Throws: ``Fault`` when auth cannot be asked.
    func person(username: String, deadline: Instant?) async throws -> KnownPerson?
}

/// A person, as ledger may tell others.
package struct KnownPerson: Hashable, Sendable {
    /// For ever the same.
    let id: String
    /// The name as banks show it: `Anna P.`
    let shownName: String
    /// The user name, where there is one.
    let username: String?
}

/// A house of which nobody is known.
package struct NobodyKnown: PeopleDirectory {
    package init() {}

    package func people(ids: [String], deadline: Instant?) async -> [String: KnownPerson] { [:] }

    package func person(username: String, deadline: Instant?) async -> KnownPerson? { nil }
}
