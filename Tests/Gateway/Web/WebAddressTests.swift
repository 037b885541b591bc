import Domain
import MicroHTTPD
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewayWeb

/// Every scene has an address that leads back to it.
@Suite struct WebAddressTests {
    private static let pair = MatchPair(
        segment: ScannerSignal.Segment(ticker: "SBER", from: "2026-10-01", to: "2026-10-20"),
        match: ScannerSignal.Match(
            ticker: "GAZP", from: "2025-01-01", to: "2025-01-20", candles: 14, distance: 0.125, similarity: 0.875,
            change: -0.5), timeframe: .oneDay, kind: .candle)

    static let addresses: [SceneAddress] =
        [
            .signIn, .register, .telegramSignIn, .main, .account("a 1/ü?&"), .renaming(account: "a"),
            .closing(account: "a"), .openAccount, .transfer(from: nil), .transfer(from: "a&b=c"),
            .template("Аренда, дом"),
            .record(on: nil), .record(on: "a"), .history(of: nil, searching: ""),
            .history(of: "a", searching: "кофе & чай"), .transaction("t1", in: nil), .transaction("t1", in: "a"),
            .category(transaction: "t1", in: "a"), .importing(into: "a"), .imports, .limits(of: nil), .templates,
            .schedules, .newSchedule, .securities, .dashboard, .pattern("p"), .scanner(nil), .scanner("SBER"),
            .match(pair), .bonds, .subscriptions, .newSubscription, .subscription("s"), .forecast, .inbox, .settings,
            .preferences, .telegram, .codes, .passkeys, .sessions,
        ] + (ISIN("RU000A0JX0J2").map { [.bond($0), .bondChart($0)] } ?? [])

    @Test(arguments: addresses) func leadsBackToItsScene(address: SceneAddress) throws {
        let link = WebAddress.link(to: address).description
        let parts = link.split(separator: "?", maxSplits: 1)
        // A segment with a slash leads nowhere: no id of ours has one.
        guard let path = RoutePath(String(parts[0])) else {
            #expect(address == .account("a 1/ü?&"))
            return
        }
        let query = try #require(WebForm(urlEncoded: (parts.count == 2 ? String(parts[1]) : "").utf8))
        #expect(WebAddress.scene(at: path.segments, query) == address, "\(link)")
    }

    @Test func isinIsKnown() { #expect(ISIN("RU000A0JX0J2") != nil) }

    @Test(arguments: [
        ["none"], ["accounts"], ["accounts", "a", "steal"], ["bonds", "../x"], ["bonds", "XX"], ["settings", "none"],
        ["match"], ["sign-in", "x"], ["transactions", "t", "x"], ["a", "b", "c", "d"],
    ])
    func whatIsNoAddressHasNoScene(path: [String]) { #expect(WebAddress.scene(at: path, WebForm()) == nil) }

    /// Every scene but the first ones has one above it, and the way up ends.
    @Test(arguments: addresses) func theWayUpEnds(address: SceneAddress) {
        var (place, steps) = (Optional(address), 0)
        while let above = place?.above {
            place = above
            steps += 1
            #expect(steps < 6)
            guard steps < 6 else { return }
        }
        #expect(place == .main || place == .signIn)
    }
}
