import Domain
import GatewayScenes
import MicroHTTPD
import Signals

/// The addresses of scenes as they stand in the address line, in both directions.
package enum WebAddress {
    /// Returns the link to a scene.
    package static func link(to address: SceneAddress, row: String? = nil) -> WebLink {
        let (path, fields) = parts(of: address)
        let all = fields + (row.map { [("row", $0)] } ?? [])
        return WebLink(path: path, query: all.map { WebForm.Field($0.0, $0.1) })
    }

    private static func parts(of address: SceneAddress) -> ([String], [(String, String)]) {
        func of(_ account: String?) -> [(String, String)] { account.map { [("account", $0)] } ?? [] }
        switch address {
        case .signIn: return (["sign-in"], [])
        case .register: return (["register"], [])
        case .telegramSignIn: return (["sign-in", "telegram"], [])
        case .main: return ([], [])
        case .account(let id): return (["accounts", id], [])
        case .renaming(let id): return (["accounts", id, "rename"], [])
        case .closing(let id): return (["accounts", id, "close"], [])
        case .openAccount: return (["accounts", "open"], [])
        case .transfer(let account): return (["transfer"], of(account))
        case .template(let name): return (["templates", name], [])
        case .record(let account): return (["record"], of(account))
        case .history(let account, let text):
            return (["history"], of(account) + (text.isEmpty ? [] : [("text", text)]))
        case .transaction(let id, let account): return (["transactions", id], of(account))
        case .category(let id, let account): return (["transactions", id, "category"], of(account))
        case .importing(let account): return (["import"], of(account))
        case .imports: return (["imports"], [])
        case .limits(let account): return (["limits"], of(account))
        case .templates: return (["templates"], [])
        case .schedules: return (["schedules"], [])
        case .newSchedule: return (["schedules", "new"], [])
        case .securities: return (["securities"], [])
        case .dashboard: return (["securities", "dashboard"], [])
        case .pattern(let id): return (["patterns", id], [])
        case .scanner(let ticker): return (["scanner"] + (ticker.map { [$0] } ?? []), [])
        case .match(let pair): return (["match"], fields(of: pair))
        case .bonds: return (["bonds"], [])
        case .bond(let isin): return (["bonds", isin.description], [])
        case .bondChart(let isin): return (["bonds", isin.description, "chart"], [])
        case .subscriptions: return (["subscriptions"], [])
        case .newSubscription: return (["subscriptions", "new"], [])
        case .subscription(let id): return (["subscriptions", id], [])
        case .forecast: return (["subscriptions", "forecast"], [])
        case .inbox: return (["inbox"], [])
        case .settings: return (["settings"], [])
        case .preferences: return (["settings", "preferences"], [])
        case .telegram: return (["settings", "telegram"], [])
        case .codes: return (["settings", "codes"], [])
        case .passkeys: return (["settings", "passkeys"], [])
        case .sessions: return (["settings", "sessions"], [])
        }
    }

    /// Returns the scene of a path; nil when there is none.
    ///
    /// - Parameters:
    ///   - path: Its segments, decoded and checked by ``RoutePath``.
    ///   - query: The fields behind it; unknown ones do not matter.
    package static func scene(at path: [String], _ query: WebForm) -> SceneAddress? {
        let account = query.value(of: "account").flatMap { $0.isEmpty || $0.utf8.count > 128 ? nil : $0 }
        switch (path.first ?? "", path.count) {
        case ("", 0): return .main
        case ("sign-in", 1): return .signIn
        case ("sign-in", 2): return path[1] == "telegram" ? .telegramSignIn : nil
        case ("register", 1): return .register
        case ("accounts", 2): return path[1] == "open" ? .openAccount : .account(path[1])
        case ("accounts", 3):
            return path[2] == "rename"
                ? .renaming(account: path[1])
                : path[2] == "close" ? .closing(account: path[1]) : nil
        case ("transfer", 1): return .transfer(from: account)
        case ("record", 1): return .record(on: account)
        case ("history", 1):
            let text = (query.value(of: "text") ?? "").prefix(QueryTerms.mostBytes)
            return .history(of: account, searching: String(text))
        case ("transactions", 2): return .transaction(path[1], in: account)
        case ("transactions", 3): return path[2] == "category" ? .category(transaction: path[1], in: account) : nil
        case ("import", 1): return .importing(into: account)
        case ("imports", 1): return .imports
        case ("limits", 1): return .limits(of: account)
        case ("templates", 1): return .templates
        case ("templates", 2): return .template(path[1])
        case ("schedules", 1): return .schedules
        case ("schedules", 2): return path[1] == "new" ? .newSchedule : nil
        case ("securities", 1): return .securities
        case ("securities", 2): return path[1] == "dashboard" ? .dashboard : nil
        case ("patterns", 2): return .pattern(path[1])
        case ("scanner", 1): return .scanner(nil)
        case ("scanner", 2): return .scanner(path[1])
        case ("match", 1): return pair(of: query).map { .match($0) }
        case ("bonds", 1): return .bonds
        case ("bonds", 2): return ISIN(path[1]).map { .bond($0) }
        case ("bonds", 3): return path[2] == "chart" ? ISIN(path[1]).map { .bondChart($0) } : nil
        case ("subscriptions", 1): return .subscriptions
        case ("subscriptions", 2):
            return path[1] == "new" ? .newSubscription : path[1] == "forecast" ? .forecast : .subscription(path[1])
        case ("inbox", 1): return .inbox
        case ("settings", 1): return .settings
        case ("settings", 2):
            let parts: [String: SceneAddress] = [
                "preferences": .preferences, "telegram": .telegram, "codes": .codes,
                "passkeys": .passkeys, "sessions": .sessions,
            ]
            return parts[path[1]]
        default: return nil
        }
    }

    // MARK: A segment and its match

    private static func fields(of pair: MatchPair) -> [(String, String)] {
        var fields = [
            ("kind", pair.kind.rawValue), ("ticker", pair.segment.ticker), ("from", pair.segment.from),
            ("to", pair.segment.to), ("match", pair.match.ticker), ("match-from", pair.match.from),
            ("match-to", pair.match.to), ("candles", String(pair.match.candles)),
            ("distance", String(pair.match.distance)), ("similarity", String(pair.match.similarity)),
        ]
        if let change = pair.match.change { fields.append(("change", String(change))) }
        if let timeframe = pair.timeframe { fields.append(("timeframe", timeframe.rawValue)) }
        return fields
    }

    private static func pair(of query: WebForm) -> MatchPair? {
        func text(_ name: String) -> String? {
            query.value(of: name).flatMap { (1...64).contains($0.utf8.count) ? $0 : nil }
        }
        func number(_ name: String) -> Double? { text(name).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }
        guard let kind = text("kind").flatMap(ScannerSignal.Kind.init), let ticker = text("ticker"),
            let from = text("from"), let to = text("to"), let match = text("match"),
            let matchFrom = text("match-from"), let matchTo = text("match-to"),
            let candles = text("candles").flatMap({ Int($0) }), let distance = number("distance"),
            let similarity = number("similarity")
        else { return nil }
        return MatchPair(
            segment: ScannerSignal.Segment(ticker: ticker, from: from, to: to),
            match: ScannerSignal.Match(
                ticker: match, from: matchFrom, to: matchTo, candles: candles, distance: distance,
                similarity: similarity, change: number("change")),
            timeframe: text("timeframe").flatMap(ScannerSignal.Timeframe.init), kind: kind)
    }
}
