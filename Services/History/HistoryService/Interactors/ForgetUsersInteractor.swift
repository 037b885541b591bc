import Coordination

/// Forgets users who are gone: at once for all who ask, row by row on the disk.
struct ForgetUsersInteractor: Sendable {
    /// A fraction of what shares a commit: others write in between.
    private static let rowsAtOnce = 200

    let store: any HistoryStore

    /// Erases what is left of users who were forgotten, a few rows at a time; returns when nothing is left.
    func erase() async throws {
        while try await store.write(weight: Self.rowsAtOnce, { try $0.eraseForgotten(limit: Self.rowsAtOnce) }) {
            try Task.checkCancellation()
        }
    }
}
