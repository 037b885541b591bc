import Synchronization

/// The readers of other services' events, with their cursors.
final class EventCursors: Sendable {
    typealias Cursor = @Sendable () async throws -> Int64

    private let cursors = Mutex<[(source: String, cursor: Cursor)]>([])

    var all: [(source: String, cursor: Cursor)] { cursors.withLock { $0 } }

    func add(_ source: String, _ cursor: @escaping Cursor) { cursors.withLock { $0.append((source, cursor)) } }
}
