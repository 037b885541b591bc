import Coordination

/// Reads all the books and tells what is out of balance; totals only, nothing of anybody.
struct CheckBooksInteractor: Interactor {
    let store: any LedgerStore

    /// - Throws: ``Fault`` `unauthenticated`.
    func execute(_ request: Void, context: SignalContext) async throws -> BooksReport {
        if case .anonymous = context.caller { throw Fault.unauthenticated("This needs a session: sign in first.") }
        return try await store.check()
    }
}
