import Coordination
import Domain
import MarketData
import Reasons
import Signals

/// Imports candles of one security into the market, all or none.
struct ImportCandles: RepeatableUseCase {
    /// The largest number of candles per request.
    private static let mostCandles = 5_000_000
    private static let nameLength = 200

    let store: any ScannerStore
    let uploads: Uploads
    let clock: WallClock

    /// The content of an import, whatever its source.
    private struct Content: Sendable {
        var candles: [Candle]
        var ticker: String?
        var timeframe: ScannerSignal.Timeframe
        var bad = BadLines()
    }

    /// An upload is gone after its import.
    var answers: any ModelStore { store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound` (the
    ///   upload), `conflict`.
    func answer(
        _ signal: ScannerSignal.ImportCandles, context: SignalContext
    ) async throws -> ScannerSignal.ImportAnswer {
        let user = try context.caller.requireUser().userID
        if let name = signal.name, !(1...Self.nameLength).contains(name.count) {
            throw Fault.invalidArgument("name", .badLengthText, ["least": 1, "most": .number(Self.nameLength)])
        }
        let given = try signal.ticker.map { ticker throws(Fault) in try Ticker.required(ticker, field: "ticker") }
        let content = try await content(signal, user)
        let ticker = try given ?? self.ticker(of: content, signal)
        guard !content.candles.isEmpty else {
            throw Fault.invalidArgument(Self.source(signal), .hasNoCandle)
        }
        let key = SeriesKey(ticker: ticker, timeframe: content.timeframe)
        let weight = content.candles.count
        let answer = try await store.once(signal, by: user, context: context, weight: weight) { transaction in
            let isAnothers = try MarketRights.isOwned(ticker, byOtherThan: user, in: transaction)
            let report = try transaction.take(
                content.candles, into: key, name: isAnothers ? nil : signal.name, isMadeUp: false, by: user)
            // Overwriting candles of another owner would amount to deleting them.
            if isAnothers, report.updated > 0 {
                throw Fault(
                    .permissionDenied, .candlesAreAnothers,
                    ["ticker": .text(ticker), "candles": .number(report.updated)], field: "ticker")
            }
            try transaction.tell(user)
            return ScannerSignal.ImportAnswer(report, content.bad)
        }
        if let upload = signal.upload { uploads.forget(upload, userID: user) }
        return answer
    }

    private func content(_ signal: ScannerSignal.ImportCandles, _ user: String) async throws -> Content {
        guard [signal.csv != nil, signal.candles != nil, signal.upload != nil].filter({ $0 }).count == 1 else {
            throw Fault.invalidArgument("csv", .oneSourceNeeded, ["other": "candles", "another": "upload"])
        }
        if let candles = signal.candles { return try content(of: candles, signal) }
        let text = try signal.csv ?? uploads.text(of: signal.upload ?? "", userID: user)
        let field = Self.source(signal)
        let options = CandleFile.Options(
            timeframe: signal.timeframe, dateOrder: signal.dateOrder, today: clock.now().dayInUTC)
        let file = try await OwnThread.run { Result { try CandleFile(text, options: options) } }
            .mapError { error -> any Error in
                guard let unreadable = error as? CandleFile.Unreadable else { return error }
                return Fault.invalidArgument(unreadable.field == "csv" ? field : unreadable.field, unreadable.rule)
            }.get()
        if signal.skipBad != true, let fault = file.bad.fault(field) { throw fault }
        guard file.candles.count <= Self.mostCandles else {
            throw Fault.invalidArgument(
                field, .tooManyCandles,
                ["most": .number(Self.mostCandles), "candles": .number(file.candles.count)])
        }
        return Content(candles: file.candles, ticker: file.ticker, timeframe: file.timeframe, bad: file.bad)
    }

    private func content(
        of candles: [ScannerSignal.Candle], _ signal: ScannerSignal.ImportCandles
    ) throws -> Content {
        let timeframe = signal.timeframe ?? .oneDay
        let today = clock.now().dayInUTC
        var known: [MarketTime: Int] = [:]
        var taken: [Candle] = []
        for (index, candle) in candles.enumerated() {
            let field = "candles[\(index)]"
            guard let bound = MarketBound(candle.date), timeframe.isWithinDay || bound.first < bound.last else {
                throw Fault.invalidArgument(
                    "\(field).date", timeframe.isWithinDay ? .notALocalMoment : .notADayWithExample,
                    timeframe.isWithinDay ? [:] : ["example": "2025-10-08"])
            }
            if let before = known.updateValue(index, forKey: bound.first) {
                throw Fault.invalidArgument("\(field).date", .isDateOfOther, ["other": "candles[\(before)]"])
            }
            let isOver = timeframe.isWithinDay || bound.first.day < today
            let own = Candle(
                time: bound.first, open: candle.open, high: candle.high, low: candle.low, close: candle.close,
                volume: candle.volume, isFinished: isOver && candle.unfinished != true)
            if let (name, rule) = own.problem { throw Fault.invalidArgument("\(field).\(name)", rule) }
            taken.append(own)
        }
        return Content(candles: taken.sorted { $0.time < $1.time }, timeframe: timeframe)
    }

    private func ticker(of content: Content, _ signal: ScannerSignal.ImportCandles) throws(Fault) -> String {
        if let own = content.ticker.flatMap(Ticker.normal) { return own }
        let base = signal.fileName?.split(separator: "/").last?.prefix { !"_. ".contains($0) }
        if let base, let named = Ticker.normal(String(base)) { return named }
        throw .invalidArgument("ticker", .tickerNotSaid)
    }

    private static func source(_ signal: ScannerSignal.ImportCandles) -> String {
        signal.csv != nil ? "csv" : signal.upload != nil ? "upload" : "candles"
    }
}

extension ScannerSignal.ImportAnswer {
    /// Creates the answer to an import or a fetch.
    init(_ report: ImportReport, _ bad: BadLines = BadLines()) {
        func text(_ time: MarketTime?) -> String? { time?.text(in: report.key.timeframe) }
        self.init(
            ticker: report.key.ticker, timeframe: report.key.timeframe, added: report.added, updated: report.updated,
            candles: report.count, from: text(report.first), to: text(report.last),
            unfinished: text(report.unfinished), skipped: bad.count,
            skippedLines: bad.count == 0
                ? nil : bad.lines.map { ScannerSignal.BadLine(line: $0.number, $0.refusal) })
    }
}
