import Coordination
import Domain

import struct Storage.KeyedRequest

/// Puts money aside.
struct HoldInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let order: TransferOrder
        /// When it is free again by itself.
        let expiresAt: Instant?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore
    let challenges: ChallengeRules
    /// Rung when there is something to be done by the clock that was not there before.
    let bell: Bell

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`, and
    ///   those of ``HoldRules/hold(_:until:of:in:)``.
    func execute(_ request: Request, context: SignalContext) async throws -> Posting {
        let user = try context.caller.requireUser().userID
        try TransferRules.check(request.order)
        let outcome = try await store.write(deadline: context.deadline, weight: 1) { books in
            try challenges.doOrKeep(request.order, until: request.expiresAt, request.keyed, of: user, in: books) {
                try books.once(request.keyed) {
                    .posted(try HoldRules.hold(request.order, until: request.expiresAt, of: user, in: books))
                }
            }
        }.get().get()
        if request.expiresAt != nil { bell.ring() }
        return outcome.posting
    }
}

/// Ends a hold: moves the money or sets it free.
struct EndHoldInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let hold: String
        let ending: HoldRules.Ending
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`, and
    ///   those of ``HoldRules/end(_:_:of:in:)``.
    func execute(_ request: Request, context: SignalContext) async throws -> Posting {
        let user = try context.caller.requireUser().userID
        if case .post(let amount?) = request.ending { try LedgerLimits.check(amount) }
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.once(request.keyed) {
                .posted(try HoldRules.end(request.hold, request.ending, of: user, in: books))
            }
        }.get().posting
    }
}

extension LedgerOutcome {
    /// The record that a request wrote.
    var posting: Posting {
        guard case .posted(let posting) = self else {
            preconditionFailure("A key brought the outcome of another kind of request, whose digest differs.")
        }
        return posting
    }
}
