import Coordination
import Curl
import Domain
import MarketData
import Signals
import Synchronization
import TestSupport
import Testing

@testable import ScannerService

/// Fetching from a stand-in for the Moscow Exchange, with valid and invalid answers.
@Suite struct FetchTests {
    private static let days = (CalendarDay("2023-01-01") ?? CalendarDay(daysSince1970: 0))

    /// Returns a server with this number of daily candles, in pages. It answers the first requests with `failing`.
    private static func server(
        candles count: Int, page: Int = 500, failing: [ServedAnswer] = [],
        row: @escaping @Sendable (Int) -> String = row
    ) throws -> (LoopbackServer, Asked) {
        let seen = Asked()
        let server = try LoopbackServer { request in
            let number = seen.add(request.target)
            if number < failing.count { return failing[number] }
            let start = request.target.split(separator: "=").last.flatMap { Int($0) } ?? 0
            let rows = (start..<max(start, min(count, start + page))).map(row).joined(separator: ",")
            return .answer(
                status: 200, headers: [("Content-Type", "application/json; charset=utf-8")],
                body: Array(body(rows).utf8))
        }
        return (server, seen)
    }

    /// The requested paths, in order.
    final class Asked: Sendable {
        private let targets = Mutex<[String]>([])
        func add(_ target: String) -> Int {
            targets.withLock {
                $0.append(target)
                return $0.count - 1
            }
        }
        var all: [String] { targets.withLock { $0 } }
    }

    private static func body(_ rows: String) -> String {
        #"{"candles":{"columns":["open","close","high","low","value","volume","begin","end"],"data":[\#(rows)]}}"#
    }

    @Sendable private static func row(_ index: Int) -> String {
        let day = days.adding(days: index)
        return "[10,\(11 + index % 3),14,9,1.5,100,\"\(day) 00:00:00\",\"\(day) 23:59:59\"]"
    }

    private static func with(
        _ server: LoopbackServer, _ body: (ScannerHouse) async throws -> Void
    ) async throws {
        // Each answer comes, however busy the machine is; a request that is given up would be sent again and counted.
        let source = MoscowExchange(
            ExchangeClient(baseURL: server.url, client: HTTPClient(), pause: .milliseconds(1), patience: .seconds(60)))
        try await ScannerHouse.with(source: source, body)
        server.stop()
    }

    private static let fetch = ScannerSignal.Fetch(
        ticker: "sber", from: days, till: CalendarDay("2026-01-01"), timeframe: nil)

    @Test func fetchesAllPagesUntilOneIsEmpty() async throws {
        let (server, asked) = try Self.server(candles: 1100)
        try await Self.with(server) { house async throws in
            let answer = try await house.send(Self.fetch)
            #expect(answer.ticker == "SBER" && answer.added == 1100 && answer.candles == 1100)
            #expect(asked.all.map { $0.split(separator: "=").last ?? "" } == ["0", "500", "1000", "1100"])
            #expect(
                asked.all[0].hasPrefix(
                    """
                    /iss/engines/stock/markets/shares/boards/TQBR/securities/SBER/candles.json?iss.meta=off&\
                    from=2023-01-01&till=2026-01-01&interval=24&start=0
                    """
                ))
            #expect(try await house.send(ScannerSignal.Chart(ticker: "SBER")).candles.count == 1100)
        }
    }

    @Test func triesAgainWhatMayPass() async throws {
        let html = ServedAnswer.answer(
            status: 200, headers: [("Content-Type", "text/html")], body: Array("<html>maintenance</html>".utf8))
        let (server, asked) = try Self.server(candles: 3, failing: [.answer(status: 503), html])
        try await Self.with(server) { house async throws in
            #expect(try await house.send(Self.fetch).added == 3)
            #expect(asked.all.count == 4)
        }
    }

    @Test(arguments: [
        ServedAnswer.answer(status: 502), .answer(status: 404), .raw(Array("nonsense".utf8)),
        .answer(status: 200, headers: [("Content-Type", "text/html")], body: Array("<html>".utf8)),
        .answer(status: 200, headers: [("Content-Type", "application/json")], body: Array("{\"candles\":[".utf8)),
        .answer(status: 200, headers: [("Content-Type", "application/json")], body: Array("{\"history\":{}}".utf8)),
    ])
    func whatIsNoAnswerChangesNothing(answer: ServedAnswer) async throws {
        // The first page arrives, the second does not: nothing of the first may remain.
        let (server, _) = try Self.server(candles: 0, failing: [page(of: 0..<500)] + Array(repeating: answer, count: 9))
        try await Self.with(server) { house async throws in
            let fault = try await house.fault(of: Self.fetch)
            #expect(fault?.code == .unavailable)
            #expect(fault?.message.contains("Nothing was changed") == true)
            #expect(try await house.send(ScannerSignal.Securities()).securities.isEmpty)
        }
    }

    private func page(of rows: Range<Int>) -> ServedAnswer {
        .answer(
            status: 200, headers: [("Content-Type", "application/json")],
            body: Array(Self.body(rows.map(Self.row).joined(separator: ",")).utf8))
    }

    @Test func aServerThatForgetsTheStartDoesNotGoOnForEver() async throws {
        let (server, asked) = try Self.server(candles: 0, failing: Array(repeating: page(of: 0..<500), count: 50))
        try await Self.with(server) { house async throws in
            #expect(try await house.fault(of: Self.fetch)?.code == .unavailable)
            #expect(asked.all.count == 2)
        }
    }

    @Test func daysWithoutTradesAreLeftOutAndWrongCandlesRefused() async throws {
        let (server, _) = try Self.server(candles: 4) { index in
            index == 1 ? "[0,0,0,0,0,0,\"2023-01-02 00:00:00\",\"2023-01-02 23:59:59\"]" : Self.row(index)
        }
        try await Self.with(server) { house async throws in
            #expect(try await house.send(Self.fetch).added == 3)
        }
        let (wrong, _) = try Self.server(candles: 1) { _ in
            "[10,11,5,9,0,0,\"2023-01-02 00:00:00\",\"2023-01-02 23:59:59\"]"
        }
        try await Self.with(wrong) { house async throws in
            #expect(try await house.fault(of: Self.fetch)?.message.contains("high must not") == true)
        }
    }

    @Test func theCandleOfADayThatIsNotOverIsMarkedAndAskedForAgain() async throws {
        let part = Mutex(true)
        let (server, asked) = try Self.server(candles: 3) { index in
            let row = Self.row(index)
            return index == 2 && part.withLock { $0 } ? row.replacing("23:59:59", with: "15:39:45") : row
        }
        try await Self.with(server) { house async throws in
            let first = try await house.send(Self.fetch)
            #expect(first.unfinished == "2023-01-03")
            part.withLock { $0 = false }
            let again = try await house.send(ScannerSignal.Fetch(ticker: "SBER"))
            #expect(asked.all.last?.contains("from=2023-01-03") == true)
            #expect(again.unfinished == nil && again.added == 0 && again.candles == 3)
        }
    }

    @Test func whatTheExchangeHasNotIsTold() async throws {
        let (server, asked) = try Self.server(candles: 0)
        try await Self.with(server) { house async throws in
            #expect(try await house.fault(of: Self.fetch)?.code == .notFound)
            let before = asked.all.count
            let bad = [
                ScannerSignal.Fetch(ticker: "A/../B"), ScannerSignal.Fetch(ticker: "SBER", timeframe: .fiveMinutes),
                ScannerSignal.Fetch(ticker: "SBER", from: Self.days, till: Self.days.adding(days: -1)),
            ]
            var fields: [String?] = []
            for signal in bad { fields.append(try await house.fault(of: signal)?.field) }
            #expect(fields == ["ticker", "timeframe", "till"])
            #expect(asked.all.count == before, "nobody is asked for what cannot be")
        }
    }
}
