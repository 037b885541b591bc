import Coordination

import struct Storage.KeyedRequest

/// Moves money once: a transfer, a deposit or a withdrawal.
struct PostTransferInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let order: TransferOrder
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`, and
    ///   those of ``TransferRules/post(_:of:in:)``.
    func execute(_ request: Request, context: SignalContext) async throws -> Posting {
        let user = try context.caller.requireUser().userID
        try TransferRules.check(request.order)
        let outcome = try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.once(request.keyed) {
                .posted(try TransferRules.post(request.order, of: user, in: books))
            }
        }.get()
        guard case .posted(let posting) = outcome else {
            preconditionFailure("A key brought the outcome of another kind of request, whose digest differs.")
        }
        return posting
    }
}
