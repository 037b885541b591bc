import Coordination
import Domain
import Foundation
import Reasons
import Signals
import TestSupport
import Testing

@testable import BondsService

/// Files of bonds from people and exchanges.
@Suite struct BondFileTests {
    private static let isin = BondsHouse.isin

    private func drafts(
        _ text: String, isin: String? = isin, currency: String? = "RUB"
    ) throws -> [BondDraft] {
        let options = BondFile.Options(
            isin: isin.flatMap { ISIN($0) }, title: nil, currency: currency.flatMap { Currency(code: $0) })
        return try BondFile(bytes: Array(text.utf8), field: "text", options: options).drafts()
    }

    private func quotes(_ text: String) throws -> [String] {
        let columns = try drafts(text)[0].quotes
        return (0..<columns.count).map { place in
            let quote = columns.quote(before: place + 1)
            return "\(quote.time) \(quote.price) \(quote.yield.map { "\($0)" } ?? "-")"
        }
    }

    @Test(arguments: [
        "date,price,yield\n2020-01-02,99.5,8.1\n2020-01-01,100,\n",
        "\u{FEFF}Date;Price;Yield\r\n02.01.2020;99,5;8,1\r\n01.01.2020;100;\r\n",
        "\"day\"\t\"close\"\t\"ytm\"\n\"20200101\"\t\"100\"\t\"null\"\n\"2020-01-02T00:00:00Z\"\t\"99.5\"\t\"8.1\"\n",
        "note;date;price;yield\na, b;2020-01-01;100;\nc;2020-01-02;99.5;8.1\n",
        "price|note|timestamp|yield\n100|a|1577836800|\n99.5|b|2020-01-02 03:00:00+0300|8.1",
    ]) func tablesAreReadByTheirHeaders(text: String) throws {
        #expect(try quotes(text) == ["2020-01-01T00:00:00Z 100.0 -", "2020-01-02T00:00:00Z 99.5 8.1"])
    }

    @Test func historyOfTheExchangeCountsTheGreaterTurnoverAndKnowsUnknowns() throws {
        let csv = """
            history

            BOARDID;TRADEDATE;SECID;VALUE;CLOSE;YIELDCLOSE
            TQCB;2020-01-01;RU000A0JW126;10;99;0
            TQOB;2020-01-01;RU000A0JW126;20;98;9.5
            TQCB;2020-01-02;RU000A0JW126;0;;
            TQCB;2020-01-03;RU000A0JW126;5;97;0

            history.cursor

            INDEX;TOTAL;PAGESIZE
            0;4;100
            """
        let wanted = ["2020-01-01T00:00:00Z 98.0 9.5", "2020-01-03T00:00:00Z 97.0 -"]
        #expect(try quotes(csv) == wanted)
        #expect(try drafts(csv, isin: nil)[0].isin.text == Self.isin, "the file says it")
        let rows =
            #"""
            ["TQCB","2020-01-01",10,99,0],["TQOB","2020-01-01",20,98,9.5],["TQCB","2020-01-02",0,null,null],["TQCB",\#
            "2020-01-03",5,97,0]
            """#
        let compact = #"{"history":{"columns":["BOARDID","TRADEDATE","VALUE","CLOSE","YIELDCLOSE"],"data":[\#(rows)]}}"#
        #expect(try quotes(compact) == wanted)
        let extended =
            #"""
            [{"charsetinfo":{"name":"utf-8"}},{"history":[{"TRADEDATE":"2020-01-01","CLOSE":98,"YIELDCLOSE":9.5,\#
            "VALUE":1},{"TRADEDATE":"2020-01-03","CLOSE":97,"YIELDCLOSE":null,"VALUE":1}]}]
            """#
        #expect(try quotes(extended) == wanted)
    }

    static let bondization = """
        {"coupons":{"columns":["isin","name","coupondate","startdate","facevalue","faceunit","value"],"data":[
        ["RU000A0JW126","Камаз БО","2020-07-01","2020-01-01",1000,"SUR",45],
        ["RU000A0JW126","Камаз БО","2021-01-01","2020-07-01",1000,"SUR",40],
        ["RU000A0JW126","Камаз БО","2021-07-01","2021-01-01",600,"SUR",null]]},
        "amortizations":{"columns":["amortdate","value"],"data":[["2021-01-01",400],["2021-07-01",600]]},
        "offers":{"columns":["offerdate"],"data":[]}}
        """

    @Test func bondizationSaysWhatIsPaidAndWhatIsNotKnownYet() throws {
        let draft = try drafts(Self.bondization, isin: nil, currency: nil)[0]
        #expect(draft.isin.text == Self.isin && draft.title == "Камаз БО" && draft.currency?.code == "RUB")
        let terms = try #require(draft.terms)
        #expect(terms.coupons.map(\.value) == [45, 40])
        #expect(terms.principal.map(\.value) == [400, 600])
        #expect(terms.unknownCoupons.map(\.description) == ["2021-07-01"])
    }

    @Test func badLinesAreNamedAndNothingIsImported() async throws {
        let text =
            "date,price\n2020-01-01,100\n2020-02-30,100\n2020-01-03,x\n2020-01-04,-5\n2020-01-05,1,2\n01/02/2020,5\n"
        try await BondsHouse.with { house async throws in
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(
                    BondsSignal.ImportFile(text: text, isin: ISIN(Self.isin), currency: Currency(code: "RUB")))
            }
            #expect(fault?.code == .invalidArgument && fault?.field == "text")
            #expect(fault?.details["badLines"] == .number(5))
            #expect(fault?.reason == "hasBadLines" && fault?.details["line"] == .number(3))
            #expect(
                (3...8).map { fault?.details.explanation(as: "line \($0)")?.reason }
                    == ["dateIsNone", "isNoNumber", "valueIsWrong", "csvFieldCount", "dateIsNone", nil])
            #expect(try await house.ask(BondsSignal.List()).bonds.isEmpty)
        }
    }

    @Test(arguments: [
        ("", "text"), ("hello\nworld", "text"), ("{", "text"), ("{}", "text"), ("[]", "text"),
        (#"{"coupons":{"columns":[],"data":[]},"amortizations":{"columns":[],"data":[]}}"#, "text"),
        (#"{"history":{"columns":["TRADEDATE","CLOSE"],"data":[["2020-13-01",5]]}}"#, "text"),
        (#"{"activities":[{"title":"A","currency":"RUB","isin":"RU000A0JW127","items":[]}]}"#, "text"),
        ("date,price\n", "isin"), (#"{"history":{"columns":["TRADEDATE","CLOSE"],"data":[["2020-01-01",5]]}}"#, "isin"),
    ]) func whatIsNoFileOfBondsIsRefused(text: String, field: String) {
        let fault = #expect(throws: Fault.self) { _ = try drafts(text, isin: nil) }
        #expect(fault?.code == .invalidArgument && fault?.field == field, "\(String(describing: fault))")
    }

    @Test func garbageNeverTraps() {
        let seed = UInt64.random(in: .min ... .max)
        print("bond files: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let seeds = [Self.bondization, "date,price,yield\n2020-01-02,99.5,8.1\n", "history\n\nTRADEDATE;CLOSE;VALUE\n"]
        for _ in 0..<3_000 {
            var bytes = Array(seeds.randomElement(using: &random)?.utf8 ?? "".utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[place], at: place)
                }
            }
            let options = BondFile.Options(isin: ISIN(Self.isin), title: nil, currency: nil)
            for draft in (try? BondFile(bytes: bytes, field: "text", options: options).drafts()) ?? [] {
                let times = draft.quotes.times
                #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            }
        }
    }

    /// The parser counts up to 2^24 values, and an upload may have more bytes.
    @Test func aFileLongerThanTheParserCountsIsRead() throws {
        let text = "{" + String(repeating: " ", count: 1 << 24) + "}"
        let fault = #expect(throws: Fault.self) { try drafts(text) }
        #expect(fault?.reason == "notABondFile")
    }

    @Test func anUploadIsImportedAndGone() async throws {
        try await BondsHouse.with { house async throws in
            for (part, text) in ["date,pri", "ce\n2020-01-01,99\n"].enumerated() {
                _ = try await house.ask(BondsSignal.UploadPart(upload: "a1", part: part, text: text))
            }
            let signal = BondsSignal.ImportFile(
                upload: "a1", isin: ISIN(Self.isin), title: "Kamaz", currency: Currency(code: "RUB"))
            #expect(try await house.ask(signal).bonds.map(\.added) == [1])
            let fault = await #expect(throws: Fault.self) { _ = try await house.ask(signal) }
            #expect(fault?.code == .notFound)
            let both = await #expect(throws: Fault.self) { _ = try await house.ask(BondsSignal.ImportFile()) }
            #expect(both?.field == "text")
            let unknown = await #expect(throws: Fault.self) {
                _ = try await house.ask(
                    BondsSignal.ImportFile(text: "date,price\n2020-01-01,1\n", isin: ISIN("RU000A0ZZQU2")))
            }
            #expect(unknown?.field == "currency", "nothing says what a new bond is counted in")
        }
    }

    @Test func aLongListOfSharesComesInParts() async throws {
        try await BondsHouse.with { house async throws in
            let count = ReckonUploadedShares.partSize + 3
            let text = (0..<count).map { "\($0 % 7 + 1).5" }.joined(separator: "\n")
            _ = try await house.ask(BondsSignal.UploadPart(upload: "s1", part: 0, text: text))
            var percents: [String] = []
            for part in 0..<2 {
                let answer = try await house.ask(
                    BondsSignal.UploadedShares(upload: "s1", sumsToHundred: true, part: part))
                #expect(answer.parts == 2 && answer.shares == count)
                percents += answer.percents
            }
            #expect(
                try percents
                    == SharePercents.percents(
                        of: (0..<count).map { "\($0 % 7 + 1).5" }, sumsToHundred: true))
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.UploadedShares(upload: "s1", part: 2))
            }
            #expect(fault?.field == "part")
            let other = await #expect(throws: Fault.self) {
                _ = try await house.ask(
                    BondsSignal.UploadedShares(upload: "s1", part: 1), as: BondsHouse.user("u2"))
            }
            #expect(other?.code == .notFound, "an upload is its sender's alone")
        }
    }
}
