import Coordination

/// Erases the remaining rows of forgotten users. They are invisible already, but still on disk.
struct Erasing: Sendable {
    /// A fraction of a commit, so that other writes get in between.
    private static let rowsAtOnce = 200

    let store: any HistoryStore

    /// Erases a few rows at a time and returns when none are left.
    func erase() async throws {
        while try await store.write(
            deadline: nil, weight: Self.rowsAtOnce, { try $0.eraseForgotten(limit: Self.rowsAtOnce) })
        {
            try Task.checkCancellation()
        }
    }
}
