import Coordination
import Domain
import MarketData
import Reasons
import Signals

/// Takes candles of one security into the market, all of them or none.
struct ImportCandles: UseCase {
    /// How many candles a request may hold.
    private static let mostCandles = 5_000_000
    private static let nameLength = 200

    let store: any ScannerStore
    let uploads: Uploads
    let clock: WallClock

    /// What is to be taken in, wherever it came from.
    private struct Content: Sendable {
        var candles: [Candle]
        var ticker: String?
        var timeframe: ScannerSignal.Timeframe
        var badLines: [CandleFile.BadLine] = []
        var badCount = 0
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound` (the
    ///   upload), `conflict`.
    func answer(
        _ signal: ScannerSignal.ImportCandles, context: SignalContext
    ) async throws -> ScannerSignal.ImportAnswer {
        let user = try context.caller.requireUser().userID
        if let name = signal.name, !(1...Self.nameLength).contains(name.count) {
            throw Fault.invalidArgument("name", "must have 1 to \(Self.nameLength) characters")
        }
        let given = try signal.ticker.map { ticker throws(Fault) in try Ticker.required(ticker, field: "ticker") }
        // An upload is gone once it was imported.
        if let before = try await store.answerBefore(to: signal, by: user, context: context) { return before }
        let content = try await content(signal, user)
        let ticker = try given ?? self.ticker(of: content, signal)
        guard !content.candles.isEmpty else {
            throw Fault.invalidArgument(Self.source(signal), "has no candle")
        }
        let key = SeriesKey(ticker: ticker, timeframe: content.timeframe)
        let weight = content.candles.count
        let answer = try await store.once(signal, by: user, context: context, weight: weight) { books in
            let isAnothers = try MarketRights.isOwned(ticker, byOtherThan: user, in: books)
            let report = try books.take(
                content.candles, into: key, name: isAnothers ? nil : signal.name, isMadeUp: false, by: user)
            // To write over the candles of another is to take them out.
            if isAnothers, report.updated > 0 {
                throw Fault(
                    .permissionDenied,
                    "\(ticker) is another user's, and \(report.updated) of these candles would change those that are there.",
                    field: "ticker")
            }
            try books.tell(user)
            return ScannerSignal.ImportAnswer(report, badLines: content.badLines, badCount: content.badCount)
        }
        if let upload = signal.upload { uploads.forget(upload, userID: user) }
        return answer
    }

    private func content(_ signal: ScannerSignal.ImportCandles, _ user: String) async throws -> Content {
        guard [signal.csv != nil, signal.candles != nil, signal.upload != nil].filter({ $0 }).count == 1 else {
            throw Fault.invalidArgument("csv", "must be given, or candles or upload instead, and one of them only")
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
        guard file.badCount == 0 || signal.skipBad == true else { throw Self.fault(field, file) }
        guard file.candles.count <= Self.mostCandles else {
            throw Fault.invalidArgument(field, "must have at most \(Self.mostCandles) candles")
        }
        return Content(
            candles: file.candles, ticker: file.ticker, timeframe: file.timeframe, badLines: file.badLines,
            badCount: file.badCount)
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
                    "\(field).date",
                    timeframe.isWithinDay
                        ? "must be a moment such as 2025-10-08T15:30" : "must be a day such as 2025-10-08")
            }
            if let before = known.updateValue(index, forKey: bound.first) {
                throw Fault.invalidArgument("\(field).date", "is that of candles[\(before)] again")
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
        throw .invalidArgument("ticker", "must be given: the candles do not say of what they are")
    }

    private static func source(_ signal: ScannerSignal.ImportCandles) -> String {
        signal.csv != nil ? "csv" : signal.upload != nil ? "upload" : "candles"
    }

    /// Names each bad line and why it is bad.
    private static func fault(_ field: String, _ file: CandleFile) -> Fault {
        var details: [String: ReasonDetail] = ["badLines": .number(file.badCount)]
        // With zeros in front, so that they stay in order by name.
        let width = String(file.badLines.last?.number ?? 0).count
        for line in file.badLines {
            let number = String(line.number)
            details["line " + String(repeating: "0", count: width - number.count) + number] = .text(line.reason)
        }
        let first = file.badLines.first.map { "line \($0.number) \($0.reason)" } ?? ""
        let count = file.badCount == 1 ? "a bad line" : "\(file.badCount) bad lines"
        return Fault(
            .invalidArgument, "\(field) has \(count), and nothing was imported: \(first).", field: field,
            details: details)
    }
}

extension ScannerSignal.ImportAnswer {
    /// What an import, or a fetch, did.
    init(_ report: ImportReport, badLines: [CandleFile.BadLine] = [], badCount: Int = 0) {
        func text(_ time: MarketTime?) -> String? { time?.text(in: report.key.timeframe) }
        self.init(
            ticker: report.key.ticker, timeframe: report.key.timeframe, added: report.added, updated: report.updated,
            candles: report.count, from: text(report.first), to: text(report.last),
            unfinished: text(report.unfinished), skipped: badCount,
            skippedLines: badCount == 0
                ? nil : badLines.map { ScannerSignal.BadLine(line: $0.number, reason: $0.reason) })
    }
}
