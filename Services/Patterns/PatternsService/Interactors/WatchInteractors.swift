import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// A security that somebody watches, and what is known of it.
struct WatchEntry: Sendable {
    let watch: Watch
    let state: TickerState
    /// How many patterns of it end now.
    let patterns: Int

    /// When it was last looked at, for this person: what others knew before was known to them from the beginning.
    var scannedAt: Instant? { state.scannedAt.map { max($0, watch.since) } }

    /// The whole watch-list of a person, by ticker.
    static func all(of userID: String, in reading: any PatternReading, at now: Instant) throws -> [WatchEntry] {
        try reading.watches(of: userID).map { watch in
            WatchEntry(
                watch: watch, state: try reading.state(of: watch.ticker) ?? TickerState(ticker: watch.ticker),
                patterns: try reading.openFindings(of: watch.ticker).count { $0.isActive(at: now) })
        }
    }
}

/// Reads lists of tickers that people send.
struct TickerList {
    static let most = 100

    /// Those that are meant, each once, in order.
    static func read(_ texts: [String]) throws(Fault) -> [String] {
        guard (1...most).contains(texts.count) else {
            throw .invalidArgument("tickers", "must name 1 to \(most) securities")
        }
        var tickers: Set<String> = []
        for (index, text) in texts.enumerated() {
            tickers.insert(try Ticker.required(text, field: "tickers[\(index)]"))
        }
        return tickers.sorted()
    }
}

/// Changes the caller's watch-list.
struct ChangeWatchesInteractor: Interactor {
    /// What is to be done.
    enum Change: Sendable {
        case add, remove
    }

    struct Request: Sendable {
        let change: Change
        let tickers: [String]
        let keyed: KeyedRequest?
    }

    let store: any PatternsStore
    let rules: WatchRules
    let clock: WallClock
    /// Told that there may be something to look at.
    let ring: @Sendable () -> Void

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `limitExceeded`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> [WatchEntry] {
        let user = try context.caller.requireUser().userID
        let tickers = try TickerList.read(request.tickers)
        let now = clock.now()
        let entries = try await store.write(deadline: context.deadline) { [rules] books in
            try books.once(request.keyed) {
                switch request.change {
                case .add: try Self.add(tickers, to: user, most: rules.mostWatched, in: books, at: now)
                case .remove: try Self.remove(tickers, from: user, in: books)
                }
            }
            return try WatchEntry.all(of: user, in: books, at: now)
        }
        ring()
        return entries
    }

    /// Puts tickers on a watch-list; what is known of them already is told.
    static func add(
        _ tickers: [String], to user: String, most: Int, in books: any PatternBooks, at now: Instant
    ) throws {
        let watched = Set(try books.watches(of: user).map(\.ticker))
        let new = tickers.filter { !watched.contains($0) }
        guard watched.count + new.count <= most else {
            throw Fault(
                .limitExceeded, "A watch-list holds at most \(most) securities; take some off it first.",
                field: "tickers", details: ["limit": .number(most)])
        }
        for ticker in new {
            if try books.watchers(of: ticker).isEmpty, var state = try books.state(of: ticker) {
                // Nobody wanted its patterns until now: looks at it were about what had been announced.
                (state.seen, state.market) = (nil, nil)
                try books.save(state)
            }
            try books.add(Watch(userID: user, ticker: ticker, since: now))
            // What rests on older data is told when it has been looked at again.
            guard try books.state(of: ticker)?.watchState == .current else { continue }
            for finding in try books.openFindings(of: ticker) where finding.isActive(at: now) {
                try ScanTicker.announce(finding, in: books, at: now)
            }
        }
        if !new.isEmpty { try books.tell(changeOf: new, to: user) }
    }

    private static func remove(_ tickers: [String], from user: String, in books: any PatternBooks) throws {
        for ticker in tickers {
            guard try books.removeWatch(of: ticker, by: user) else {
                throw Fault(
                    .notFound, "\(ticker) is not on your watch-list.", field: "tickers")
            }
        }
        try books.tell(changeOf: tickers, to: user)
    }
}

/// Lists what the caller watches.
struct ListWatchesInteractor: Interactor {
    let store: any PatternsStore
    let clock: WallClock

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ request: Void, context: SignalContext) async throws -> [WatchEntry] {
        let user = try context.caller.requireUser().userID
        let now = clock.now()
        return try await store.read { try WatchEntry.all(of: user, in: $0, at: now) }
    }
}

/// Looks at securities of the caller now.
struct RefreshInteractor: Interactor {
    struct Request: Sendable {
        /// Nil for all that the caller watches.
        let tickers: [String]?
        let keyed: KeyedRequest?
    }

    let store: any PatternsStore
    let scanning: any TickerScanning
    let rules: WatchRules
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `limitExceeded`; what scanner says.
    func execute(_ request: Request, context: SignalContext) async throws -> [TickerReport] {
        let user = try context.caller.requireUser().userID
        let given = try request.tickers.map { texts throws(Fault) in try TickerList.read(texts) }
        let now = clock.now()
        let tickers = try await store.write(deadline: context.deadline) { [rules] books in
            try books.once(request.keyed) {
                if let given {
                    try ChangeWatchesInteractor.add(given, to: user, most: rules.mostWatched, in: books, at: now)
                }
            }
            return try given ?? books.watches(of: user).map(\.ticker)
        }
        var reports: [TickerReport] = []
        context.progress?.report(0, message: "\(tickers.count) securities")
        for (index, ticker) in tickers.enumerated() {
            try Task.checkCancellation()
            reports.append(try await scanning.scan(ticker))
            context.progress?.report(Double(index + 1) / Double(tickers.count), message: ticker)
        }
        return reports
    }
}
