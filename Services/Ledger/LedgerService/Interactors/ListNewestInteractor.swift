import Coordination
import Domain
import Signals

/// Lists things of the user's accounts, the newest first: imports, open holds.
struct ListNewestInteractor<Element: Sendable>: Interactor {
    /// What is asked.
    struct Request: Sendable {
        /// The account; all of the user's when nil.
        let account: String?
        let limit: Int?
        let cursor: String?
    }

    /// A page.
    struct Response: Sendable {
        let elements: [Element]
        let nextCursor: String?
    }

    let store: any LedgerStore
    /// The number that a cursor names.
    let number: @Sendable (Element) -> Int64
    /// Looks for the newest things of accounts, as many as the page wants.
    let find: @Sendable (any LedgerStore, [Account], NewestFirst) async throws -> [Element]

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let paging = try NewestFirst(limit: request.limit, cursor: request.cursor)
        var accounts = store.accounts(of: user)
        if let id = request.account {
            accounts.removeAll { $0.id != id }
            guard !accounts.isEmpty else { throw Fault.noAccount(field: "account") }
        }
        let (page, nextCursor) = paging.cut(try await find(store, accounts, paging), number: number)
        return Response(elements: page, nextCursor: nextCursor)
    }
}

extension ListNewestInteractor<ImportRecord> {
    /// Lists imports into accounts of the user.
    static func imports(in store: any LedgerStore) -> Self {
        Self(store: store, number: \.number) { store, accounts, paging in
            try await store.imports(of: accounts, before: paging.before, limit: paging.wanted)
        }
    }
}

extension ListNewestInteractor<Posting> {
    /// Lists what is put aside in accounts of the user, or for them.
    static func holds(in store: any LedgerStore, clock: WallClock) -> Self {
        Self(store: store, number: \.number) { store, accounts, paging in
            try await store.openHolds(
                of: accounts, before: paging.before, runningAt: clock.now(), limit: paging.wanted)
        }
    }
}
