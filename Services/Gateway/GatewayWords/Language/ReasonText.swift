import Coordination
import Domain
import Reasons
import Signals

/// What reasons say to people, in both languages.
package enum ReasonText {
    /// What an answer explains; its English text where the reason is of a newer service.
    package static func of(_ explanation: Explanation?, else text: String?) -> Text {
        guard let explanation, let reason = ReasonCatalogue.house[explanation.reason],
            let said = said(reason, explanation.details)
        else { return Text("\(text ?? "")", "\(text ?? "")") }
        return said
    }

    /// A reason with its details; nil when a detail is missing, as of a newer service.
    ///
    /// - Parameter field: What the reader calls a field that the sentence names.
    package static func said(
        _ reason: Reason, _ details: [String: ReasonDetail], field: (String) -> Text = FieldWords.name
    ) -> Text? {
        guard let english = words(reason, details, .english, field),
            let russian = words(reason, details, .russian, field)
        else { return nil }
        return Text("\(english)", "\(russian)")
    }

    private static func words(
        _ reason: Reason, _ details: [String: ReasonDetail], _ language: Language, _ field: (String) -> Text
    ) -> String? {
        withoutActuallyEscaping(field) { field in
            ReasonWording(
                in: language, catalogue: .house,
                instant: { ValueText.time($0, in: language) + WallClocks.suffix },
                field: { field($0).spoken(in: language) }
            ).text(of: reason, details)
        }
    }
}
