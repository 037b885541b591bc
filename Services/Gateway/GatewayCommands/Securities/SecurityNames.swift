import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// The market's names of securities, for headings and warnings, best effort: they are left out when scanner does not
/// answer soon.
enum SecurityNames {
    private static let limit = Duration.seconds(2)

    /// Returns the name of a security; nil if it is unknown.
    static func name(of ticker: String?, _ scene: CommandScene) async -> String? {
        guard let ticker else { return nil }
        let list = try? await scene.client.with(limit: limit, idempotencyKey: nil).ask(ScannerSignal.Securities())
        return list?.securities.first { $0.ticker == ticker && $0.name != nil }?.name
    }

    /// Warns about tickers that the market does not have, most often typing mistakes.
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
