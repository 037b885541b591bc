import Coordination
import Domain
import Signals
import Storage
import StrictJSON

/// Notifications in a SQLite database.
package struct SQLiteNotificationsStore: NotificationsStore, SQLiteModelStore {
    /// The database, whose log of events others read.
    package let store: Store

    /// Opens the file, making it when there is none.
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

/// Makes the events `notifications.added` of the rows of `notices`.
struct NoticeEvents: EventRenderer {
    /// What the log of events knows the rows by.
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
        // Of a person who left nothing is left: their places in the log are empty.
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
