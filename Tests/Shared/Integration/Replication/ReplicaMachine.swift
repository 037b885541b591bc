import Coordination
import Domain
import PostgreSQL
import Replication
import Sodium
import Storage
import Synchronization
import TestSupport

/// A machine of a house that has one service: a store that follows, and its replica.
final class ReplicaMachine: Sendable {
    static let migrations = [Migration(1, "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")]

    let name: String
    let store: Store
    let replica: Replica
    private let ends = Mutex<[String]>([])
    private let troubles: Told
    private let notices: Told

    /// What a replica has told.
    final class Told: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    /// Why the process would have ended.
    let ended: Told

    init(
        _ name: String, _ database: LogDatabase, at path: String, migrations: [Migration] = migrations,
        isEngineReplicated: Bool = true, comparesAt: Duration? = nil, clock: WallClock = .system,
        machineClock: WallClock = .system, access: LogAccess? = nil,
        participants: [any TransactionParticipant] = []
    ) async throws {
        self.name = name
        let (ended, troubles, notices) = (Told(), Told(), Told())
        (self.ended, self.troubles, self.notices) = (ended, troubles, notices)
        var options = StoreOptions()
        options.followedHouse = "house"
        options.mustRestart = ended.add
        store = try await Store.open(at: path, migrations: migrations, options: options, participants: participants)
        replica = Replica(
            try access ?? database.access(), host: name, publicKey: nil, isEngineReplicated: isEngineReplicated,
            comparesAt: comparesAt, clock: clock, machineClock: machineClock,
            reports: Replica.Reports(
                notice: notices.add, trouble: troubles.add, end: ended.add, fail: ended.add,
                hosts: { _ in }))
        replica.start(store)
    }

    /// The troubles that the replica has reported.
    var reported: [String] { troubles.all }

    /// What the replica has noticed.
    var noticed: [String] { notices.all }

    /// Adds a note, once for a key.
    func write(_ text: String) async throws {
        try await store.write { transaction in
            try transaction.connection.run("INSERT INTO notes (text) VALUES (?)", text)
            try transaction.append(type: "noted", subject: text, time: .now, data: Array("{}".utf8))
        }
    }

    /// All notes in their order.
    func notes() async throws -> [String] {
        try await store.read { try $0.connection.all("SELECT text FROM notes ORDER BY id") { (text: String) in text } }
    }

    /// Stops as a process that ends in order.
    func stop() async {
        await replica.stop()
        await store.close()
    }
}

extension Instant {
    fileprivate static var now: Instant { WallClock.system.now() }
}
