import Coordination
import Foundation
import Signals
import Testing

@testable import GatewayService

/// `gateway bonds`.
@Suite struct BondCommandTests {
    private let fixture: GatewayFixture
    private static let isin = "RU000A0JW126"

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
    }

    private func file(_ content: String, _ name: String = "bonds.csv") throws -> String {
        let path = fixture.directory + "/" + name
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func importsAFileWholeOrInParts() async throws {
        fixture.services.answer(
            "bonds.importFile",
            json: #"{"bonds":[{"isin":"\#(Self.isin)","added":1,"updated":0,"quotes":1,"newTerms":true}]}"#)
        fixture.services.answer("bonds.uploadPart", json: #"{"parts":1,"bytes":1}"#)
        let small = await fixture.run("bonds", "import", try file("date,price\n"), "--isin", Self.isin.lowercased())
        #expect(small.code == 0 && small.output.contains("1 quote added, 0 updated; 1 in all; what it pays is new"))
        fixture.services.answer(
            "bonds.importFile",
            json: #"{"bonds":[{"isin":"\#(Self.isin)","added":3000,"updated":1200,"quotes":4200,"newTerms":false}]}"#)
        let many = await fixture.run("bonds", "import", try file("date,price\n"))
        #expect(
            many.output.contains("3\u{A0}000 quotes added, 1\u{A0}200 updated; 4\u{A0}200 in all"), "\(many.output)")
        let first = try #require(fixture.services.calls(of: "bonds.importFile").first)
        #expect(first.parameters.contains(#""isin":"RU000A0JW126""#) && first.parameters.contains("date,price"))
        let long = try file(String(repeating: "2020-01-01,99\n", count: 150_000), "long.csv")
        #expect(await fixture.run("bonds", "import", long).code == 0)
        #expect(fixture.services.calls(of: "bonds.uploadPart").count == 3)
        #expect(fixture.services.calls(of: "bonds.importFile").last?.parameters.contains(#""upload":"file"#) == true)
        #expect(await fixture.run("bonds", "import", "/no/such/file").code == 2)
    }

    @Test func drawsAChartAndSaysItInWords() async throws {
        fixture.services.answer(
            "bonds.chart",
            json: """
                {"isin":"\(Self.isin)","kind":"yield","points":[{"date":"2020-01-01T00:00:00Z","value":8},\
                {"date":"2020-01-05T00:00:00Z","value":9},{"date":"2020-01-06T00:00:00Z","value":8.5}],\
                "from":"2020-01-01T00:00:00Z","to":"2020-01-06T00:00:00Z","quotes":70,\
                "lowest":{"date":"2020-01-02T00:00:00Z","value":7},"highest":{"date":"2020-01-05T00:00:00Z","value":9},\
                "change":0.5}
                """)
        let drawn = await fixture.run("bonds", "chart", Self.isin, "--yield", "--period", "1Y", width: 60)
        #expect(drawn.code == 0 && drawn.output.contains("70 quotes"), "\(drawn)")
        let asked = try #require(fixture.services.calls(of: "bonds.chart").first)
        #expect(asked.parameters.contains(#""kind":"yield""#) && asked.parameters.contains(#""period":"1Y""#))
        let plain = await fixture.run("bonds", "chart", Self.isin, "--plain")
        #expect(plain.output.split(separator: "\n").count == 1, "in words only")
        #expect(await fixture.run("bonds", "chart", Self.isin, "--period", "1D").code == 2)
    }

    @Test func aPeriodBeyondTheQuotesIsSaid() async throws {
        fixture.services.answer(
            "bonds.chart",
            json: """
                {"isin":"\(Self.isin)","kind":"price","points":[{"date":"2020-01-01T00:00:00Z","value":98},\
                {"date":"2020-01-06T00:00:00Z","value":99}],"from":"2020-01-01T00:00:00Z","to":"2020-01-06T00:00:00Z",\
                "quotes":2,"lowest":{"date":"2020-01-01T00:00:00Z","value":98},\
                "highest":{"date":"2020-01-06T00:00:00Z","value":99},"change":1,"title":"Kamaz",\
                "firstQuote":"2020-01-01T00:00:00Z","lastQuote":"2020-01-06T00:00:00Z"}
                """)
        let beyond = await fixture.run("bonds", "chart", Self.isin, "--from", "2019-01-01", "--to", "2020-01-06")
        #expect(beyond.output.contains("Quotes are there from 2020-01-01 to 2020-01-06 only"), "\(beyond)")
        #expect(beyond.output.hasPrefix("Kamaz (\(Self.isin))\n") && beyond.output.contains("price, % of the face"))
        let within = await fixture.run("bonds", "chart", Self.isin, "--from", "2020-01-01", "--to", "2020-01-06")
        #expect(!within.output.contains("only"))
        #expect(await fixture.run("bonds", "chart", Self.isin, "--period", "all").code == 0)
    }

    @Test func figuresOfAnOldPriceAreOfItsOwnDayAndSaySo() async throws {
        let figures = """
            {"cleanPricePercent":98.5,"outstandingFace":1000,"accruedInterest":1.25,"dirtyPrice":986.25,\
            "effectiveYield":0.0912,"currentYield":0.091,"macaulayDuration":2.5,"modifiedDuration":2.3,"convexity":8}
            """
        fixture.services.answer(
            "bonds.bond",
            json: """
                {"bond":{"isin":"\(Self.isin)","title":"Kamaz","currency":"RUB","quotes":1,\
                "from":"2021-11-30T00:00:00Z","to":"2021-11-30T00:00:00Z","lastPrice":98.5,"maturity":"2026-01-01",\
                "priceAgeDays":1800},"terms":{"coupons":[],"principal":[{"date":"2026-01-01","value":1000}]},\
                "figures":{"day":"2021-11-30","figures":\(figures)}}
                """)
        let shown = await fixture.run("bonds", "show", Self.isin).output
        #expect(
            shown.contains("at the last price, on its day, 2021-11-30") && shown.contains("9.12\u{A0}%"), "\(shown)")
        #expect(shown.replacing("\u{A0}", with: " ").contains("The price is 1 800 days old"))
        fixture.services.answer("bonds.figures", json: figures)
        #expect(await fixture.run("bonds", "figures", Self.isin).code == 0)
        let asked = try #require(fixture.services.calls(of: "bonds.figures").last).parameters
        #expect(asked.contains(#""settlement":"2021-11-30""#) && asked.contains(#""cleanPricePercent":98.5"#))
        fixture.services.answer(
            "bonds.holdings",
            json: """
                {"day":"2026-11-20","holdings":[{"isin":"\(Self.isin)","title":"Kamaz","quantity":2,\
                "cleanPricePercent":98.5,"quotedAt":"2021-11-30T00:00:00Z","yieldPercent":9.12,\
                "value":{"amount":"1972.50","currency":"RUB"},"missing":[],"valuedOn":"2021-11-30",\
                "priceAgeDays":1816}],\
                "totals":[]}
                """)
        let held = await fixture.run("bonds", "holdings").output
        #expect(held.contains("2021-11-30") && held.contains("prices older than 14 days: 1"), "\(held)")
    }

    @Test func sharesAreTakenAsTheyStand() async throws {
        fixture.services.answer("bonds.shares", json: #"{"percents":["33.334","33.333","33.333"]}"#)
        let outcome = await fixture.run("bonds", "shares", "1/3", "1/3", "1,5", "--sum-to-100")
        #expect(outcome.output == "33.334\n33.333\n33.333\n")
        let asked = try #require(fixture.services.calls(of: "bonds.shares").first)
        #expect(asked.parameters.contains(#""shares":["1/3","1/3","1.5"]"#), "a comma does not part two shares")
        #expect(asked.parameters.contains(#""sumsToHundred":true"#))
        #expect(await fixture.run("bonds", "shares").code == 2)
        #expect(await fixture.run("bonds", "shares", "1", "--file", "x").code == 2)
    }

    @Test func aFileOfSharesIsToldPartByPart() async throws {
        fixture.services.answer("bonds.uploadPart", json: #"{"parts":1,"bytes":1}"#)
        fixture.services.answer("bonds.uploadedShares", json: #"{"percents":["50.000"],"parts":2,"shares":2}"#)
        let path = try file("1\n1\n", "shares.txt")
        #expect(await fixture.run("bonds", "shares", "--file", path).output == "50.000\n50.000\n")
        let json = await fixture.run("bonds", "shares", "--file", path, "--json")
        #expect(json.output == "{\"percents\":[\"50.000\",\"50.000\"]}\n")
    }

    @Test func figuresAreAskedForByIsinOrByTerms() async throws {
        fixture.services.answer(
            "bonds.figures",
            json: """
                {"cleanPricePercent":98.5,"outstandingFace":1000,"accruedInterest":1.25,"dirtyPrice":986.25,\
                "effectiveYield":0.0912,"currentYield":0.091,"macaulayDuration":2.5,"modifiedDuration":2.3,\
                "convexity":8}
                """)
        let first = await fixture.run(
            "bonds", "figures", Self.isin, "--price", "98,5", "--day", "2026-03-02")
        #expect(first.code == 0 && first.output.contains("9.1200\u{A0}%"), "\(first)")
        let asked = try #require(fixture.services.calls(of: "bonds.figures").first)
        #expect(asked.parameters.contains(#""cleanPricePercent":98.5"#))
        #expect(asked.parameters.contains(#""settlement":"2026-03-02""#))
        let second = await fixture.run(
            "bonds", "figures", "--face", "1000", "--rate", "9", "--frequency", "2", "--issued", "2024-01-15",
            "--maturity", "2029-01-15", "--yield", "-1.5")
        #expect(second.code == 0, "\(second)")
        let terms = try #require(fixture.services.calls(of: "bonds.figures").last)
        #expect(terms.parameters.contains(#""effectiveYield":-0.015"#) && terms.parameters.contains(#""frequency":2"#))
        fixture.services.answer("bonds.list", json: #"{"bonds":[]}"#)
        for (wrong, code) in [(["RU000A0JW127"], Int32(5)), ([], 2), ([Self.isin, "--day", "someday"], 2)] {
            #expect(await fixture.run(["bonds", "figures", "--price", "1"] + wrong).code == code)
        }
    }

    @Test func whatIsHeldAndPaidIsShownInTables() async throws {
        let payment = """
            {"date":"2027-01-01","isin":"\(Self.isin)","title":"Kamaz","kind":"coupon","value":45,"quantity":3,\
            "amount":{"amount":"135.00","currency":"RUB"}}
            """
        fixture.services.answer(
            "bonds.holdings",
            json: """
                {"day":"2026-11-18","holdings":[{"isin":"\(Self.isin)","title":"Kamaz","quantity":3,\
                "cleanPricePercent":98.5,"yieldPercent":9.5,"value":{"amount":"2955.00","currency":"RUB"},\
                "expectedIncome":{"amount":"270.00","currency":"RUB"},"nextPayment":\(payment),"missing":["coupons"]}],\
                "totals":[{"currency":"RUB","value":{"amount":"2955.00","currency":"RUB"},\
                "expectedIncome":{"amount":"270.00","currency":"RUB"},\
                "expectedRepayment":{"amount":"0.00","currency":"RUB"}}]}
                """)
        fixture.services.answer(
            "bonds.calendar",
            json: """
                {"from":"2026-11-18","to":"2027-11-18","payments":[\(payment)],"totals":[{"currency":"RUB",\
                "coupons":{"amount":"135.00","currency":"RUB"},"principal":{"amount":"0.00","currency":"RUB"}}],\
                "nextCursor":"c1"}
                """)
        fixture.services.answer(
            "bonds.hold", json: #"{"isin":"\#(Self.isin)","title":"Kamaz","quantity":3,"before":0}"#)
        let held = await fixture.run("bonds", "holdings")
        for words in ["2\u{A0}955.00\u{A0}RUB", "270.00\u{A0}RUB", "2027-01-01", "coupons"] {
            #expect(held.output.contains(words), "\(words) is missing in \(held.output)")
        }
        let paid = await fixture.run("bonds", "calendar", Self.isin)
        #expect(paid.output.contains("135.00\u{A0}RUB") && paid.output.contains("--cursor c1"))
        #expect(await fixture.run("bonds", "hold", Self.isin, "3").output.contains("you hold 3 of Kamaz"))
        #expect(await fixture.run("bonds", "hold", Self.isin).code == 2)
    }
}
