import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// Enters a rate of the user's.
struct SetRateInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let from: Currency
        let to: Currency
        let rate: String
        let source: String
        let asOf: Instant?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `limitExceeded`.
    func execute(_ request: Request, context: SignalContext) async throws -> ExchangeRate {
        let user = try context.caller.requireUser().userID
        let rate = try ExchangeRate.checked(
            from: request.from, to: request.to, rate: request.rate, source: request.source, asOf: request.asOf,
            now: clock.now())
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.onceValue(request.keyed) {
                try books.keep([rate], of: user)
                return rate
            }
        }.get()
    }
}

/// Enters the rates of a table, all or none.
struct ImportRatesInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let csv: String
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore
    let clock: WallClock

    /// How many there were.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `limitExceeded`.
    func execute(_ request: Request, context: SignalContext) async throws -> Int {
        let user = try context.caller.requireUser().userID
        let rates = try RateTable.read(request.csv, now: clock.now())
        return try await store.write(deadline: context.deadline, weight: rates.count) { books in
            try books.onceValue(request.keyed) {
                try books.keep(rates, of: user)
                return rates.count
            }
        }.get()
    }
}

/// Lists the rates of the user by their currencies.
struct ListRatesInteractor: Interactor {
    let store: any LedgerStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func execute(_ request: Void, context: SignalContext) async throws -> [ExchangeRate] {
        let user = try context.caller.requireUser().userID
        return try await store.readOrders { try $0.rates(of: user) }
    }
}

/// Forgets a rate of the user's.
struct RemoveRateInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let from: Currency
        let to: Currency
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore

    /// The rate that was there.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> ExchangeRate {
        let user = try context.caller.requireUser().userID
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.onceValue(request.keyed) {
                guard let rate = try books.orders.rate(from: request.from, to: request.to, of: user) else {
                    throw Fault(
                        .notFound, "You have entered no rate from \(request.from) to \(request.to).", field: "from")
                }
                try books.orders.removeRate(from: request.from, to: request.to, of: user)
                return rate
            }
        }.get()
    }
}

extension LedgerBooks {
    /// Keeps rates of a user; none in the place of a newer one, which an old table would take away unseen.
    /// - Throws: ``Fault`` `conflict`, `limitExceeded`.
    fileprivate func keep(_ rates: [ExchangeRate], of user: String) throws {
        for rate in rates {
            if let known = try orders.rate(from: rate.from, to: rate.to, of: user), known.asOf > rate.asOf {
                throw Fault(
                    .conflict, "The rate of \(rate.from) to \(rate.to) of \(known.asOf) is newer; remove it first.",
                    field: "asOf")
            }
            try orders.put(rate, of: user)
        }
        guard try orders.rates(of: user).count <= LedgerLimits.ratesPerUser else {
            throw Fault.tooMany("rates", LedgerLimits.ratesPerUser)
        }
    }
}

extension Fault {
    /// There are as many of something as there may be.
    static func tooMany(_ things: String, _ limit: Int) -> Fault {
        Fault(
            .limitExceeded, "There can be at most \(limit) \(things); remove some first.",
            details: ["limit": .number(limit)])
    }
}
