/// What a security is called. One that was made up is called so by the market.
package enum SecurityNameText {
    package static func of(_ name: String?) -> Text {
        name == "made up" ? Text("made up", "придуманная бумага") : Text(verbatim: name ?? "")
    }

    /// A heading for a security or a bond: its name with what it is known by, `Sberbank (SBER)`; that alone where it has no
    /// name.
    package static func title(_ known: String, name: String?) -> Text {
        guard let name, !name.isEmpty, name != known else { return Text(verbatim: known) }
        return Text(verbatim: "") + of(name) + Text(verbatim: " (\(known))")
    }

    /// That the market has no candles of a ticker, with one that may be meant.
    package static func notInMarket(_ ticker: String, among known: [String]) -> Text {
        let question = Suggestion.question(for: ticker, among: known).map { Text(verbatim: "; ") + $0 } ?? .blank
        return Text("\(ticker) is not in the market", "\(ticker) нет на рынке") + question
    }
}
