import Domain
import GatewayWords
import Signals

/// The words that people may type for a flag's value besides the one on the wire: those that the gateway shows for it,
/// in either language. `--status закончилась` is `--status ended`, whatever the language of the run.
package enum ChoiceWords {
    /// Returns the value that a word stands for; nil for an unknown or ambiguous word.
    ///
    /// - Parameter values: The permitted values, as on the wire.
    package static func value(of word: String, among values: [String]) -> String? {
        if values.contains(word) { return word }
        let typed = folded(word)
        let meant = values.filter { value in
            folded(value) == typed
                || (shown[value] ?? []).contains { text in
                    Language.allCases.contains { folded(text.spoken(in: $0)) == typed }
                }
        }
        return meant.count == 1 ? meant.first : nil
    }

    /// Returns the name of a value in the language of the run, if it differs from the word on the wire.
    static func meaning(of value: String, among values: [String]) -> String? {
        let words = (shown[value] ?? []).map(\.description)
        return words.first { $0 != value && Self.value(of: $0, among: values) == value }
    }

    /// Lists the values with their names: `income (приход)`.
    static func list(_ values: [String]) -> String {
        values.map { value in meaning(of: value, among: values).map { "\(value) (\($0))" } ?? value }
            .joined(separator: ", ")
    }

    /// Returns the proposals for shells: each value, followed by its name if the shell can take it as one word.
    static func proposals(_ values: [String]) -> [Proposal] {
        values.flatMap { value -> [Proposal] in
            guard let meaning = meaning(of: value, among: values) else { return [Proposal(value)] }
            let typed = meaning.contains(" ") ? [] : [Proposal(meaning, value)]
            return [Proposal(value, meaning)] + typed
        }
    }

    /// Folds a word like ``FoldedWord/of(_:)``, with plain spaces.
    private static func folded(_ word: String) -> String {
        FoldedWord.of(word).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The texts that pages show, by the word on the wire.
    private static let shown: [String: [Text]] = {
        var words: [String: [Text]] = [:]
        func add<Value: CaseIterable & RawRepresentable<String>>(_ texts: (Value) -> Text) {
            for value in Value.allCases { words[value.rawValue, default: []].append(texts(value)) }
        }
        add { (value: HistorySignal.TypeFilter) in StatusText.of(value) }
        add { (value: LedgerSignal.MandatePeriod) in StatusText.of(value) }
        add { (value: Recurrence.Unit) in RhythmText.of(1, value) }
        add { (value: SubscriptionsSignal.Status) in StatusText.of(value) }
        add { (value: ScannerSignal.Kind) in StatusText.of(value) }
        add { (value: NotificationsSignal.Category) in StatusText.of(value) }
        add { (value: NotificationsSignal.Carrying) in CarryingText.of(value) }
        // The headings of columns by which lists are sorted and grouped.
        for (value, text) in [
            ("all", Text("all", "все")), ("category", Text("category", "категория")),
            ("account", Text("account", "счёт")), ("probability", Text("probability", "вероятность")),
            ("matches", Text("matches", "совпадений")), ("priceChange", Text("change", "изменение")),
            ("balance", Text("balance", "остаток")), ("spending", Text("spending", "расходы")),
            ("income", Text("income", "доходы")), ("cashflow", Text("cash flow", "движение денег")),
            ("networth", Text("net worth", "состояние")), ("quarter", Text("quarter", "квартал")),
            ("previous", Text("previous", "прошлый")), ("point", Text("point", "точка")),
            ("comma", Text("comma", "запятая")),
        ] {
            words[value, default: []].append(text)
        }
        return words
    }()
}
