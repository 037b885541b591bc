import Coordination
import Signals

import struct Storage.KeyedRequest

/// Moves money once: a transfer, a deposit or a withdrawal.
struct PostTransferInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let order: TransferOrder
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
        /// Whether only to tell what would come of it.
        var isDryRun = false
    }

    /// What came of it, or would.
    struct Response: Sendable {
        let posting: Posting
        /// Whether a code would be asked for; only said of what was not done.
        var needsCode = false
    }

    /// Ends what was done for a look only, so that it is undone.
    private struct Rehearsed: Error {
        let posting: Posting
    }

    let store: any LedgerStore
    let challenges: ChallengeRules

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`, and
    ///   those of ``TransferRules/post(_:of:in:)``.
    nonisolated(nonsending) func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        try TransferRules.check(request.order)
        if request.isDryRun { return try await rehearse(request.order, of: user, context) }
        let posting = try await store.write(deadline: context.deadline, weight: 1) { books in
            try challenges.doOrKeep(request.order, request.keyed, of: user, in: books) {
                try books.once(request.keyed) {
                    .posted(try TransferRules.post(request.order, of: user, in: books))
                }
            }
        }.get().get().posting
        return Response(posting: posting)
    }

    /// Does it and undoes it; a key is neither looked up nor used, and no code is asked for.
    nonisolated(nonsending) private func rehearse(
        _ order: TransferOrder, of user: String, _ context: SignalContext
    ) async throws -> Response {
        try await store.write(deadline: context.deadline, weight: 1) { books in
            do {
                return Response(posting: try Self.undone(order, of: user, by: .request, in: books))
            } catch let fault as Fault where fault.code == .confirmationRequired {
                return Response(posting: try Self.undone(order, of: user, by: .confirmed, in: books), needsCode: true)
            }
        }
    }

    /// What the transfer would be: it is made and undone.
    private static func undone(
        _ order: TransferOrder, of user: String, by allowance: Allowance, in books: any LedgerBooks
    ) throws -> Posting {
        do {
            return try books.attempt { () throws -> Posting in
                throw Rehearsed(posting: try TransferRules.post(order, of: user, in: books, allowance: allowance))
            }
        } catch let rehearsed as Rehearsed {
            return rehearsed.posting
        }
    }
}
