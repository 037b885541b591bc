import Coordination
import Domain
import Reasons
import Signals

/// Sets, changes and removes limits of an account.
struct SetLimits: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `currencyMismatch`, `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    func answer(_ signal: LedgerSignal.SetLimits, context: SignalContext) async throws -> LedgerSignal.LimitsAnswer {
        let user = try context.caller.requireUser().userID
        try check(signal)
        return try await dependencies.gate.pass(with: signal.code, context: context) { proof in
            try await dependencies.store.once(signal, by: user, context: context) { transaction in
                LedgerSignal.LimitsAnswer(limits: try change(signal, of: user, proved: proof, in: transaction))
            }
        }
    }

    private func check(_ signal: LedgerSignal.SetLimits) throws(Fault) {
        let names = LedgerSignal.LimitName.allCases
        guard names.contains(where: { signal.amount(of: $0) != nil }) || !(signal.remove ?? []).isEmpty else {
            throw Fault.invalidArgument("params", .noLimitNamed)
        }
        for name in names {
            guard let amount = signal.amount(of: name) else { continue }
            guard (0...LedgerLimits.largestAmount).contains(amount.minorUnits) else {
                throw Fault.invalidArgument(name.rawValue, .badLimit)
            }
            guard !(signal.remove ?? []).contains(name) else {
                throw Fault.invalidArgument("remove", .limitNamedTwice)
            }
        }
    }

    private func change(
        _ signal: LedgerSignal.SetLimits, of user: String, proved proof: Proof, in transaction: any LedgerTransaction
    ) throws -> LedgerSignal.Limits {
        guard let account = transaction.account(signal.account), account.owner == user else {
            throw Fault.noAccount(field: "account")
        }
        var limits = account.limits
        for name in LedgerSignal.LimitName.allCases {
            if let amount = signal.amount(of: name) {
                guard amount.currency == account.currency else {
                    throw Fault(
                        .currencyMismatch, .limitInOtherCurrency,
                        ["accountCurrency": .text(account.currency.code), "currency": .text(amount.currency.code)],
                        field: "\(name.rawValue).currency")
                }
                limits[name] = amount.minorUnits
            } else if signal.remove?.contains(name) ?? false {
                limits[name] = nil
            }
        }
        if proof < .code, account.limits.takesCode(toBecome: limits) {
            throw LimitRules.codeMissing(.toChangeLimits, ["name": .text(account.name)])
        }
        if account.limits.isLoosened(by: limits) {
            try LimitRules.require(proof, .toLoosenLimits, ["name": .text(account.name)])
        }
        let shown = LedgerSignal.Limits(
            limits, of: account, spending: try transaction.spending(of: account), in: try transaction.zone(of: user))
        if limits != account.limits {
            try transaction.setLimits(limits, of: account)
            try transaction.tell(
                "ledger.limitsChanged", about: account.id, LedgerEvent.LimitsChanged(userId: user, limits: shown))
        }
        return shown
    }
}

extension LedgerSignal.SetLimits {
    /// Returns the limit to set; nil when it stays or is removed.
    fileprivate func amount(of name: LedgerSignal.LimitName) -> Money? {
        switch name {
        case .perTransfer: perTransfer
        case .daily: daily
        case .confirmAbove: confirmAbove
        }
    }
}

/// Shows the limits of an account and their rest.
struct ShowLimits: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`.
    func answer(_ signal: LedgerSignal.GetLimits, context: SignalContext) async throws -> LedgerSignal.LimitsAnswer {
        let user = try context.caller.requireUser().userID
        let account = try dependencies.account(signal.account, of: user)
        return try await dependencies.store.read { reading in
            LedgerSignal.LimitsAnswer(
                limits: LedgerSignal.Limits(
                    account.limits, of: account, spending: try reading.spending(of: account),
                    in: try reading.zone(of: user)))
        }
    }
}
