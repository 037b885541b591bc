import Coordination
import Domain
import Foundation
import Signals
import StrictJSON
import TestSupport
import Testing
import Transport

/// The watch loop end to end: candles arrive, and a pattern is found and announced once, whatever is killed on the way.
@Suite struct PatternsSystemTests {
    /// A periodic wave: the same candles always follow each of its candles.
    private static let wave = [100.0, 102, 105, 109, 106, 103, 101, 98]
    private static let rounds = max(
        2, (ProcessInfo.processInfo.environment["KOPILKA_TEST_KILLS"].flatMap { Int($0) } ?? 200) / 40)

    private static func candles(_ count: Int, from first: Int = 0, volume: Int = 100) -> [ScannerSignal.Candle] {
        let day = CalendarDay(daysSince1970: 19_000)
        return (first..<count).map { index in
            let (open, close) = (wave[(index + 7) % 8], wave[index % 8])
            return ScannerSignal.Candle(
                date: "\(day.adding(days: index))", open: open, high: max(open, close) + 1, low: min(open, close) - 1,
                close: close, volume: Double(volume))
        }
    }

    /// Services and the links to them.
    private struct Scene {
        let bank: Bank
        let scanner: ServiceLink
        let patterns: ServiceLink

        static func with(_ body: (Scene) async throws -> Void) async throws {
            let bank = try await Bank.opened(["auth", "scanner", "patterns"])
            let scene = Scene(
                bank: bank,
                scanner: ServiceLink(service: "scanner", runDirectory: bank.house.runDirectory, loop: bank.loop),
                patterns: ServiceLink(service: "patterns", runDirectory: bank.house.runDirectory, loop: bank.loop))
            try await body(scene)
            await scene.scanner.close()
            await scene.patterns.close()
            await bank.close()
        }

        func ask<S: Signal>(_ signal: S, as person: Person) async throws -> S.Answer {
            try await (S.method.service == "scanner" ? scanner : patterns).send(
                signal, context: bank.context(person, key: Bank.newKey()), within: .seconds(180))
        }

        func put(_ candles: [ScannerSignal.Candle], _ ticker: String, as person: Person) async throws {
            _ = try await ask(ScannerSignal.ImportCandles(ticker: ticker, candles: candles), as: person)
        }

        /// Waits until all watched securities are scanned and unchanged since.
        func settled(as person: Person, asOf day: String) async throws {
            try await eventually("all is up to date as of \(day)") {
                let securities = try await ask(PatternsSignal.ListWatches(), as: person).securities
                return securities.allSatisfy { $0.state == .current && $0.asOf == day }
            }
        }

        /// Returns the ids and users of the events of a type that a person sees.
        func told(_ type: String, to person: Person) async throws -> [String] {
            let reply = try await bank.ask("patterns.events", #""after":0,"limit":1000"#, as: person.session)
            let events = try #require(reply.result?.member("events"), "\(reply)").elements
            return events.filter { $0.member("type")?.string == type }.map { event in
                let data = event.member("data")
                return "\(data?.member("userId")?.string == person.id) \(data?.member("id")?.string ?? "")"
            }
        }
    }

    @Test func whatIsFoundIsToldOnceToEachWhateverIsKilled() async throws {
        try await Scene.with { scene in
            let (anna, boris) = (try await scene.bank.person(), try await scene.bank.person())
            for person in [anna, boris] {
                _ = try await scene.ask(PatternsSignal.AddWatch(tickers: ["WAVE"]), as: person)
            }
            let first = Self.candles(300)
            try await scene.put(first, "WAVE", as: anna)
            try await scene.settled(as: anna, asOf: first[299].date)
            let patterns = try await scene.ask(PatternsSignal.List(), as: anna).patterns
            #expect(patterns.count == 2 && patterns.allSatisfy { $0.probability == 1 && $0.edge == .yes })
            let expected = Set(patterns.map { "true \($0.id)" })
            for round in 0..<Self.rounds {
                // The same candles with more volume: they are scanned again, and the service is killed during the scan.
                try await scene.put(Self.candles(300, from: 290, volume: 200 + round), "WAVE", as: anna)
                try await Task.sleep(for: .milliseconds(.random(in: 0...60)))
                try await scene.bank.house.kill("patterns")
                try await scene.bank.house.start("patterns")
                try await scene.settled(as: anna, asOf: first[299].date)
                for person in [anna, boris] {
                    let told = try await scene.told(PatternsEvent.Found.type, to: person)
                    #expect(told.count == 2 && Set(told) == expected, "\(told)")
                }
            }
            // The outcome is known, judged once, and counted.
            let later = Self.candles(306)
            try await scene.put(later.suffix(6), "WAVE", as: anna)
            try await scene.bank.house.kill("patterns")
            try await scene.bank.house.start("patterns")
            try await scene.settled(as: anna, asOf: later[305].date)
            for person in [anna, boris] {
                let judged = try await scene.told(PatternsEvent.Judged.type, to: person)
                #expect(judged.count == 2 && Set(judged) == expected, "\(judged)")
                let score = try await scene.ask(PatternsSignal.Score(), as: person).kinds
                #expect(score.map(\.judged) == [1, 1] && score.map(\.cameTrue) == [1, 1])
            }
            let shown = try await scene.ask(PatternsSignal.Show(id: patterns[0].id), as: anna)
            #expect(shown.status == .superseded && shown.announcement?.cameTrue == true && !shown.matches.isEmpty)
        }
    }

    @Test func withoutScannerTheDashboardAnswersAndSaysSo() async throws {
        try await Scene.with { scene in
            let anna = try await scene.bank.person()
            let candles = Self.candles(200)
            try await scene.put(candles, "WAVE", as: anna)
            let refreshed = try await scene.ask(PatternsSignal.Refresh(tickers: ["WAVE"]), as: anna)
            #expect(refreshed.patterns == 2 && refreshed.securities.map(\.tried) == [29])
            // Scanner is asked for its health with a short deadline, which a busy machine may miss.
            var before = try await scene.ask(PatternsSignal.List(), as: anna)
            try await eventually("scanner is ready") {
                if before.scanner != .ready { before = try await scene.ask(PatternsSignal.List(), as: anna) }
                return before.scanner == .ready
            }
            #expect(before.notice == nil && before.patterns.count == 2)

            try await scene.bank.house.kill("scanner")
            let down = try await scene.ask(PatternsSignal.List(), as: anna)
            #expect(down.patterns == before.patterns && down.scanner == .unavailable)
            #expect(down.notice?.hasPrefix("scanner is not answering now") == true)
            let stats = try await scene.bank.ask("patterns.stats", as: anna.session)
            #expect(stats.result?.member("activePatterns")?.int64 == 2, "\(stats)")
            #expect(stats.result?.member("scanner")?.string == "unavailable")
            #expect((stats.result?.member("methods")?.count ?? 0) > 0, "and what every service's stats tell")
            #expect(try await scene.ask(PatternsSignal.Best(), as: anna).chart.count == 60)

            try await scene.bank.house.start("scanner")
            try await eventually("scanner is asked again") {
                try await scene.ask(PatternsSignal.List(), as: anna).scanner == .ready
            }
            // A frozen service counts as unavailable, and delays nobody for long.
            try await scene.bank.house.freeze("scanner")
            let frozen = try await scene.ask(PatternsSignal.List(), as: anna)
            #expect(frozen.patterns == before.patterns && frozen.scanner == .unavailable)
            scene.bank.house.send(SIGCONT, to: "scanner")
            try await eventually("scanner goes on") {
                try await scene.ask(PatternsSignal.List(), as: anna).scanner == .ready
            }
        }
    }

    @Test func peopleHaveDashboardsOfTheirOwn() async throws {
        try await Scene.with { scene in
            let (anna, boris) = (try await scene.bank.person(), try await scene.bank.person())
            let candles = Self.candles(200)
            for (person, ticker) in [(anna, "HERS"), (boris, "HIS")] {
                try await scene.put(candles, ticker, as: person)
                _ = try await scene.ask(PatternsSignal.AddWatch(tickers: [ticker]), as: person)
            }
            for (person, ticker, other) in [(anna, "HERS", boris), (boris, "HIS", anna)] {
                try await scene.settled(as: person, asOf: candles[199].date)
                let patterns = try await scene.ask(PatternsSignal.List(), as: person).patterns
                #expect(patterns.count == 2 && patterns.allSatisfy { $0.ticker == ticker })
                for pattern in patterns {
                    let reply = try await scene.bank.ask(
                        "patterns.show", #""id":"\#(pattern.id)""#, as: other.session)
                    #expect(reply.code == "notFound", "\(reply)")
                }
                let told = try await scene.told(PatternsEvent.Found.type, to: person)
                #expect(Set(told) == Set(patterns.map { "true \($0.id)" }))
            }
        }
    }
}
