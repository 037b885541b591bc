import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// What the market knows of securities, for headings and warnings, which do without where scanner does not answer soon.
enum SecurityNames {
    private static let limit = Duration.seconds(2)

    /// What a security is called in words; nil where nobody knows.
    static func name(of ticker: String?, _ scene: CommandScene) async -> String? {
        guard let ticker else { return nil }
        let list = try? await scene.client.with(limit: limit, idempotencyKey: nil).ask(ScannerSignal.Securities())
        return list?.securities.first { $0.ticker == ticker && $0.name != nil }?.name
    }

    /// Says which tickers the market does not have: most often they are slips of the finger.
    static func tellUnknown(_ tickers: [String], _ scene: CommandScene) async {
        guard
            let list = try? await scene.client.with(limit: limit, idempotencyKey: nil).ask(ScannerSignal.Securities())
        else { return }
        let known = Array(Set(list.securities.map(\.ticker))).sorted()
        for ticker in tickers.map({ $0.uppercased() }) where !known.contains(ticker) {
            scene.console.tell("\(SecurityNameText.notInMarket(ticker, among: known))")
        }
    }
}
