import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// Opens an account with nothing in it.
struct OpenAccountInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let currency: Currency
        /// What to call it; the currency's code when absent.
        let name: String?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore
    /// Makes ids that nobody guesses.
    let makeID: @Sendable () -> String

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `limitExceeded`.
    func execute(_ request: Request, context: SignalContext) async throws -> Account {
        let user = try context.caller.requireUser().userID
        if let name = request.name {
            guard !name.isEmpty else { throw Fault.invalidArgument("name", "must not be empty") }
            try LedgerLimits.check(name, field: "name", limit: LedgerLimits.nameLength)
        }
        let outcome = try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.once(request.keyed) {
                guard books.accountCount(of: user) < LedgerLimits.accountsPerUser else {
                    throw Fault(
                        .limitExceeded, "You have \(LedgerLimits.accountsPerUser) accounts; there can be no more.",
                        details: ["limit": .number(LedgerLimits.accountsPerUser)])
                }
                var id = makeID()
                while books.account(id) != nil { id = makeID() }
                return .opened(
                    try books.open(
                        AccountDraft(
                            id: id, owner: user, name: request.name ?? request.currency.code,
                            currency: request.currency)))
            }
        }.get()
        guard case .opened(let account) = outcome else {
            preconditionFailure("A key brought the outcome of another kind of request, whose digest differs.")
        }
        return account
    }
}
