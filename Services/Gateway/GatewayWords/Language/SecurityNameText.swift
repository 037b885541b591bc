/// The name of a security. The market itself marks invented securities in their names.
package enum SecurityNameText {
    package static func of(_ name: String?) -> Text {
        name == "made up" ? Text("made up", "придуманная бумага") : Text(verbatim: name ?? "")
    }

    /// Returns a heading for a security or a bond: its name and its code, `Sberbank (SBER)`; the code alone without a
    /// name.
    package static func title(_ known: String, name: String?) -> Text {
        guard let name, !name.isEmpty, name != known else { return Text(verbatim: known) }
        return Text(verbatim: "") + of(name) + Text(verbatim: " (\(known))")
    }

    /// Tells that the market has no candles of a ticker, and suggests a similar ticker.
    package static func notInMarket(_ ticker: String, among known: [String]) -> Text {
        let question = Suggestion.question(for: ticker, among: known).map { Text(verbatim: "; ") + $0 } ?? .blank
        return Text("\(ticker) is not in the market", "\(ticker) нет на рынке") + question
    }
}
