import TestSupport
import Testing

/// The market data of a house, which belong to everybody and are therefore the same in both.
enum WatchedMarket {
    static let isin = "RU000A0ZYMN9"
    static let ticker = "WAVE"

    /// Imports them as a user who does nothing else.
    static func open(_ house: ObservedHouse) async throws {
        let founder = try await house.register("founder@example.org", name: "Foma Founder")
        let bond = """
            "activities":[{"title":"Bond","currency":"RUB","isin":"\(isin)","items":[{"date":"2020-01-01","price":99},\
            {"date":"2020-06-01","price":101}]}]
            """
        let wave = [100, 102, 105, 109, 106, 103, 101, 98]
        let candles = (0..<240).map { day in
            let (open, close) = (wave[(day + 7) % 8], wave[day % 8])
            let date = "2021-\(two(1 + day / 28))-\(two(1 + day % 28))"
            return """
                {"date":"\(date)","open":\(open),"high":\(max(open, close) + 1),"low":\(min(open, close) - 1),\
                "close":\(close),"volume":100}
                """
        }
        for (method, params) in [
            ("bonds.import", bond),
            ("scanner.importCandles", #""ticker":"\#(ticker)","candles":[\#(candles.joined(separator: ","))]"#),
        ] {
            let reply = try await house.bank.ask(method, params, as: founder.token, key: "founding-\(method)")
            try #require(reply.result != nil, "\(method): \(reply)")
        }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
