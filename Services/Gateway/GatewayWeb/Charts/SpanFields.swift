import Domain
import GatewayWords

/// The fields for both ends of a segment, and the button that chooses it.
struct SpanFields {
    /// The longest key and the longest day that people type.
    private static let mostLetters = "64"

    let segment: ChartSegment
    let language: Language

    var markup: HTML {
        let words = ChartWords(language)
        let refusal = segment.refusal
        return .group([
            field(
                "span-first", words.from, refusal?.first ?? segment.from.key,
                problem: refusal.flatMap { $0.isAboutLast ? nil : $0.message }),
            field(
                "span-last", words.to, refusal?.last ?? segment.to.key,
                problem: refusal.flatMap { $0.isAboutLast ? $0.message : nil }),
            .tag(
                .button, .classes("btn"), .text(.name, "do"), .text(.value, "span"), text: words.choose),
        ])
    }

    private func field(_ name: String, _ label: String, _ value: String, problem: Text?) -> HTML {
        // A field for dates would drop a refused text that is no date.
        let isDay = segment.hasDays && CalendarDay(value) != nil
        var attributes: [HTMLAttribute] = [
            .text(.id, name), .text(.name, name), .text(.type, isDay ? "date" : "text"), .text(.value, value),
            .text(.autocomplete, "off"), .text(.maxlength, Self.mostLetters),
        ]
        var content: [HTML] = []
        if let problem {
            attributes += [.text(.ariaInvalid, "true"), .text(.ariaDescribedBy, "\(name)-error")]
            content = [.tag(.p, .classes("error"), .text(.id, "\(name)-error"), text: problem.spoken(in: language))]
        }
        return .tag(
            .div, .classes("field"),
            content: [.tag(.label, .text(.for, name), text: label), .element(.input, attributes, [])] + content)
    }
}
