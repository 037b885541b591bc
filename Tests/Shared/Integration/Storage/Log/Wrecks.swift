import Foundation
import Storage
import Synchronization
import TestSupport

/// What `kill -9` leaves behind at every step of a process: its database's files and the log, as they are then.
///
/// It watches the log of a store, and is a participant of the store's transactions, so that production code needs no
/// hooks. The writer is the only one that writes to the files, and it waits meanwhile.
final class Wrecks: TransactionParticipant {
    /// The files and the log at one moment.
    struct Wreck: Sendable {
        let step: String
        let directory: TemporaryDirectory
        let log: LogInMemory
        /// The answers that had been received until then.
        let acknowledged: [Int: String]

        var path: String { directory.file("store.db") }
    }

    private struct State {
        var wrecks: [Wreck] = []
        var acknowledged: [Int: String] = [:]
        var walBeforeCommit: Int?
    }

    private let path: String
    private let log: LogInMemory
    private let state: Mutex<State>

    /// - Parameter acknowledged: What had been answered before.
    init(_ path: String, _ log: LogInMemory, _ acknowledged: [Int: String] = [:]) {
        self.path = path
        self.log = log
        state = Mutex(State(acknowledged: acknowledged))
    }

    var all: [Wreck] { state.withLock { $0.wrecks } }

    func acknowledge(_ number: Int, _ answer: String) { state.withLock { $0.acknowledged[number] = answer } }

    func note(_ step: LogInMemory.Step) {
        if step == .appended { state.withLock { $0.walBeforeCommit = size(of: path + "-wal") } }
        keep("\(step)")
    }

    // A participant.

    func load(_ connection: Connection) { keep("loading") }
    func follow(_ connection: Connection) { keep("repeating") }
    func mark() {}
    func keep() {}
    func drop() {}
    func prepare(_ transaction: WriteTransaction) { keep("preparing") }
    func aborted() { keep("aborted") }

    /// The commit is in the file, and nobody has been answered.
    func committed() {
        let before = state.withLock { state in
            defer { state.walBeforeCommit = nil }
            return state.walBeforeCommit
        }
        // The process may have died anywhere within COMMIT: after each page that it wrote, and in the middle of one.
        if let before, let after = size(of: path + "-wal") {
            for length in stride(from: before, to: after, by: Self.frame / 2) { keep("committing", wal: length) }
        }
        keep("committed")
    }

    private func keep(_ step: String, wal length: Int? = nil) {
        let directory = TemporaryDirectory()
        let files = FileManager.default
        do {
            try files.copyItem(atPath: path, toPath: directory.file("store.db"))
            if files.fileExists(atPath: path + "-wal") {
                try files.copyItem(atPath: path + "-wal", toPath: directory.file("store.db-wal"))
                if let length { truncate(directory.file("store.db-wal"), off_t(length)) }
            }
        } catch {
            fatalError("The files of \(path) cannot be copied: \(error)")
        }
        let fork = log.forked()
        state.withLock { state in
            let step = "\(step) after \(fork.commits.count) commits\(length.map { ", WAL of \($0) bytes" } ?? "")"
            state.wrecks.append(
                Wreck(step: step, directory: directory, log: fork, acknowledged: state.acknowledged))
        }
    }

    private func size(of path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    }

    /// A page and its header in SQLite's log.
    private static let frame = 4096 + 24
}
