import Domain
import GatewayWords

/// The words of charts on pages.
struct ChartWords {
    private let language: Language

    init(_ language: Language) { self.language = language }

    /// The name of a chart without a name.
    var chart: String { Text("Chart", "График").spoken(in: language) }
    /// The name of the first grip.
    var beginning: String { Text("Beginning of the segment", "Начало отрезка").spoken(in: language) }
    /// The name of the last grip.
    var end: String { Text("End of the segment", "Конец отрезка").spoken(in: language) }
    /// The label of the field for the first end.
    var from: String { Text("From", "С").spoken(in: language) }
    /// The label of the field for the last end.
    var to: String { Text("To", "По").spoken(in: language) }
    /// The button that takes both fields.
    var choose: String { Text("Choose", "Выбрать").spoken(in: language) }

    /// Returns the description of a segment.
    func segment(_ segment: ChartSegment) -> String {
        (Text("Segment: ", "Отрезок: ") + segment.from.name + Text(verbatim: " – ") + segment.to.name
            + Text(verbatim: ".")).spoken(in: language)
    }
}
