import Signals

/// A selection of several securities of the market, in a list that is searched by typing.
struct SecurityChoice: Hashable, Sendable {
    /// The search form.
    private(set) var form = Form([FormField("search", ScannerTexts.searchFor, note: ScannerTexts.searchNote)])
    /// The selected tickers.
    private(set) var chosen: Set<String>
    /// The row that keys act on, among the matches.
    private(set) var selected = 0

    init(_ chosen: some Sequence<String> = []) { self.chosen = Set(chosen) }

    /// Returns the matches, each once: every search word begins the ticker or a word of the name.
    func found(in securities: [ScannerSignal.Security]) -> [ScannerSignal.Security] {
        let wanted = form["search"].lowercased().split(separator: " ")
        var seen: Set<String> = []
        return securities.filter { security in
            let words = [security.ticker.lowercased()[...]] + (security.name ?? "").lowercased().split(separator: " ")
            return wanted.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
                && seen.insert(security.ticker).inserted
        }
    }

    /// Returns the selected tickers, in the order of the market.
    func tickers(of securities: [ScannerSignal.Security]) -> [String] {
        var seen: Set<String> = []
        return securities.map(\.ticker).filter { chosen.contains($0) && seen.insert($0).inserted }
    }

    /// Handles an input: typing searches, rows are marked and unmarked.
    mutating func receive(_ input: SceneInput, among securities: [ScannerSignal.Security]) {
        let found = found(in: securities)
        switch input {
        case .step(let step) where step != .left && step != .right:
            selected = step.row(from: selected, count: found.count)
        case .choose(let row):
            selected = max(0, min(row, found.count - 1))
            toggle(found)
        case .enter: toggle(found)
        case .perform("all-found"):
            let tickers = Set(found.map(\.ticker))
            chosen = tickers.isSubset(of: chosen) ? chosen.subtracting(tickers) : chosen.union(tickers)
        default:
            guard form.receive(input) != nil else { return }
            selected = 0
            let isNothing = self.found(in: securities).isEmpty && !form["search"].isEmpty
            form.setProblems(isNothing ? ["search": ScannerTexts.noSuch(form["search"])] : [:])
        }
    }

    private mutating func toggle(_ found: [ScannerSignal.Security]) {
        guard found.indices.contains(selected) else { return }
        let ticker = found[selected].ticker
        if chosen.remove(ticker) == nil { chosen.insert(ticker) }
    }
}
