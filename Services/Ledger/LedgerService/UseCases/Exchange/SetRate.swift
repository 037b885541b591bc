import Coordination
import Domain
import Reasons
import Signals

/// Stores a rate of the user.
struct SetRate: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `limitExceeded`.
    func answer(_ signal: LedgerSignal.SetRate, context: SignalContext) async throws -> LedgerSignal.RateAnswer {
        let user = try context.caller.requireUser().userID
        let rate = try ExchangeRate.checked(
            from: signal.from, to: signal.to, rate: signal.rate, source: signal.source, asOf: signal.asOf,
            now: dependencies.clock.now())
        return try await dependencies.store.once(signal, by: user, context: context) { transaction in
            try transaction.keep([rate], of: user)
            return LedgerSignal.RateAnswer(rate: LedgerSignal.Rate(rate))
        }
    }
}

/// Stores the rates of a table, all or none.
struct ImportRates: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `limitExceeded`.
    func answer(_ signal: LedgerSignal.ImportRates, context: SignalContext) async throws -> LedgerSignal.ImportedRates {
        let user = try context.caller.requireUser().userID
        let rates = try RateTable.read(signal.csv, now: dependencies.clock.now())
        return try await dependencies.store.once(signal, by: user, context: context, weight: rates.count) {
            transaction in
            try transaction.keep(rates, of: user)
            return LedgerSignal.ImportedRates(imported: rates.count)
        }
    }
}

/// Lists the rates of the user by their currencies.
struct ListRates: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func answer(_ signal: LedgerSignal.Rates, context: SignalContext) async throws -> LedgerSignal.RateList {
        let user = try context.caller.requireUser().userID
        let rates = try await dependencies.store.read { try $0.rates(of: user) }
        return LedgerSignal.RateList(rates: rates.map { LedgerSignal.Rate($0) })
    }
}

/// Removes a rate of the user.
struct RemoveRate: UseCase {
    let dependencies: LedgerDependencies

    /// Returns the removed rate.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`.
    func answer(_ signal: LedgerSignal.RemoveRate, context: SignalContext) async throws -> LedgerSignal.RateAnswer {
        let user = try context.caller.requireUser().userID
        return try await dependencies.store.once(signal, by: user, context: context) { transaction in
            guard let rate = try transaction.rate(from: signal.from, to: signal.to, of: user) else {
                throw Fault(
                    .notFound, .noRate, ["from": .text(signal.from.code), "to": .text(signal.to.code)], field: "from")
            }
            try transaction.removeRate(from: signal.from, to: signal.to, of: user)
            return LedgerSignal.RateAnswer(rate: LedgerSignal.Rate(rate))
        }
    }
}

extension LedgerTransaction {
    /// Stores rates of a user. An older rate never replaces a newer one, so that an old table does no harm.
    /// - Throws: ``Fault`` `conflict`, `limitExceeded`.
    fileprivate func keep(_ rates: [ExchangeRate], of user: String) throws {
        for rate in rates {
            if let known = try self.rate(from: rate.from, to: rate.to, of: user), known.asOf > rate.asOf {
                throw Fault(
                    .conflict, .rateIsNewer,
                    ["from": .text(rate.from.code), "to": .text(rate.to.code), "asOf": .text("\(known.asOf)")],
                    field: "asOf")
            }
            try put(rate, of: user)
        }
        guard try self.rates(of: user).count <= LedgerLimits.ratesPerUser else {
            throw Fault.tooMany(.rates, LedgerLimits.ratesPerUser)
        }
    }
}

extension Fault {
    /// Returns the fault for exceeding a limit on counts.
    static func tooMany(_ things: Reason, _ limit: Int) -> Fault {
        Fault(.limitExceeded, .tooManyKept, ["limit": .number(limit)], cause: things)
    }
}
