import Coordination
import Domain
import Foundation
import ScannerService
import Signals
import StrictJSON
import Synchronization
import TestSupport
import Transport

/// Scans: the reference cases over ten shares, and a segment of 60 closes in ten million, in-process and over the wire.
/// The baseline is the plain definition, over as much as it can do in the time.
enum ScannerBenchmark {
    private static let manyCloses = 10_000_000

    static func run() async throws {
        try await referenceCases()
        await manyWindows()
        try await overTheWire()
    }

    // MARK: Ten shares

    private static func referenceCases() async throws {
        let directory = TemporaryDirectory()
        let store = try await SQLiteScannerStore.open(at: directory.file("scanner.db"))
        let service = UseCaseService(
            ScannerUseCases.all(store: store, engine: ScannerAssembly.engine(threads: 0), clock: .system))
        let session = UserSession(
            userID: "bench", sessionID: "bench", expiresAt: WallClock.system.now() + .seconds(3600))
        let context = SignalContext(caller: .user(session))
        guard let take = service.handler(for: ScannerSignal.ImportCandles.self),
            let scan = service.handler(for: ScannerSignal.Scan.self)
        else { preconditionFailure("Scanner answers both.") }
        for ticker in ReferenceResults.tickers { _ = try await take(try importing(ticker), context) }
        for kind in ["candle", "chart"] {
            for number in 1...6 {
                let signal = try reference("\(kind)-p\(number)")
                let time = try await best(of: 9) { _ = try await scan(signal, context) }
                Report.time(
                    "scan \(kind)-p\(number), in-process", time, promised: kind == "candle" ? "<= 2 ms" : "<= 60 ms")
            }
        }
        await store.close()
    }

    /// The file of a share of the reference market.
    static func importing(_ ticker: String) throws -> ScannerSignal.ImportCandles {
        ScannerSignal.ImportCandles(csv: try ReferenceResults.candles(of: ticker))
    }

    private static func reference(_ name: String) throws -> ScannerSignal.Scan {
        let root = try JSONDocument(ReferenceResults.bytes("scanner/\(name).json")).root
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("kind", root.member("kind")?.string ?? "")
        if let members = root.member("request")?.members {
            for member in members {
                writer.key(member.name)
                writer.raw(member.node.rawBytes)
            }
        }
        writer.endObject()
        return try JSONDocument(writer.finish()).root.decode(ScannerSignal.Scan.self)
    }

    private static func best(of count: Int, _ work: () async throws -> Void) async throws -> Duration {
        var times: [Duration] = []
        for _ in 0..<count {
            let began = ContinuousClock.now
            try await work()
            times.append(.now - began)
        }
        return times.quantile(0)
    }

    // MARK: Ten million closes

    private static func manyWindows() async {
        var random = SeededGenerator(seed: 20)
        let series = walk("WALK", manyCloses, &random)
        let segment = walk("SEGMENT", 60, &random).close
        let engine = ScannerAssembly.engine(threads: 0)
        func plan(_ series: CandleSeries, _ scales: ClosedRange<Double>) -> ScanPlan {
            let options = ChartPattern.Options(
                points: 60, band: 0.05, minScale: scales.lowerBound, maxScale: scales.upperBound, tolerance: 0.25)
            return ScanPlan(
                parts: [ScanPlan.Part(series: series, range: 0..<series.count, visible: series.count)], segment: nil,
                pattern: .chart(ChartPattern(closes: segment, options: options)), daysToWatch: 5)
        }
        let part = PlainScan(
            series: [
                PlainScan.Series(
                    ticker: "WALK", open: [], high: [], low: [], close: Array(series.close[..<20_000]))
            ], ranges: [0..<20_000])
        let plainBegan = ContinuousClock.now
        let plainFound = part.chart(segment: segment, lengths: 60...60, points: 60, band: 0.05, tolerance: 0.25).count
        let plainTime = (ContinuousClock.now - plainBegan) * Double(manyCloses) / 20_000
        let ours = await engine.run(
            plan(cut(series, 20_000), 1...1), stop: StopFlag(), progress: { _, _ in })
        precondition(ours?.rawCount == plainFound, "The engine finds what the definition finds.")

        let before = residentBytes()
        let most = Peak()
        for (name, scales, promised) in [("one length", 1.0...1.0, "<= 1 s"), ("0.75 ... 1.5", 0.75...1.5, "<= 30 s")] {
            let began = ContinuousClock.now
            _ = await engine.run(
                plan(series, scales), stop: StopFlag(), progress: { _, _ in most.note(residentBytes()) })
            let lengths = scales.lowerBound == scales.upperBound ? 1.0 : 46.0
            Report.time(
                "60 closes in 10,000,000, \(name)", .now - began, promised: promised,
                baseline: ("the definition, one core, from 20,000", plainTime * lengths))
        }
        var slowest = Duration.zero
        for _ in 0..<5 {
            let stop = StopFlag()
            async let abandoned = engine.run(plan(series, 0.75...1.5), stop: stop, progress: { _, _ in })
            // Somewhere in the middle of it.
            do { try await Task.sleep(for: .milliseconds(Int.random(in: 200...900))) } catch { return }
            let began = ContinuousClock.now
            stop.stop(.cancelled)
            _ = await abandoned
            slowest = max(slowest, .now - began)
        }
        Report.time("from cancelling it to its end, the slowest of 5", slowest, promised: "<= 50 ms")
        Report.figure(
            "memory beside the data, a close",
            String(format: "%.2f bytes", Double(max(0, most.bytes - before)) / Double(manyCloses)),
            promised: "<= 24 bytes")
    }

    private static func walk(_ ticker: String, _ count: Int, _ random: inout SeededGenerator) -> CandleSeries {
        var price = 1000.0
        let closes = (0..<count).map { _ in
            price += Double.random(in: -1...1, using: &random) + Double.random(in: -1...1, using: &random)
            return price
        }
        return CandleSeries(
            ticker: ticker, times: (0..<Int32(count)).map { $0 }, open: closes, high: closes, low: closes, close: closes
        )
    }

    private static func cut(_ series: CandleSeries, _ count: Int) -> CandleSeries {
        let closes = Array(series.close[..<count])
        return CandleSeries(
            ticker: series.ticker, times: Array(series.times[..<count]), open: closes, high: closes, low: closes,
            close: closes)
    }

    /// The memory that the process has now: proc(5), statm.
    private static func residentBytes() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4096
    }

    // MARK: Over the wire

    private static func overTheWire() async throws {
        let bank = try await Bank.opened(["auth", "scanner"])
        let person = try await bank.person()
        let link = ServiceLink(service: "scanner", runDirectory: bank.house.runDirectory, loop: bank.loop)
        func send<S: Signal>(_ signal: S) async throws -> S.Answer {
            try await link.send(signal, context: bank.context(person), within: .seconds(300))
        }
        for ticker in ReferenceResults.tickers { _ = try await send(try importing(ticker)) }
        for name in ["candle-p4", "chart-p1", "chart-p2"] {
            let signal = try reference(name)
            let time = try await best(of: 9) { _ = try await send(signal) }
            Report.time(
                "scan \(name), over the wire", time, promised: name.hasPrefix("candle") ? "<= 2 ms" : "<= 60 ms")
        }
        let made = try await send(
            ScannerSignal.Simulate(ticker: "MINUTES", candles: 2_000_000, timeframe: .oneMinute))
        let scan = ScannerSignal.Scan(
            kind: .chart, segment: .init(ticker: "MINUTES", from: "2015-02-01T10:00", to: "2015-02-01T10:59"),
            tickers: ["MINUTES"], band: 0.05, minScale: 1, maxScale: 1, timeframe: .oneMinute, limit: 100)
        let time = try await best(of: 3) { _ = try await send(scan) }
        Report.time("60 closes in \(Report.grouped(Double(made.candles))), over the wire", time, promised: "<= 0.2 s")
        await link.close()
        await bank.close()
    }
}

/// The most of what was noted, by any thread.
private final class Peak: Sendable {
    private let value = Mutex(0)
    func note(_ bytes: Int) { value.withLock { $0 = max($0, bytes) } }
    var bytes: Int { value.withLock { $0 } }
}
