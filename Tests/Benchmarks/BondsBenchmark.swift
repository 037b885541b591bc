import BondsService
import Coordination
import Domain
import Foundation
import Signals
import Storage
import StrictJSON
import TestSupport
import Transport

/// Bonds: imports and charts of few and of many quotes, yields, shares. The baseline of yields is QuantLib in Python,
/// where it is installed (`BENCH_PYTHON` names the Python).
enum BondsBenchmark {
    private static let manyQuotes = 10_000_000
    /// Those of a service's door.
    private static let limits = JSONLimits(maximumBytes: 4 << 20, maximumDepth: 32, maximumValues: 400_000)

    static func run() async throws {
        try await overTheWire()
        try await millionShares()
        yields()
        try await inProcess()
    }

    // MARK: The app's file

    private static func overTheWire() async throws {
        let bank = try await Bank.opened(["auth", "bonds"])
        let person = try await bank.person()
        let link = ServiceLink(service: "bonds", runDirectory: bank.house.runDirectory, loop: bank.loop)
        let bytes = try ReferenceResults.bytes("bonds/skybonds.json")
        let signal = try JSONDocument(bytes, limits: limits).root.decode(BondsSignal.Import.self)
        func send<S: Signal>(_ signal: S) async throws -> S.Answer {
            try await link.send(signal, context: bank.context(person), within: .seconds(60))
        }
        var began = ContinuousClock.now
        _ = try await send(signal)
        Report.time("import of 9,000 quotes, over the wire", .now - began, promised: "<= 100 ms")
        began = .now
        _ = try await send(signal)
        Report.time("the same again", .now - began, promised: "<= 100 ms")
        guard let isin = signal.activities.first?.isin else { return }
        for points in [60, 1_000] {
            let time = try await best(of: 200) {
                _ = try await send(BondsSignal.Chart(isin: isin, kind: .price, points: points))
            }
            Report.time("chart of 3,000 quotes, \(points) points, wire", time, promised: "<= 3 ms")
        }
        await link.close()
        await bank.close()
    }

    // MARK: Shares

    /// By upload, over the wire, so that the memory is that of a service which has done nothing else.
    private static func millionShares() async throws {
        let bank = try await Bank.opened(["auth", "bonds"])
        let person = try await bank.person()
        let link = ServiceLink(service: "bonds", runDirectory: bank.house.runDirectory, loop: bank.loop)
        func send<S: Signal>(_ signal: S) async throws -> S.Answer {
            try await link.send(signal, context: bank.context(person), within: .seconds(60))
        }
        let text = (0..<1_000_000).map { "\($0 % 9_973 + 1).\($0 % 89 + 10)" }.joined(separator: "\n")
        var began = ContinuousClock.now
        var (part, start) = (0, text.utf8.startIndex)
        while start < text.utf8.endIndex {
            let end = text.utf8.index(start, offsetBy: 1 << 20, limitedBy: text.utf8.endIndex) ?? text.utf8.endIndex
            _ = try await send(
                BondsSignal.UploadPart(upload: "bench", part: part, text: String(text[start..<end])))
            (part, start) = (part + 1, end)
        }
        Report.time("upload of a million shares, wire", .now - began, promised: "")
        for sums in [false, true] {
            began = .now
            var (parts, next) = (1, 0)
            while next < parts {
                parts = try await send(BondsSignal.UploadedShares(upload: "bench", sumsToHundred: sums, part: next))
                    .parts
                next += 1
            }
            Report.time(
                "a million shares" + (sums ? ", summing to 100" : "") + ", wire", .now - began, promised: "<= 1 s")
        }
        Report.figure(
            "the most memory that bonds had for them",
            Report.megabytes(try bank.house.residentKilobytes(of: "bonds").peak), promised: "<= 300 MB")
        await link.close()
        await bank.close()
    }

    // MARK: Yields

    private static func yields() {
        let solver = YieldSolver(
            years: (1...20).map { Double($0) * 182.625 / 365 }, values: (1...20).map { $0 == 20 ? 104.5 : 4.5 })
        var (count, sum) = (0, 0.0)
        let began = processorTime()
        repeat {
            for step in 0..<10_000 {
                sum += solver.yield(price: 80 + Double(step) * 0.004) ?? 0
            }
            count += 10_000
        } while processorTime() - began < .seconds(1)
        let rate = Double(count) / ((processorTime() - began) / .seconds(1))
        precondition(sum > 0, "They have yields.")
        let quantLib = quantLibYields()
        Report.rate(
            "yields of ten-year semi-annual bonds, one core", rate, promised: ">= 600,000/s",
            baseline: quantLib.map { ("QuantLib from Python", $0) }, note: quantLib == nil ? "QuantLib is not here" : ""
        )
    }

    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// How many QuantLib solves a second; nil where it is not installed.
    private static func quantLibYields() -> Double? {
        let python = Process()
        let path = ProcessInfo.processInfo.environment["BENCH_PYTHON"] ?? "/usr/bin/python3"
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        python.executableURL = URL(fileURLWithPath: path)
        python.arguments = ["Tests/Benchmarks/quantlib-yields.py"]
        let output = Pipe()
        python.standardOutput = output
        guard (try? python.run()) != nil else { return nil }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        return Double(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    // MARK: In this process

    /// Bonds without sockets.
    private struct Bench {
        let service: UseCaseService
        let context: SignalContext

        func ask<S: Signal>(_ signal: S) async throws -> S.Answer {
            guard let handler = service.handler(for: S.self) else { preconditionFailure("Bonds answers it.") }
            return try await handler(signal, context)
        }
    }

    private static func inProcess() async throws {
        let directory = TemporaryDirectory()
        let (service, store) = try await BondsAssembly.service(at: directory.file("bonds.db"), clock: .system)
        let session = UserSession(
            userID: "bench", sessionID: "bench", expiresAt: WallClock.system.now() + .seconds(3600))
        let bench = Bench(service: service, context: SignalContext(caller: .user(session)))
        try await yieldChart(bench)
        try await manyQuotes(bench)
        await store.close()
    }

    private static func yieldChart(_ bench: Bench) async throws {
        guard let isin = ISIN("RU000A0ZYMN9"), let issued = CalendarDay("2024-01-15"),
            let maturity = CalendarDay("2034-01-15"), let currency = Currency(code: "RUB")
        else { preconditionFailure("The values are right.") }
        let quotes = (0..<300).map { index in
            BondsSignal.Quote(
                date: QuoteMoment(issued.adding(days: index).startInUTC), price: 95 + Double(index % 17) / 3)
        }
        let terms = BondsSignal.Terms(
            face: 1000, ratePercent: 9, frequency: 2, issued: issued, maturity: maturity)
        let activity = BondsSignal.Activity(title: "B", currency: currency, isin: isin, items: quotes, terms: terms)
        _ = try await bench.ask(BondsSignal.Import(activities: [activity]))
        let time = try await best(of: 20) { _ = try await bench.ask(BondsSignal.Chart(isin: isin, kind: .yield)) }
        Report.time("300 yields of a chart", time, promised: "<= 2 ms")
    }

    /// A quote each half minute, in messages of 50,000 as they come over the wire.
    private static func manyQuotes(_ bench: Bench) async throws {
        guard let isin = ISIN("RU000A0JW126"), let first = Instant("2015-01-01T00:00:00Z") else {
            preconditionFailure("The values are right.")
        }
        let size = 50_000
        var spent = Duration.zero
        for part in 0..<(manyQuotes / size) {
            var text = #"{"activities":[{"title":"A","currency":"RUB","isin":"RU000A0JW126","items":["#
            for index in (part * size)..<((part + 1) * size) {
                let time = first + .seconds(30 * index)
                text += #"{"date":"\#(time)","price":\#(90 + index % 977).\#(index % 97 + 10)},"#
            }
            text.removeLast()
            let bytes = Array((text + "]}]}").utf8)
            let began = ContinuousClock.now
            let signal = try JSONDocument(bytes, limits: limits).root.decode(BondsSignal.Import.self)
            _ = try await bench.ask(signal)
            spent += .now - began
        }
        Report.rate(
            "import of \(Report.grouped(Double(manyQuotes))) quotes", Double(manyQuotes) / (spent / .seconds(1)),
            promised: ">= 300,000/s")
        let year = BondsSignal.Chart(isin: isin, kind: .price, points: 1_000, period: .year)
        let began = ContinuousClock.now
        let answer = try await bench.ask(year)
        Report.time(
            "one year of them (\(Report.grouped(Double(answer.quotes)))), first time", .now - began,
            promised: "<= 50 ms")
        let time = try await best(of: 9) { _ = try await bench.ask(year) }
        Report.time("one year of them, best of nine", time, promised: "<= 50 ms")
        let all = try await best(of: 2) { _ = try await bench.ask(BondsSignal.Chart(isin: isin, kind: .price)) }
        Report.time("all of them", all, promised: "")
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
}
