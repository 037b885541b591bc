import Coordination
import Reasons
import SQLite
import StrictJSON

/// The time zones of people, replicated from the events of auth. A service counts days by them, also in jobs without a
/// session and while auth is down.
///
/// The service includes ``schema`` in its migrations. Auth numbers the changes of each zone, so an older change that
/// arrives late has no effect.
public struct PersonZones {
    /// The event of a changed zone.
    public static let eventType = "auth.zoneChanged"
    /// The table, for the migrations of the service. Revisions of auth start at 1. A zone that the service set before
    /// zones belonged to people has ``untoldRevision``, and 0 once it was reported to auth.
    public static let schema = """
        CREATE TABLE person_zones (
            person TEXT PRIMARY KEY,
            zone TEXT NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The revision of a zone that was not reported to auth yet.
    public static let untoldRevision: Int64 = -1

    private let connection: Connection

    /// Accesses the zones in a database.
    public init(connection: Connection) { self.connection = connection }

    /// Returns the name of a person's zone; nil if unknown.
    public func name(of person: String) throws(SQLiteError) -> String? {
        try connection.first("SELECT zone FROM person_zones WHERE person = ?", person)
    }

    /// Returns zones that were not reported to auth: old settings of the service.
    public func untold(limit: Int) throws(SQLiteError) -> [(person: String, zone: String)] {
        try connection.all("SELECT person, zone FROM person_zones WHERE revision = -1 ORDER BY person LIMIT ?", limit) {
            (person: String, zone: String) in (person, zone)
        }
    }

    /// Stores a zone unless a newer one is known.
    /// - Returns: True if the zone of the person changed.
    @discardableResult
    public func keep(_ zone: String, of person: String, revision: Int64) throws(SQLiteError) -> Bool {
        let before = try name(of: person)
        try connection.run(
            """
            INSERT INTO person_zones (person, zone, revision) VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET zone = excluded.zone, revision = excluded.revision
            WHERE excluded.revision > revision
            """, person, zone, revision)
        return try name(of: person) != before
    }

    /// Marks a zone as reported to auth. Auth has adopted it or prefers another one.
    public func markTold(_ person: String) throws(SQLiteError) {
        try connection.run("UPDATE person_zones SET revision = 0 WHERE person = ? AND revision = -1", person)
    }

    /// Returns the change of zone in an event of auth; nil for any other event.
    ///
    /// - Throws: ``Fault`` `internal` for a malformed event.
    public static func change(in event: Event) throws(Fault) -> (person: String, zone: String, revision: Int64)? {
        guard event.type == eventType else { return nil }
        guard let facts = try? JSONDocument(event.data).root, let person = facts.member("userId")?.string,
            let zone = facts.member("zone")?.string, let revision = facts.member("revision")?.integer(as: Int64.self)
        else {
            throw Fault(.internalFault, .badAuthEvent, ["sequence": .text(String(event.sequence))])
        }
        return (person, zone, revision)
    }

    /// Deletes the zone of a deleted person.
    public func forget(_ person: String) throws(SQLiteError) {
        try connection.run("DELETE FROM person_zones WHERE person = ?", person)
    }
}
