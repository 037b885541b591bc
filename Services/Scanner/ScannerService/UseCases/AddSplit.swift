import Coordination
import Domain
import Reasons
import Signals

/// Adds a split of a security.
struct AddSplit: UseCase {
    /// The largest number of shares on either side of a split.
    private static let mostShares = 1_000_000

    let store: any ScannerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`.
    func answer(_ signal: ScannerSignal.AddSplit, context: SignalContext) async throws -> ScannerSignal.SplitList {
        let user = try context.caller.requireUser().userID
        let ticker = try Ticker.required(signal.ticker, field: "ticker")
        try Self.check(signal)
        return try await store.once(signal, by: user, context: context) { transaction in
            try transaction.changeSplits(of: ticker, by: user) {
                try transaction.add(
                    ScannerSignal.Split(day: signal.day, before: signal.before, after: signal.after), of: ticker)
            }
        }
    }

    private static func check(_ signal: ScannerSignal.AddSplit) throws(Fault) {
        for (field, count) in [("before", signal.before), ("after", signal.after)]
        where !(1...mostShares).contains(count) {
            throw .invalidArgument(field, .mustBeBetween, ["least": 1, "most": .number(mostShares)])
        }
        guard signal.before != signal.after else {
            throw .invalidArgument("after", .mustDifferFrom, ["other": "before"])
        }
        guard MarketTime(day: signal.day) != nil else {
            throw .invalidArgument("day", .mustBeInYears, MarketTime.yearDetails)
        }
    }
}

/// Removes a split of a security.
struct RemoveSplit: UseCase {
    let store: any ScannerStore

    /// - Throws: ``Fault``, as ``AddSplit``.
    func answer(_ signal: ScannerSignal.RemoveSplit, context: SignalContext) async throws -> ScannerSignal.SplitList {
        let user = try context.caller.requireUser().userID
        let ticker = try Ticker.required(signal.ticker, field: "ticker")
        return try await store.once(signal, by: user, context: context) { transaction in
            try transaction.changeSplits(of: ticker, by: user) {
                guard try transaction.removeSplit(on: signal.day, of: ticker) else {
                    throw Fault(
                        .notFound, .noSplit, ["ticker": .text(ticker), "day": .text("\(signal.day)")], field: "day")
                }
            }
        }
    }
}

extension MarketTransaction {
    /// Changes the splits of a security that the user owns, and publishes the change.
    ///
    /// - Throws: ``Fault`` `notFound`, `permissionDenied`; the error of `change`.
    fileprivate func changeSplits(
        of ticker: String, by user: String, _ change: () throws -> Void
    ) throws -> ScannerSignal.SplitList {
        guard try splits(of: ticker) != nil else { throw Fault.unknownTicker(ticker, .oneDay, "ticker") }
        try MarketRights.requireOwner(of: ticker, user, in: self)
        try change()
        try tell(user)
        return try ScannerSignal.SplitList(of: ticker, in: self)
    }
}
