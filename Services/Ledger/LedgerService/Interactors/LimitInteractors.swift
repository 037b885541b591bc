import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Sets, changes and removes limits of an account.
struct SetLimitsInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let account: String
        /// The limits to set, by name.
        let amounts: [LimitName: Money]
        /// The limits to remove.
        let removed: Set<LimitName>
        let code: String?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore
    let gate: CodeGate

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `currencyMismatch`, `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    func execute(_ request: Request, context: SignalContext) async throws -> LimitsReport {
        let user = try context.caller.requireUser().userID
        guard !request.amounts.isEmpty || !request.removed.isEmpty else {
            throw Fault.invalidArgument("params", "must name a limit to set or to remove")
        }
        for name in LimitName.allCases {
            guard let amount = request.amounts[name] else { continue }
            guard (0...LedgerLimits.largestAmount).contains(amount.minorUnits) else {
                throw Fault.invalidArgument(name.rawValue, "must not be less than zero, nor more than can be moved")
            }
            guard !request.removed.contains(name) else {
                throw Fault.invalidArgument("remove", "must not name a limit that is set")
            }
        }
        return try await gate.pass(with: request.code, context: context) { proof in
            try await store.write(deadline: context.deadline, weight: 1) { books in
                try books.onceValue(request.keyed) {
                    try change(request, of: user, proved: proof, in: books)
                }
            }.get()
        }
    }

    private func change(
        _ request: Request, of user: String, proved proof: Proof, in books: any LedgerBooks
    ) throws -> LimitsReport {
        guard let account = books.account(request.account), account.owner == user else {
            throw Fault.noAccount(field: "account")
        }
        var limits = account.limits
        for name in LimitName.allCases {
            if let amount = request.amounts[name] {
                guard amount.currency == account.currency else {
                    throw Fault(
                        .currencyMismatch, "The account is in \(account.currency), the limit in \(amount.currency).",
                        field: "\(name.rawValue).currency")
                }
                limits[name] = amount.minorUnits
            } else if request.removed.contains(name) {
                limits[name] = nil
            }
        }
        if proof < .code, account.limits.takesCode(toBecome: limits) {
            throw LimitRules.codeMissing("to change the limits of \(account.name)")
        }
        if account.limits.isLoosened(by: limits) {
            try LimitRules.require(proof, "to loosen the limits of \(account.name)")
        }
        let report = LimitsReport(
            of: account, limits: limits, spending: try books.spending(of: account), at: books.now,
            in: try books.orders.zone(of: user))
        if limits != account.limits {
            try books.setLimits(limits, of: account)
            try books.tell(.limitsChanged(report, of: user))
        }
        return report
    }
}

/// Tells the limits of an account and what is left of them.
struct ShowLimitsInteractor: Interactor {
    let store: any LedgerStore
    let clock: WallClock

    /// - Parameter request: The id of the account.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`.
    func execute(_ request: String, context: SignalContext) async throws -> LimitsReport {
        let user = try context.caller.requireUser().userID
        guard let account = store.account(request), account.owner == user else {
            throw Fault.noAccount(field: "account")
        }
        let zone = try await store.readOrders { try $0.zone(of: user) }
        return LimitsReport(
            of: account, limits: account.limits, spending: try await store.spending(of: account), at: clock.now(),
            in: zone)
    }
}
