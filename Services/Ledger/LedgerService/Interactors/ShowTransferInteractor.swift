import Coordination

/// Shows a transfer of the user's as it stands.
struct ShowTransferInteractor: Interactor {
    let store: any LedgerStore

    /// - Parameter request: The id of the transfer.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`.
    func execute(_ request: String, context: SignalContext) async throws -> TransferStory {
        let user = try context.caller.requireUser().userID
        guard let story = try await store.story(ofTransfer: request), story.made.isSeen(by: user)
        else { throw Fault(.notFound, "You have no transfer of this id.", field: "transfer") }
        return story
    }
}
