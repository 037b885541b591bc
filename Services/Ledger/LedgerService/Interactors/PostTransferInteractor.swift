import Coordination

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

    /// Ends what was done for a look only, so that it is undone.
    private struct Rehearsed: Error {
        let posting: Posting
    }

    let store: any LedgerStore
    let challenges: ChallengeRules

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`, and
    ///   those of ``TransferRules/post(_:of:in:)``.
    nonisolated(nonsending) func execute(_ request: Request, context: SignalContext) async throws -> Posting {
        let user = try context.caller.requireUser().userID
        try TransferRules.check(request.order)
        if request.isDryRun { return try await rehearse(request.order, of: user, context) }
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try challenges.doOrKeep(request.order, request.keyed, of: user, in: books) {
                try books.once(request.keyed) {
                    .posted(try TransferRules.post(request.order, of: user, in: books))
                }
            }
        }.get().get().posting
    }

    /// Does it and undoes it; a key is neither looked up nor used, and no code is asked for.
    nonisolated(nonsending) private func rehearse(
        _ order: TransferOrder, of user: String, _ context: SignalContext
    ) async throws -> Posting {
        try await store.write(deadline: context.deadline, weight: 1) { books in
            do {
                return try books.attempt { () throws -> Posting in
                    throw Rehearsed(
                        posting: try TransferRules.post(order, of: user, in: books, allowance: .confirmed))
                }
            } catch let rehearsed as Rehearsed {
                return rehearsed.posting
            }
        }
    }
}
