import Signals

/// Several securities of the market, chosen in a list that is searched by typing.
struct SecurityChoice: Hashable, Sendable {
    /// What is looked for.
    private(set) var form = Form([FormField("search", ScannerTexts.searchFor, note: ScannerTexts.searchNote)])
    /// The tickers that are chosen.
    private(set) var chosen: Set<String>
    /// The row that keys act on, of those found.
    private(set) var selected = 0

    init(_ chosen: some Sequence<String> = []) { self.chosen = Set(chosen) }

    /// The securities whose ticker or a word of whose name begins with each word that is looked for, each once.
    func found(in securities: [ScannerSignal.Security]) -> [ScannerSignal.Security] {
        let wanted = form["search"].lowercased().split(separator: " ")
        var seen: Set<String> = []
        return securities.filter { security in
            let words = [security.ticker.lowercased()[...]] + (security.name ?? "").lowercased().split(separator: " ")
            return wanted.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
                && seen.insert(security.ticker).inserted
        }
    }

    /// The tickers that are chosen, in the order of the market.
    func tickers(of securities: [ScannerSignal.Security]) -> [String] {
        var seen: Set<String> = []
        return securities.map(\.ticker).filter { chosen.contains($0) && seen.insert($0).inserted }
    }

    /// Takes what a person wants: typing looks for something, rows are marked and unmarked.
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
