import Coordination
import Domain
import Reasons
import Signals

/// A parser of lists of tickers.
enum TickerList {
    private static let most = 100

    /// Returns the tickers, sorted and without duplicates.
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
