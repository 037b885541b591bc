import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// Takes money from the account of somebody who let the calling service do so.
struct DebitInteractor: Interactor {
    /// Which mandate.
    enum Reference: Sendable {
        case mandate(String)
        case account(String)
    }

    /// What is asked.
    struct Request: Sendable {
        let reference: Reference
        let amount: Money
        let description: String
        let category: String?
        let keyed: KeyedRequest
    }

    /// What was taken, and the mandate after it.
    struct Response: Sendable {
        let posting: Posting
        let mandate: Mandate
    }

    let store: any LedgerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `invalidArgument`, `permissionDenied`, `conflict`,
    ///   `currencyMismatch`, `accountClosed`, `accountFrozen`, `insufficientFunds`, `limitExceeded`, `amountOverflow`.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let service = try context.caller.requireService()
        let world = Account.worldID(of: request.amount.currency)
        @Sendable func order(_ account: String) -> TransferOrder {
            TransferOrder(
                kind: .withdrawal, from: account, to: world, amount: request.amount, description: request.description,
                category: request.category)
        }
        try TransferRules.check(order(""))
        return try await store.write(deadline: context.deadline, weight: 1) { books -> Result<Response, Fault> in
            let outcome = try books.once(request.keyed) {
                let mandate = try mandate(request.reference, of: service, in: books)
                // The mandate is among the limits, so it comes after what the books say.
                let posting = try TransferRules.post(
                    order(mandate.account), of: mandate.owner, in: books, allowance: .mandate(mandate))
                try books.orders.put(
                    mandate.debited(
                        request.amount.minorUnits, at: posting.bookedAt, in: try books.orders.zone(of: mandate.owner)))
                return .posted(posting)
            }
            switch outcome {
            case .failure(let refusal): return .failure(refusal)
            case .success(let outcome):
                let posting = outcome.posting
                return .success(Response(posting: posting, mandate: try self.mandate(behind: posting, in: books)))
            }
        }.get()
    }

    private func mandate(
        _ reference: Reference, of service: String, in books: any LedgerBooks
    ) throws -> Mandate {
        let mandate =
            switch reference {
            case .mandate(let id): try books.orders.mandate(id)
            case .account(let id): try books.orders.liveMandate(of: service, for: id)
            }
        guard let mandate, mandate.service == service, mandate.isLive else {
            throw Fault(.permissionDenied, "This service has no mandate for that.")
        }
        return mandate
    }

    /// The mandate as it is after a debit, which may have been made long ago.
    private func mandate(behind posting: Posting, in books: any LedgerBooks) throws -> Mandate {
        guard let mandate = try posting.details?.mandate.flatMap(books.orders.mandate) else {
            preconditionFailure("A debit names its mandate, and mandates are never forgotten.")
        }
        return mandate
    }
}

extension Caller {
    /// The name of the service that acts on its own.
    /// - Throws: ``Fault`` `unauthenticated` for nobody, `permissionDenied` for a person.
    func requireService() throws(Fault) -> String {
        switch self {
        case .service(let name): return name
        case .anonymous: throw Fault.unauthenticated("This needs the token of a service.")
        case .user, .operator:
            throw Fault(.permissionDenied, "Only a service with a mandate can do this, not a person.")
        }
    }
}
