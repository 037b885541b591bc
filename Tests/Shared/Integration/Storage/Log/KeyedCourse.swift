import Coordination
import Domain
import Foundation
import Storage
import TestSupport
import Testing

/// A course of requests with keys, whose answers and whose effect tell when one was done twice, not at all, or out of
/// order.
struct KeyedCourse {
    static let count = 5
    static let migrations = [
        Migration(
            1,
            """
            CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
            CREATE TABLE total (value INTEGER NOT NULL) STRICT;
            INSERT INTO total (value) VALUES (0);
            """)
    ]

    /// Opens a database that follows `log` as its only process.
    static func open(
        _ path: String, _ log: LogInMemory, _ wrecks: Wrecks? = nil,
        restart: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> Store {
        var options = StoreOptions()
        options.mustRestart = restart
        options.commitLog = { log.connect { wrecks?.note($0) } }
        return try await Store.open(
            at: path, migrations: migrations, options: options, participants: wrecks.map { [$0] } ?? [])
    }

    /// Opens a database that follows, in a house of several machines.
    static func follow(_ path: String, _ log: LogInMemory, _ wrecks: Wrecks? = nil) async throws -> Store {
        var options = StoreOptions()
        options.followedHouse = log.house
        return try await Store.open(
            at: path, migrations: migrations, options: options, participants: wrecks.map { [$0] } ?? [])
    }

    /// Sends a request of the course.
    /// - Returns: Its answer, which depends on all that was done before.
    static func send(_ number: Int, to store: Store) async throws -> String {
        let request = try KeyedRequest(
            caller: "anna", key: "key-\(number)", method: "test.note", content: Array("\(number)".utf8))
        return try await store.write { transaction in
            try transaction.once(
                request, storing: [], restore: { String(decoding: $0.content, as: UTF8.self) },
                keep: { StoredAnswer(kind: 1, content: Array($0.utf8)) },
                {
                    let connection = transaction.connection
                    try connection.run("INSERT INTO note (text) VALUES (?)", "\(number)")
                    try connection.run("UPDATE total SET value = value + ?", number + 1)
                    let event = try transaction.append(
                        type: "test.noted", subject: "\(number)", time: Instant(microseconds: 1),
                        data: Array("{}".utf8))
                    let total: Int64? = try connection.first("SELECT value FROM total")
                    return "event \(event), total \(total ?? -1)"
                })
        }.get()
    }

    /// Sends the whole course.
    static func sendAll(to store: Store) async throws -> [Int: String] {
        var answers: [Int: String] = [:]
        for number in 0..<count { answers[number] = try await send(number, to: store) }
        return answers
    }

    /// Checks a store that works again: what was acknowledged is there once with the same answer, the rest of the
    /// course can be sent, and databases that are made of the log alone are equal.
    static func check(
        _ store: Store, at path: String, _ log: LogInMemory, _ acknowledged: [Int: String], _ comment: String
    ) async throws {
        let answers = try await sendAll(to: store)
        for (number, answer) in acknowledged { #expect(answers[number] == answer, "\(comment): \(number)") }
        #expect(try await sendAll(to: store) == answers, "\(comment)")
        let notes: [String] = try await store.read { try $0.connection.all("SELECT text FROM note ORDER BY id") }
        #expect(notes == (0..<count).map { "\($0)" }, "\(comment)")
        let total: Int64? = try await store.read { try $0.connection.first("SELECT value FROM total") }
        #expect(total == Int64(count * (count + 1) / 2), "\(comment)")
        await store.close()

        let other = TemporaryDirectory()
        try Connection.withConnection(path: other.file("copy.db")) { connection in
            try connection.begin(LogPosition(house: "copy", head: .none, time: Instant(microseconds: 0)))
            for commit in log.commits { try connection.take([commit]) }
        }
        let follower = try await follow(other.file("follower.db"), log)
        try follower.follow(log)
        await follower.close()
        let content = try wholeContent(of: path)
        #expect(content.count > count)
        for name in ["copy", "follower"] {
            #expect(try wholeContent(of: other.file("\(name).db")) == content, "\(comment): \(name)")
        }
    }
}
