import Coordination

/// Erases what is left of users who were forgotten: nobody sees it any more, but it is on the disk.
struct Erasing: Sendable {
    /// A fraction of what shares a commit: others write in between.
    private static let rowsAtOnce = 200

    let store: any HistoryStore

    /// Erases a few rows at a time; returns when nothing is left.
    func erase() async throws {
        while try await store.write(
            deadline: nil, weight: Self.rowsAtOnce, { try $0.eraseForgotten(limit: Self.rowsAtOnce) })
        {
            try Task.checkCancellation()
        }
    }
}
