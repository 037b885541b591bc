import Coordination
import Domain
import Reasons
import Signals

/// Reads lists of tickers that people send.
enum TickerList {
    private static let most = 100

    /// Those that are meant, each once, in order.
    static func read(_ texts: [String]) throws(Fault) -> [String] {
        guard (1...most).contains(texts.count) else {
            throw .invalidArgument("tickers", .mustNameSecurities, ["most": .number(most)])
        }
        var tickers: Set<String> = []
        for (index, text) in texts.enumerated() {
            tickers.insert(try Ticker.required(text, field: "tickers[\(index)]"))
        }
        return tickers.sorted()
    }
}
