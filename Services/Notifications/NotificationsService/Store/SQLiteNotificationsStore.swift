import Coordination
import Domain
import Signals
import Storage
import StrictJSON

/// The store of notifications in SQLite.
package struct SQLiteNotificationsStore: NotificationsStore, SQLiteModelStore {
    /// The database, with the event log that others read.
    package let store: Store

    /// Opens the database and creates it if it is missing.
    ///
    /// - Throws: ``StorageError``.
    package static func open(
        at path: String, options: StoreOptions = StoreOptions()
    ) async throws -> SQLiteNotificationsStore {
        SQLiteNotificationsStore(
            store: try await Store.open(
                at: path, migrations: NotificationsMigrations.all, options: options, renderer: NoticeEvents()))
    }

    package func reading(_ transaction: ReadTransaction) -> any NotificationsReading {
        SQLiteNotificationsSnapshot(connection: transaction.connection)
    }

    package func writing(_ transaction: WriteTransaction) -> any NotificationsTransaction {
        SQLiteNotificationsTransaction(transaction: transaction)
    }
}

/// Renders the events `notifications.added` from the rows of `notices`.
struct NoticeEvents: EventRenderer {
    /// The name of the rows in the event log.
    static let source: StaticString = "notices"

    func events(
        of records: ClosedRange<Int64>, in source: String, _ connection: Connection
    ) throws -> [RenderedEvent] {
        let rows = try connection.all(
            "SELECT number, id, user_id, kind, created_us FROM notices WHERE number BETWEEN ? AND ?",
            records.lowerBound,
            records.upperBound
        ) { (number: Int64, id: String, userID: String, kind: NotificationsSignal.Kind, time: Instant) in
            (number: number, id: id, userID: userID, kind: kind, time: time)
        }
        var found: [Int64: RenderedEvent] = [:]
        for row in rows {
            found[row.number] = try Self.event(id: row.id, userID: row.userID, kind: row.kind, time: row.time)
        }
        // Nothing is left of deleted users: their places in the log are empty.
        let gone = RenderedEvent(
            type: NotificationsEvent.Added.type, subject: "", time: Instant(microseconds: 0), data: Array("{}".utf8))
        return records.map { found[$0] ?? gone }
    }

    static func event(
        id: String, userID: String, kind: NotificationsSignal.Kind, time: Instant
    ) throws -> RenderedEvent {
        let facts = NotificationsEvent.Added(userId: userID, id: id, category: kind.category, kind: kind)
        return RenderedEvent(
            type: NotificationsEvent.Added.type, subject: userID, time: time, data: try JSONEncoding.encode(facts))
    }
}
