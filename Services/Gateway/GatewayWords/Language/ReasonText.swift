import Coordination
import Domain
import Reasons
import Signals

/// The texts of reasons in both languages.
package enum ReasonText {
    /// Returns the text of an explanation; the given English text when the reason comes from a newer service.
    package static func of(_ explanation: Explanation?, else text: String?) -> Text {
        guard let explanation, let reason = ReasonCatalogue.house[explanation.reason],
            let said = said(reason, explanation.details)
        else { return Text("\(text ?? "")", "\(text ?? "")") }
        return said
    }

    /// Returns a reason with its details; nil when a detail is missing, as with a newer service.
    ///
    /// - Parameter field: Returns the reader's name for a field that the sentence mentions.
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
