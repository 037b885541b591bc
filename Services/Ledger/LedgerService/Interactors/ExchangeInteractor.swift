import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// Changes money of one own account into the currency of another: two records in one transaction, through the world.
struct ExchangeInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let from: String
        let to: String
        let amount: Money
        let maxAgeDays: Int?
        let isDryRun: Bool
        let code: String?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    /// What was given and what was got.
    struct Response: Sendable {
        let given: Posting
        let got: Posting
    }

    private struct Undone: Error {}

    let store: any LedgerStore
    let gate: CodeGate

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`, `accountFrozen`, `rateMissing`,
    ///   `insufficientFunds`, `limitExceeded`, `amountOverflow`, `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        try LedgerLimits.check(request.amount)
        if let days = request.maxAgeDays, !(0...LedgerLimits.rateAgeDays).contains(days) {
            throw Fault.invalidArgument("maxAgeDays", "must be 0 to \(LedgerLimits.rateAgeDays)")
        }
        return try await gate.pass(with: request.code, context: context) { proof in
            try await book(request, of: user, proved: proof, context)
        }
    }

    private func book(
        _ request: Request, of user: String, proved proof: Proof, _ context: SignalContext
    ) async throws -> Response {
        try await store.write(deadline: context.deadline, weight: 2) { books -> Result<Response, Fault> in
            guard !request.isDryRun else {
                // What is done for a look only takes no code.
                return .success(try undo(in: books) { try exchange(request, of: user, proved: .code, in: books) })
            }
            return try books.once(request.keyed) {
                let response = try exchange(request, of: user, proved: proof, in: books)
                return .list([.success(response.given), .success(response.got)])
            }.flatMap { outcome in
                guard case .list(let results) = outcome, results.count == 2 else {
                    preconditionFailure("A key brought the outcome of another kind of request, whose digest differs.")
                }
                return results[0].flatMap { given in results[1].map { Response(given: given, got: $0) } }
            }
        }.get()
    }

    /// What `body` would do.
    private func undo(in books: any LedgerBooks, _ body: () throws -> Response) throws -> Response {
        var response: Response?
        do {
            try books.attempt {
                response = try body()
                throw Undone()
            }
        } catch is Undone {}
        guard let response else { preconditionFailure("What was undone had been done.") }
        return response
    }

    private func exchange(
        _ request: Request, of user: String, proved proof: Proof, in books: any LedgerBooks
    ) throws -> Response {
        let (giver, getter) = try accounts(request, of: user, in: books)
        let rate = try rate(request, from: giver.currency, to: getter.currency, of: user, in: books)
        guard giver.covers(request.amount.minorUnits) else {
            throw TransferRules.insufficient(giver, request.amount, field: "amount")
        }
        try LimitRules.check(request.amount, from: giver, in: books)
        guard let minorUnits = rate.rate.convert(request.amount, to: getter.currency),
            minorUnits <= LedgerLimits.largestAmount
        else {
            throw Fault(.amountOverflow, "That would be more than can be moved; exchange less.", field: "amount")
        }
        guard minorUnits > 0 else {
            throw Fault.invalidArgument(
                "amount", "is too little: at the rate of \(rate.rate) nothing comes of it in \(getter.currency)")
        }
        let got = Money(minorUnits: minorUnits, currency: getter.currency)
        try LimitRules.require(proof, for: request.amount, from: giver, "to exchange \(request.amount)")
        var details = RecordDetails()
        details.rate = rate.rate.description
        details.rateSource = rate.source
        details.rateAsOf = rate.asOf
        let worlds = (given: try world(giver.currency, books), got: try world(getter.currency, books))
        // Each half names the other, so both moments have to be known before.
        let first = books.nextBooking
        let second = Instant(microseconds: first.microseconds + 1)
        details.otherLeg = Posting.id(of: second.microseconds)
        let given = try record(request.amount, details, from: giver, to: worlds.given, at: first, in: books)
        details.otherLeg = given.id
        return Response(
            given: given, got: try record(got, details, from: worlds.got, to: getter, at: second, in: books))
    }

    private func record(
        _ amount: Money, _ details: RecordDetails, from giver: Account, to getter: Account, at moment: Instant,
        in books: any LedgerBooks
    ) throws -> Posting {
        try TransferRules.checkOverflow(amount, from: giver, to: getter)
        var draft = RecordDraft(.exchange, amount)
        draft.description = "Exchange at \(details.rate ?? "")"
        draft.details = details
        draft.bookedAt = moment
        return try books.record(draft, from: giver, to: getter)
    }

    private func accounts(
        _ request: Request, of user: String, in books: any LedgerBooks
    ) throws -> (giver: Account, getter: Account) {
        guard let giver = books.account(request.from), giver.owner == user else {
            throw Fault.noAccount(field: "from")
        }
        guard let getter = books.account(request.to), getter.owner == user else { throw Fault.noAccount(field: "to") }
        guard giver.number != getter.number else {
            throw Fault(.sameAccount, "Choose another of your accounts to exchange into.", field: "to")
        }
        guard request.amount.currency == giver.currency else {
            throw Fault(
                .currencyMismatch,
                "The payer's account is in \(giver.currency), the amount in \(request.amount.currency).",
                field: "amount.currency")
        }
        guard giver.currency != getter.currency else {
            throw Fault(
                .currencyMismatch, "Both accounts are in \(giver.currency): transfer the money instead.", field: "to")
        }
        try TransferRules.checkStanding([(giver, "from"), (getter, "to")])
        return (giver, getter)
    }

    private func rate(
        _ request: Request, from: Currency, to: Currency, of user: String, in books: any LedgerBooks
    ) throws -> ExchangeRate {
        guard let rate = try books.orders.rate(from: from, to: to, of: user) else {
            throw Fault(
                .rateMissing, "You have entered no rate from \(from) to \(to); none is guessed.", field: "from",
                details: ["from": .text(from.code), "to": .text(to.code)])
        }
        if let days = request.maxAgeDays, rate.asOf + .seconds(86_400 * days) < books.now {
            throw Fault(
                .rateMissing,
                "Your rate from \(from) to \(to) is of \(rate.asOf), older than \(days) days; enter a new one.",
                field: "maxAgeDays",
                details: ["from": .text(from.code), "to": .text(to.code), "asOf": .text("\(rate.asOf)")])
        }
        return rate
    }

    private func world(_ currency: Currency, _ books: any LedgerBooks) throws -> Account {
        try books.account(Account.worldID(of: currency)) ?? books.open(.world(currency))
    }
}
