import Coordination
import Foundation
import Signals
import StrictJSON
import Testing

@testable import GatewayService

/// `gateway patterns`.
@Suite struct PatternCommandTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
    }

    private static let pattern = """
        {"id":"p1","ticker":"SBER","type":"candle","periodStart":"2025-10-06","periodEnd":"2025-10-08","matches":40,\
        "priceChange":0.012,"probability":0.684,"sparkline":[1,2,4],"direction":"up","considered":38,\
        "probabilityLow":0.525,"probabilityHigh":0.809,"baseRate":0.51,"edge":"yes","tried":13,"daysToWatch":3,\
        "foundAt":"2025-10-09T08:00:00Z","scannedAt":"2025-10-09T08:00:00Z","asOf":"2025-10-08","stale":true}
        """

    @Test func listsPatternsWithTheirOddsAndWhatChanceWouldBe() async throws {
        fixture.services.answer(
            "patterns.list",
            json: """
                {"patterns":[\(Self.pattern)],"total":3,"avgProbability":0.6,"scanner":"unavailable",\
                "notice":"scanner does not answer now"}
                """)
        for words in [["patterns"], ["patterns", "list"]] {
            let outcome = await fixture.run(words + ["--type", "candle", "--above", "5", "--sort-by", "matches"])
            #expect(outcome.code == 0, "\(outcome)")
            for text in [
                "SBER", "▁▃█", "up 68\u{A0}%", "53\u{A0}% to 81\u{A0}%", "51\u{A0}%", "+1.2\u{A0}%", "more than chance",
                "3 in all, 60\u{A0}% on average", "scanner does not answer now",
            ] { #expect(outcome.output.contains(text), "\(text) is missing in \(outcome.output)") }
        }
        let asked = try #require(fixture.services.calls(of: "patterns.list").first).parameters
        #expect(asked.contains(#""deviationFromAvg":0.05"#) && asked.contains(#""sortBy":"matches""#))
        #expect(await fixture.run("patterns", "--below").code == 0)
        #expect(fixture.services.calls.last?.parameters.contains(#""deviationFromAvg":-1"#) == true)
        #expect(await fixture.run("patterns", "--below", "--above", "1").code == 2)
        fixture.services.answer(
            "patterns.list", json: #"{"patterns":[],"total":0,"avgProbability":null,"scanner":"ready"}"#)
        #expect(await fixture.run("patterns").output.contains("no pattern of your securities ends now"))
    }

    @Test func drawsTheBestAndSaysItInWords() async throws {
        fixture.services.answer(
            "patterns.best",
            json: """
                {"ticker":"SBER","probability":0.684,"priceChange":0.012,"chart":[{"date":"2025-10-07","value":1},\
                {"date":"2025-10-08","value":2}],"pattern":\(Self.pattern),"scanner":"ready"}
                """)
        let outcome = await fixture.run("patterns", "best", "--plain")
        #expect(outcome.code == 0, "\(outcome)")
        for text in [
            "SBER, candle, 2025-10-06 to 2025-10-08: 40 matches, of 38 it is known what followed",
            """
            3 candles later up in 68\u{A0}% of them (at 95 %: 53\u{A0}% to 81\u{A0}%); after any candle it is 51\u{A0}%
            """,
            "chosen of 13 segments that end on that day", "the candles have changed since", "2025-10-07",
        ] { #expect(outcome.output.contains(text), "\(text) is missing in \(outcome.output)") }
        fixture.services.refuse("patterns.best", Fault(.notFound, "No pattern."))
        #expect(await fixture.run("patterns", "best").code == 5)
    }

    @Test func showsOneWithItsMatchesAndWhatBecameOfIt() async throws {
        func answer(_ judged: String) -> String {
            """
            {"pattern":\(Self.pattern),"status":"superseded","tailLength":1,"kept":4,"stats":{"matches":40,\
            "considered":38,"up":26,"down":11,"flat":1,"direction":"up","probability":0.684,"probabilityLow":0.525,\
            "probabilityHigh":0.809,"meanChange":0.01,"medianChange":0.01,"standardDeviation":0.02,"meanUp":0.02,\
            "meanDown":-0.01,"baseRateUp":0.51,"baseRateDown":0.48,"edge":"yes","distinctDays":37},"matches":[{\
            "ticker":"LKOH","from":"2019-01-01","to":"2019-01-03","candles":3,"distance":0.1,"similarity":0.9,\
            "change":null}],"searched":{"securities":1,"candles":9,"windows":9,"passed":9,"candidates":9},"chart":[],\
            "announcement":{"announcedAt":"2025-10-09T08:00:00Z","direction":"up","probability":0.684,\
            "baseRate":0.51\(judged)},"scanner":"ready"}
            """
        }
        let judged = #","judgedAt":"2025-10-14T08:00:00Z","change":"#
        for (end, words) in [
            ("", "what followed is not known yet"), (judged + #"0.02,"cameTrue":true"#, "+2.0\u{A0}%: it came true"),
            (judged + #"-0.02,"cameTrue":false"#, "-2.0\u{A0}%: it did not come true"),
            (judged + "null", "nobody can tell what followed"),
        ] {
            fixture.services.answer("patterns.show", json: answer(end))
            let outcome = await fixture.run("patterns", "show", "7q4m2k9x1c3z")
            #expect(outcome.code == 0 && outcome.output.contains(words), "\(outcome)")
            #expect(outcome.output.contains("LKOH") && outcome.output.contains("not yet known"))
            #expect(outcome.output.contains("newer candles have come"))
        }
        #expect(fixture.services.calls(of: "patterns.show").first?.parameters == #"{"id":"7q4m2k9x1c3z"}"#)
    }

    @Test func refreshesAllOrSomeAndTellsHowFarItIs() async throws {
        fixture.services.answer(
            "patterns.refresh",
            json: """
                {"securities":[{"ticker":"SBER","state":"current","asOf":"2025-10-08","tried":29,"patterns":2,\
                "new":1}],\
                "patterns":2,"new":1}
                """)
        let outcome = await fixture.run("patterns", "refresh")
        #expect(outcome.code == 0 && outcome.output.contains("2 patterns now, 1 of them new"), "\(outcome)")
        _ = await fixture.run("patterns", "refresh", "SBER", "LKOH")
        let calls = fixture.services.calls(of: "patterns.refresh")
        #expect(calls.map(\.parameters) == ["{}", #"{"tickers":["SBER","LKOH"]}"#])
        #expect(calls.allSatisfy { $0.context.progress != nil && $0.context.idempotencyKey != nil })
        #expect(await fixture.run("patterns", "refresh", "--json").output.hasPrefix(#"{"securities""#))
    }

    @Test func keepsAWatchListAndTheScore() async throws {
        let list = """
            {"securities":[{"ticker":"SBER","since":"2025-10-09T08:00:00Z","state":"stale",\
            "scannedAt":"2025-10-09T08:00:00Z","asOf":"2025-10-08","patterns":2}]}
            """
        for method in ["patterns.watch.add", "patterns.watch.remove", "patterns.watch.list"] {
            fixture.services.answer(method, json: list)
        }
        for words in [["add", "SBER", "LKOH"], ["remove", "SBER,LKOH"], ["list"]] {
            let outcome = await fixture.run(["patterns", "watch"] + words)
            #expect(outcome.code == 0 && outcome.output.contains("new candles since"), "\(outcome)")
        }
        fixture.services.answer(
            "scanner.securities",
            json:
                #"""
                {"securities":[{"ticker":"SBER","timeframe":"1d","candles":9,"from":"2025-01-01","to":"2025-02-01"}]}
                """#
        )
        let slip = await fixture.run("patterns", "watch", "add", "SBRE")
        #expect(slip.code == 0 && slip.errors.contains("SBRE is not in the market; did you mean SBER?"), "\(slip)")
        let parameters = ["add", "remove"].map { fixture.services.calls(of: "patterns.watch.\($0)")[0].parameters }
        #expect(parameters == Array(repeating: #"{"tickers":["SBER","LKOH"]}"#, count: 2))
        #expect(await fixture.run("patterns", "watch", "add").code == 2)

        fixture.services.answer(
            "patterns.score",
            json: """
                {"kinds":[{"type":"candle","announced":9,"judged":8,"cameTrue":6,"hitRate":0.75,"hitRateLow":0.41,\
                "hitRateHigh":0.93,"expected":0.7,"baseRate":0.5},{"type":"chart","announced":1,"judged":0,\
                "cameTrue":0,\
                "hitRate":null,"hitRateLow":null,"hitRateHigh":null,"expected":null,"baseRate":null}]}
                """)
        let score = await fixture.run("patterns", "score")
        #expect(score.output.contains("75\u{A0}%  41\u{A0}% to 93\u{A0}%"), "\(score)")
        fixture.services.answer(
            "patterns.stats",
            json: """
                {"activePatterns":2,"bestTicker":"SBER","bestProbability":0.7,"avgProbability":0.6,\
                "avgPriceChange":0.01,\
                "stalePatterns":1,"scanner":"ready","uptimeSeconds":4,"methods":[]}
                """)
        let stats = await fixture.run("patterns", "stats")
        #expect(stats.code == 0 && stats.output.contains("SBER, 70\u{A0}%"), "\(stats)")
    }
}
