import Coordination
import Curl
import Domain
import MarketData
import Signals
import Synchronization
import TestSupport
import Testing

@testable import BondsService

/// Fetching from a stand-in for the Moscow Exchange, with valid and invalid answers. The house's day is 2020-09-13.
@Suite struct FetchBondTests {
    /// The requested paths, in order.
    private final class Asked: Sendable {
        private let targets = Mutex<[String]>([])
        func add(_ target: String) { targets.withLock { $0.append(target) } }
        var all: [String] { targets.withLock { $0 } }
    }

    private static func json(_ text: String) -> ServedAnswer {
        .answer(
            status: 200, headers: [("Content-Type", "application/json; charset=utf-8")], body: Array(text.utf8))
    }

    private static let card =
        #"""
        {"description":{"columns":["name","title","value"],"data":[["SECID","x","SU26238RMFS4"],["SHORTNAME","x","ОФЗ \#
        26238"],["FACEUNIT","x","SUR"]]}}
        """#
    private static let noCoupons =
        #"{"coupons":{"columns":["coupondate"],"data":[]},"amortizations":{"columns":["amortdate"],"data":[]}}"#

    /// Returns a server with this number of days of history, in pages of 100. `replacing` returns other answers by
    /// path.
    private static func server(
        days: Int, cursor: Bool = true, replacing: @escaping @Sendable (String, Int) -> ServedAnswer? = { _, _ in nil }
    ) throws -> (LoopbackServer, Asked) {
        let asked = Asked()
        let server = try LoopbackServer { request in
            asked.add(request.target)
            let start = request.target.split(separator: "start=").last.flatMap { Int($0) } ?? 0
            if let other = replacing(request.target, start) { return other }
            if request.target.contains("/bondization") {
                return json(start == 0 ? BondFileTests.bondization : noCoupons)
            }
            guard request.target.contains("/history/") else { return json(card) }
            let first = CalendarDay("2020-01-01") ?? CalendarDay(daysSince1970: 0)
            let rows = (start..<max(start, min(days, start + 100))).map { index in
                #"["TQOB","\#(first.adding(days: index))",\#(90 + index % 10),\#(index % 2 == 0 ? "8.5" : "0"),1]"#
            }.joined(separator: ",")
            let end =
                cursor
                ? #","history.cursor":{"columns":["INDEX","TOTAL","PAGESIZE"],"data":[[\#(start),\#(days),100]]}"# : ""
            return json(
                #"""
                {"history":{"columns":["BOARDID","TRADEDATE","CLOSE","YIELDCLOSE","VALUE"],"data":[\#(rows)]}\#(end)}
                """#
            )
        }
        return (server, asked)
    }

    private static func with(_ server: LoopbackServer, _ body: (BondsHouse) async throws -> Void) async throws {
        // Each answer comes, however busy the machine is; a request that is given up would be sent again and counted.
        let exchange = ExchangeClient(
            baseURL: server.url, client: HTTPClient(), pause: .milliseconds(1), patience: .seconds(60))
        try await BondsHouse.with(source: BondExchange(exchange), body)
        server.stop()
    }

    private func isin() throws -> ISIN { try #require(ISIN(BondsHouse.isin)) }

    @Test(arguments: [true, false]) func fetchesWhatIsPaidAndAllPagesOfQuotes(hasCursor: Bool) async throws {
        let (server, asked) = try Self.server(days: 230, cursor: hasCursor)
        try await Self.with(server) { house async throws in
            let answer = try await house.ask(BondsSignal.Fetch(isin: try isin())).bonds[0]
            #expect((answer.added, answer.quotes, answer.newTerms) == (230, 230, true))
            let bond = try await house.ask(BondsSignal.GetBond(isin: try isin()))
            #expect(bond.bond.title == "ОФЗ 26238" && bond.bond.currency.code == "RUB")
            #expect(bond.terms?.coupons?.count == 2 && bond.terms?.unknownCoupons?.count == 1)
            let history = asked.all.filter { $0.contains("/history/") }
            #expect(history.count == (hasCursor ? 3 : 4))
            #expect(
                history[0]
                    == "/iss/history/engines/stock/markets/bonds/securities/SU26238RMFS4.json?iss.meta=off&"
                    + "from=2010-09-13&till=2020-09-13&start=0"
            )
            _ = try await house.ask(BondsSignal.Fetch(isin: try isin()))
            #expect(asked.all.last?.contains("from=2020-08-17") == true, "from the last known day on")
        }
    }

    @Test func triesAgainWhatMayPass() async throws {
        let failures = Mutex(2)
        let (server, _) = try Self.server(days: 3) { target, _ in
            guard target.contains("/history/") else { return nil }
            let left = failures.withLock { left in
                left -= 1
                return left
            }
            return left >= 0 ? .answer(status: 503) : nil
        }
        try await Self.with(server) { house async throws in
            #expect(try await house.ask(BondsSignal.Fetch(isin: try isin())).bonds[0].added == 3)
        }
    }

    @Test(arguments: [
        ServedAnswer.answer(status: 502), .answer(status: 404), .raw(Array("nonsense".utf8)),
        .answer(status: 200, headers: [("Content-Type", "text/html")], body: Array("<html>".utf8)),
        json("{\"history\":["), json("{}"),
        json(#"{"history":{"columns":["TRADEDATE","CLOSE"],"data":[["2020-99-01",5]]}}"#),
        json(#"{"history":{"columns":["TRADEDATE","CLOSE"],"data":[["2020-01-01",-5]]}}"#),
    ])
    func whatIsNoAnswerChangesNothing(answer: ServedAnswer) async throws {
        // The first page arrives, the second does not: nothing of the first may remain.
        let (server, _) = try Self.server(days: 300) { target, start in
            target.contains("/history/") && start > 0 ? answer : nil
        }
        try await Self.with(server) { house async throws in
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Fetch(isin: try isin()))
            }
            #expect(fault?.code == .unavailable)
            #expect(fault?.message.contains("Nothing was changed") == true)
            #expect(try await house.ask(BondsSignal.List()).bonds.isEmpty)
        }
    }

    @Test func serversThatForgetTheStartDoNotGoOnForEver() async throws {
        let (server, asked) = try Self.server(days: 300) { target, start in
            if target.contains("/bondization") { return Self.json(BondFileTests.bondization) }
            guard target.contains("/history/"), start > 0 else { return nil }
            return Self.json(
                #"{"history":{"columns":["BOARDID","TRADEDATE","CLOSE"],"data":[["TQOB","2020-01-01",90]]}}"#)
        }
        try await Self.with(server) { house async throws in
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Fetch(isin: try isin()))
            }
            #expect(fault?.code == .unavailable)
            #expect(asked.all.filter { $0.contains("/bondization") }.count == 2, "all coupons came at once")
            #expect(asked.all.count < 10)
        }
    }

    @Test func aBondThatTheExchangeDoesNotKnowIsTold() async throws {
        let (server, asked) = try Self.server(days: 0) { _, _ in
            Self.json(#"{"description":{"columns":["name","title","value"],"data":[]}}"#)
        }
        try await Self.with(server) { house async throws in
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Fetch(isin: try isin()))
            }
            #expect(fault?.code == .notFound)
            let before = asked.all.count
            let reversed = await #expect(throws: Fault.self) {
                _ = try await house.ask(
                    BondsSignal.Fetch(
                        isin: try isin(), from: CalendarDay("2021-01-01"), till: CalendarDay("2020-01-01")))
            }
            #expect(reversed?.field == "till" && asked.all.count == before, "nobody is asked for what cannot be")
        }
    }

    @Test func aCodeThatWouldLeadElsewhereIsNotFollowed() async throws {
        let (server, asked) = try Self.server(days: 1) { target, _ in
            target.contains("iss.only=description")
                ? Self.json(#"{"description":{"columns":["name","value"],"data":[["SECID","../../admin"]]}}"#) : nil
        }
        try await Self.with(server) { house async throws in
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Fetch(isin: try isin()))
            }
            #expect(fault?.code == .unavailable && asked.all.count == 1)
        }
    }
}
