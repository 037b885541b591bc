import Coordination

/// A transfer as its user sees it.
struct ShownTransfer: Hashable, Sendable {
    /// The side of the user's account; of two, the expense.
    let movement: Movement
    /// The other side, when that account is the user's too.
    let counterpart: Movement?
}

/// Shows one transfer from the side of the caller, or from both.
struct ShowTransactionInteractor: Interactor {
    struct Request: Sendable {
        /// The id of the transfer.
        let id: String
    }

    let store: any HistoryStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service); `notFound` for a transfer that there is not,
    ///   that has not arrived yet, or that touches no account of the caller's.
    func execute(_ request: Request, context: SignalContext) async throws -> ShownTransfer {
        let caller = try context.caller.requireUser()
        let sides = try await store.read { try $0.movements(ofTransfer: request.id, userID: caller.userID) }
        guard let first = sides.first else {
            throw Fault.noSuchTransaction
        }
        return ShownTransfer(movement: first, counterpart: sides.dropFirst().first)
    }
}
