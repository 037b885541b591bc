import Coordination
import SQLite
import StrictJSON

/// The time zones of people, as auth's events tell them: what a service knows whose clocks days are counted by, also for
/// work that it does with nobody signed in and while auth is down.
///
/// The service's schema has ``schema`` among its migrations. Auth numbers the changes of a person's zone, so an older one
/// that arrives late changes nothing.
public struct PersonZones {
    /// The event that tells of a zone.
    public static let eventType = "auth.zoneChanged"
    /// The table, for the service's migrations. Revisions of auth begin at 1; ``untoldRevision`` is of a zone that a service
    /// kept before there was one by person, 0 of one that auth has been told of since.
    public static let schema = """
        CREATE TABLE person_zones (
            person TEXT PRIMARY KEY,
            zone TEXT NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The revision of a zone that auth does not know.
    public static let untoldRevision: Int64 = -1

    private let connection: Connection

    /// The zones that a database keeps.
    public init(connection: Connection) { self.connection = connection }

    /// The name of a person's zone; nil when none is known.
    public func name(of person: String) throws(SQLiteError) -> String? {
        try connection.first(
            "SELECT zone FROM person_zones WHERE person = ?1", bind: { $0.bind(person, at: 1) }, { $0.text(at: 0) })
    }

    /// Zones that auth does not know: a service kept them before there was one by person.
    public func untold(limit: Int) throws(SQLiteError) -> [(person: String, zone: String)] {
        var found: [(person: String, zone: String)] = []
        try connection.query(
            "SELECT person, zone FROM person_zones WHERE revision = -1 ORDER BY person LIMIT ?1",
            bind: { $0.bind(limit, at: 1) }, { found.append(($0.text(at: 0), $0.text(at: 1))) })
        return found
    }

    /// Keeps a zone unless a newer one is known.
    /// - Returns: Whether the person's zone is another now.
    @discardableResult
    public func keep(_ zone: String, of person: String, revision: Int64) throws(SQLiteError) -> Bool {
        let before = try name(of: person)
        try connection.run(
            """
            INSERT INTO person_zones (person, zone, revision) VALUES (?1, ?2, ?3)
            ON CONFLICT (person) DO UPDATE SET zone = excluded.zone, revision = excluded.revision
            WHERE excluded.revision > revision
            """
        ) {
            $0.bind(person, at: 1)
            $0.bind(zone, at: 2)
            $0.bind(revision, at: 3)
        }
        return try name(of: person) != before
    }

    /// Notes that auth was told a zone, and has kept it or one that it prefers and tells of.
    public func markTold(_ person: String) throws(SQLiteError) {
        try connection.run("UPDATE person_zones SET revision = 0 WHERE person = ?1 AND revision = -1") {
            $0.bind(person, at: 1)
        }
    }

    /// What an event of auth says of zones; nil for any other event.
    ///
    /// - Throws: ``Fault`` `internal` for an event that does not have the form it must have.
    public static func change(in event: Event) throws(Fault) -> (person: String, zone: String, revision: Int64)? {
        guard event.type == eventType else { return nil }
        guard let facts = try? JSONDocument(event.data).root, let person = facts.member("userId")?.string,
            let zone = facts.member("zone")?.string, let revision = facts.member("revision")?.integer(as: Int64.self)
        else {
            throw Fault(.internalFault, "Event \(event.sequence) of auth does not say whose zone is which.")
        }
        return (person, zone, revision)
    }

    /// Forgets the zone of a person who is gone.
    public func forget(_ person: String) throws(SQLiteError) {
        try connection.run("DELETE FROM person_zones WHERE person = ?1") { $0.bind(person, at: 1) }
    }
}
