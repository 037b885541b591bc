import Coordination
import Foundation
import Signals
import Testing

@testable import GatewayService

/// `gateway market` and `gateway scan`.
@Suite struct MarketCommandTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
    }

    private static let imported = """
        {"ticker":"SBER","timeframe":"1d","added":2,"updated":0,"candles":2,"from":"2020-01-01","to":"2020-01-02",\
        "skipped":0}
        """
    private static let chart = """
        {"ticker":"SBER","candles":[{"date":"2020-01-01","open":1,"high":3,"low":1,"close":2},\
        {"date":"2020-01-02","open":2,"high":4,"low":2,"close":3},{"date":"2020-01-03","open":3,"high":3,"low":1,\
        "close":2}]}
        """

    private func file(_ content: String, _ name: String = "SBER.csv") throws -> String {
        let path = fixture.directory + "/" + name
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func importsFilesOneAfterAnother() async throws {
        fixture.services.answer("scanner.importCandles", json: Self.imported)
        let files = [try file("Date,Open\n"), try file("Date,Close\n", "GAZP.csv")]
        let outcome = await fixture.run(["market", "import"] + files)
        #expect(outcome.code == 0 && outcome.output.contains("SBER: 2 added, 0 updated; 2 in all"), "\(outcome)")
        let calls = fixture.services.calls(of: "scanner.importCandles")
        #expect(calls.count == 2 && calls[0].parameters.contains("Date,Open"))
        #expect(calls[0].context.idempotencyKey != calls[1].context.idempotencyKey)
        #expect(await fixture.run("market", "import", "/no/such/file").code == 2)
        #expect(await fixture.run(["market", "import", "--ticker", "A"] + files).code == 2)
    }

    @Test func plantedShapesAreNamedInWords() async throws {
        fixture.services.answer(
            "scanner.simulate",
            json: """
                {"ticker":"DEMO","candles":2000,"from":"2015-01-01","to":"2022-08-31","planted":[\
                {"label":"doubleBottom","from":"2015-04-09","to":"2015-05-20","change":0.04}]}
                """)
        let english = await fixture.run("market", "simulate", "DEMO")
        #expect(english.code == 0 && english.output.contains("double bottom"), "\(english)")
        let russian = await fixture.run("market", "simulate", "DEMO", "--lang", "ru")
        #expect(russian.output.contains("двойное дно") && !russian.output.contains("doubleBottom"), "\(russian)")
    }

    @Test func aLongFileGoesInParts() async throws {
        fixture.services.answer("scanner.importCandles", json: Self.imported)
        fixture.services.answer("scanner.uploadPart", json: #"{"parts":1,"bytes":1}"#)
        let path = try file(String(repeating: "ж,1,2,3\n", count: 300_000))
        #expect(await fixture.run("market", "import", path).code == 0)
        #expect(fixture.services.calls(of: "scanner.uploadPart").count == 3)
        #expect(fixture.services.calls.allSatisfy { !$0.parameters.contains("\u{FFFD}") }, "no character is cut in two")
        let call = try #require(fixture.services.calls(of: "scanner.importCandles").first)
        #expect(call.parameters.contains(#""upload":"file"#) && !call.parameters.contains("csv\":"))
    }

    @Test func aScanIsToldInWordsWithWhatChanceWouldBe() async throws {
        fixture.services.answer("scanner.chart", json: Self.chart)
        fixture.services.answer(
            "scanner.scan",
            json: """
                {"matches":[{"ticker":"LKOH","from":"2019-01-01","to":"2019-01-03","candles":3,"distance":0.1,\
                "similarity":0.995,"change":0.012}],"stats":{"matches":40,"considered":38,"up":26,"down":11,"flat":1,\
                "direction":"up","probability":0.684,"probabilityLow":0.525,"probabilityHigh":0.809,"meanChange":0.01,\
                "medianChange":0.01,"standardDeviation":0.02,"meanUp":0.02,"meanDown":-0.01,"baseRateUp":0.51,\
                "baseRateDown":0.48,"edge":"yes","distinctDays":37},"asOf":"2025-10-08","searched":{"securities":10,\
                "candles":25186,"windows":1000,"passed":50,"candidates":45}}
                """)
        let outcome = await fixture.run(
            "scan", "SBER", "--from", "2020-01-01", "--to", "2020-01-03", "--in", "SBER,LKOH", "--tolerance", "0.3",
            "--watch", "5")
        #expect(outcome.code == 0, "\(outcome)")
        for words in [
            "LKOH    2019-01-01  2019-01-03        3      99.5\u{A0}%  +1.2\u{A0}%",
            "40 matches in 10 securities (25\u{A0}186 candles), as of 2025-10-08, on 37 different days",
            "5 candles later, of 38: 26 up, 11 down, 1 unchanged; on average +1.0\u{A0}%",
            "up in 68\u{A0}% of them (at 95 %: 53\u{A0}% to 81\u{A0}%); after any candle it is 51\u{A0}%",
            "that is more than chance explains, so far",
        ] { #expect(outcome.output.contains(words), "\(words) is missing in \(outcome.output)") }
        let asked = try #require(fixture.services.calls(of: "scanner.scan").first)
        #expect(
            asked.parameters.contains(#""tickers":["SBER","LKOH"]"#) && asked.parameters.contains(#""tolerance":0.3"#))
        #expect(asked.context.progress != nil)
        #expect(
            outcome.output.contains("━━━ searched: SBER 2020-01-01 to 2020-01-03\n┄┄┄ LKOH 2019-01-01 to 2019-01-03\n"),
            "\(outcome.output)")
        let scan = ["scan", "SBER", "--from", "2020-01-01", "--to", "2020-01-03"]
        let plain = await fixture.run(scan + ["--plain"]).output
        #expect(plain.hasPrefix("ticker") && plain.contains("40 matches"), "in words there are nothing but words")
        let picture = await fixture.run(scan + ["--svg", "-", "--dark"]).output
        #expect(picture.hasPrefix("<?xml") && picture.contains("LKOH 2019-01-01 to 2019-01-03</text>"))
        #expect(await fixture.run("scan", "SBER", "--from", "a", "--to", "b", "--candle", "--chart").code == 2)
        #expect(await fixture.run("scan", "SBER", "--from", "a", "--to", "b", "--in", "A", "--all").code == 2)
    }
}
