import Coordination

import struct Storage.KeyedRequest

/// Changes an account of the user's: freezes it, renames it, closes it.
struct ChangeAccountInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let account: String
        let change: AccountRules.Change
        let code: String?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    /// What came of it.
    struct Response: Sendable {
        let account: Account
        /// The transfer of what was left in a closed account.
        let rest: Posting?
    }

    let store: any LedgerStore
    let gate: CodeGate

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   those of ``AccountRules/apply(_:to:of:proved:in:)``, `wrongCode`, `tooManyAttempts`.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        try AccountRules.check(request.change)
        let outcome = try await gate.pass(with: request.code, context: context) { proof in
            try await store.write(deadline: context.deadline, weight: 1) { books in
                try books.once(request.keyed) {
                    let (account, rest) = try AccountRules.apply(
                        request.change, to: request.account, of: user, proved: proof, in: books)
                    return .changed(account, rest: rest)
                }
            }.get()
        }
        guard case .changed(let account, let rest) = outcome else {
            preconditionFailure("A key brought the outcome of another kind of request, whose digest differs.")
        }
        return Response(account: account, rest: rest)
    }
}
