import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Lets a service debit an account. It takes the place of the mandate that the service had there.
struct GrantMandateInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let service: String
        let account: String
        let amount: Money
        let period: CalendarPeriod
        let code: String?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore
    let gate: CodeGate
    /// The services that may have a mandate.
    let services: Set<String>
    /// Makes ids that nobody guesses.
    let makeID: @Sendable () -> String

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `currencyMismatch`, `accountClosed`, `limitExceeded`, `confirmationRequired`, `wrongCode`,
    ///   `tooManyAttempts`.
    func execute(_ request: Request, context: SignalContext) async throws -> Mandate {
        let user = try context.caller.requireUser().userID
        guard services.contains(request.service) else {
            throw Fault.invalidArgument(
                "service",
                "must be a service that takes money by mandates: \(services.sorted().joined(separator: ", "))")
        }
        try LedgerLimits.check(request.amount)
        return try await gate.pass(with: request.code, context: context) { proof in
            try await store.write(deadline: context.deadline, weight: 1) { books in
                try books.onceValue(request.keyed) {
                    try grant(request, of: user, proved: proof, in: books)
                }
            }.get()
        }
    }

    private func grant(
        _ request: Request, of user: String, proved proof: Proof, in books: any LedgerBooks
    ) throws -> Mandate {
        guard let account = books.account(request.account), account.owner == user else {
            throw Fault.noAccount(field: "account")
        }
        guard request.amount.currency == account.currency else {
            throw Fault(
                .currencyMismatch, "The account is in \(account.currency), the amount in \(request.amount.currency).",
                field: "amount.currency")
        }
        guard account.status != .closed else {
            throw Fault(.accountClosed, "The account is closed.", field: "account")
        }
        let before = try books.orders.liveMandate(of: request.service, for: account.id)
        if before == nil,
            try books.orders.mandates(of: user, live: true, limit: LedgerLimits.mandatesPerUser).count
                >= LedgerLimits.mandatesPerUser
        {
            throw Fault.tooMany("mandates", LedgerLimits.mandatesPerUser)
        }
        try LimitRules.require(
            proof, for: request.amount, from: account, "\(request.amount) for \(request.service)")
        let now = books.now
        if var before {
            before.revokedAt = now
            try books.orders.put(before)
            try books.tell(.mandateRevoked(before))
        }
        let zone = try books.orders.zone(of: user)
        // What was taken by the mandate before still counts, so that granting anew gives no second allowance.
        let kept = before.flatMap { $0.period == request.period ? $0 : nil }
        let counted =
            kept?.counted.current(at: now, in: zone) ?? CountedPeriod(request.period, at: now, in: zone)
        let mandate = Mandate(
            id: makeID(), owner: user, service: request.service, account: account.id, amount: request.amount,
            period: request.period, grantedAt: now, spent: kept?.spent(at: now, in: zone) ?? 0,
            spentSince: counted.first, spentUntil: counted.end)
        try books.orders.put(mandate)
        try books.tell(.mandateGranted(mandate))
        return mandate
    }
}

/// Lists the mandates of the user: those that count, the newest first, then the last of those that do not.
struct ListMandatesInteractor: Interactor {
    let store: any LedgerStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func execute(_ request: Void, context: SignalContext) async throws -> [Mandate] {
        let user = try context.caller.requireUser().userID
        return try await store.readOrders { orders in
            try orders.mandates(of: user, live: true, limit: LedgerLimits.mandatesPerUser)
                + orders.mandates(of: user, live: false, limit: LedgerLimits.pastPerList)
        }
    }
}

/// Takes a mandate back.
struct RevokeMandateInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let id: String
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> Mandate {
        let user = try context.caller.requireUser().userID
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.onceValue(request.keyed) {
                guard var mandate = try books.orders.mandate(request.id), mandate.owner == user else {
                    throw Fault(.notFound, "You have granted no mandate of this id.", field: "id")
                }
                guard mandate.isLive else { return mandate }
                mandate.revokedAt = books.now
                try books.orders.put(mandate)
                try books.tell(.mandateRevoked(mandate))
                return mandate
            }
        }.get()
    }
}
