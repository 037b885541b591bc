import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Takes a security out of the market.
struct RemoveSeriesInteractor: Interactor {
    struct Request: Sendable {
        let signal: ScannerSignal.Remove
        let keyed: KeyedRequest?
    }

    let store: any ScannerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> (ticker: String, removed: Int) {
        let user = try context.caller.requireUser().userID
        let ticker = try Ticker.required(request.signal.ticker, field: "ticker")
        let timeframe = request.signal.timeframe
        let removed = try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.once(request.keyed) {
                try MarketRights.requireOwner(of: ticker, user, in: books)
                guard let removed = try books.remove(ticker, timeframe: timeframe) else {
                    throw Fault.unknownTicker(ticker, timeframe ?? .oneDay, "ticker")
                }
                try books.tell(user)
                return removed
            }
        }
        return (ticker, removed)
    }
}

/// Notes and forgets splits.
struct SplitsInteractor: Interactor {
    /// What is to be done.
    enum Change: Sendable {
        case add(ScannerSignal.Split)
        case remove(CalendarDay)
    }

    struct Request: Sendable {
        let ticker: String
        /// Nil to look only.
        let change: Change?
        let keyed: KeyedRequest?
    }

    /// The most shares that one may become, or the other way round.
    static let mostShares = 1_000_000

    let store: any ScannerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`.
    func execute(
        _ request: Request, context: SignalContext
    ) async throws -> (ticker: String, splits: [StockSplit]) {
        let ticker = try Ticker.required(request.ticker, field: "ticker")
        guard let change = request.change else {
            try context.caller.requireSession()
            guard let splits = try await store.splits(of: ticker) else {
                throw Fault.unknownTicker(ticker, .oneDay, "ticker")
            }
            return (ticker, splits)
        }
        let user = try context.caller.requireUser().userID
        try Self.check(change)
        let splits = try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.once(request.keyed) {
                guard try books.splits(of: ticker) != nil else { throw Fault.unknownTicker(ticker, .oneDay, "ticker") }
                try MarketRights.requireOwner(of: ticker, user, in: books)
                switch change {
                case .add(let split):
                    try books.add(
                        StockSplit(day: split.day.daysSince1970, before: split.before, after: split.after), of: ticker)
                case .remove(let day):
                    guard try books.removeSplit(on: day, of: ticker) else {
                        throw Fault(.notFound, "There is no split of \(ticker) on \(day).", field: "day")
                    }
                }
                try books.tell(user)
                return try books.splits(of: ticker) ?? []
            }
        }
        return (ticker, splits)
    }

    private static func check(_ change: Change) throws(Fault) {
        guard case .add(let split) = change else { return }
        for (field, count) in [("before", split.before), ("after", split.after)]
        where !(1...mostShares).contains(count) {
            throw .invalidArgument(field, "must be 1 to \(mostShares)")
        }
        guard split.before != split.after else {
            throw .invalidArgument("after", "must be another number than before")
        }
        guard MarketTime(day: split.day) != nil else {
            throw .invalidArgument(
                "day", "must be in the years \(MarketTime.years.lowerBound) to \(MarketTime.years.upperBound)")
        }
    }
}
