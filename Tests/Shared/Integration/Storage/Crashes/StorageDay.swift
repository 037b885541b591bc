import Coordination
import CrashPoints
import Domain
import Storage
import StrictJSON
import TestSupport

/// A day of a store with one table: what a sweep is tried on itself.
struct StorageDay: CrashDay {
    static let name = "storage"

    private static let migrations = [
        Migration(1, "CREATE TABLE numbers (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;"),
        Migration(2, "CREATE INDEX numbers_by_text ON numbers (text);"),
    ]

    func open(at path: String, clock: SteppedClock, options: StoreOptions) async throws -> OpenHouse<Store> {
        let store = try await Store.open(at: path, migrations: Self.migrations, options: options)
        return OpenHouse(store, over: store)
    }

    /// Each number that is told in an event is in the table.
    func problems(of house: Store, _ store: Store) async throws -> [String] {
        try await store.read { transaction in
            let told: Int64 = try transaction.connection.first("SELECT count(*) FROM events") ?? 0
            let kept: Int64 = try transaction.connection.first("SELECT count(*) FROM numbers") ?? 0
            return told == kept ? [] : ["\(told) events tell of \(kept) numbers"]
        }
    }

    private static func add(_ number: Int64, bytes: Int = 200) -> CrashStep<Store> {
        .change("add \(number)") { store, _ in
            try await store.write { transaction in
                try transaction.connection.run(
                    "INSERT INTO numbers (number, text) VALUES (?, ?)", number,
                    String(repeating: "\(number) ", count: bytes))
                try transaction.append(
                    type: "numbers.added", subject: "\(number)", time: Instant(microseconds: number),
                    facts: ["number": number])
            }
        }
    }

    private static let remove = CrashStep<Store>.change("remove and add") { store, _ in
        try await store.write { transaction in
            try transaction.connection.run("UPDATE numbers SET number = number + 100 WHERE number < 6")
        }
    }

    static let steps =
        (1...8).map { add($0) } + [.restart("restart"), add(9, bytes: 9_000), remove]
        + (10...14).map { add($0) } + [.restart("another restart"), add(15)]
}
