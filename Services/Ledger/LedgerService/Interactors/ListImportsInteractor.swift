import Coordination
import Domain
import Signals

/// Lists imports into accounts of the user, the newest first.
struct ListImportsInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        /// The account; all of the user's when nil.
        let account: String?
        let limit: Int?
        let cursor: String?
    }

    /// A page.
    struct Response: Sendable {
        let imports: [ImportRecord]
        let nextCursor: String?
    }

    let store: any LedgerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let paging = try NewestFirst(limit: request.limit, cursor: request.cursor)
        var accounts = store.accounts(of: user)
        if let id = request.account {
            accounts.removeAll { $0.id != id }
            guard !accounts.isEmpty else { throw Fault.noAccount(field: "account") }
        }
        let found = try await store.imports(of: accounts, before: paging.before, limit: paging.wanted)
        let (page, nextCursor) = paging.cut(found) { $0.number }
        return Response(imports: page, nextCursor: nextCursor)
    }
}
