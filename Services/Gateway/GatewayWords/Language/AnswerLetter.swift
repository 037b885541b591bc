import Domain

/// Reads letters and words that answer a question: as typed, never by the position of the key. The key of `y` is also
/// the key of `н`, so "нет" arrives as `y` in the wrong keyboard layout.
package enum AnswerLetter {
    /// The meaning of an answer.
    package enum Meaning: Hashable, Sendable {
        case yes
        case no
        /// Yes, unless the keyboard layout is the wrong one.
        case perhapsYes
    }

    /// Returns the meaning of a key pressed at a question; nil for a key without one.
    package static func meaning(of letter: Character, in language: Language) -> Meaning? {
        switch letter.lowercased() {
        case "д": .yes
        // The key of n is also the key of т: leniency is safe for a no.
        case "n", "н", "т": .no
        case "y": language == .russian ? .perhapsYes : .yes
        case "l": language == .russian ? .perhapsYes : nil
        default: nil
        }
    }

    /// Returns the meaning of a typed line; nil for a line without one.
    package static func meaning(ofLine line: String, in language: Language) -> Meaning? {
        switch line.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") {
        case "да", "yes", "д": .yes
        case "нет", "no", "н", "n": .no
        case "y": language == .russian ? .perhapsYes : .yes
        default: nil
        }
    }

    /// The question after an ambiguous yes.
    package static let askBack = Text(
        "Is that a yes? Type yes or no.", "y стоит на клавише н. Это «да»? Напишите «да» или «нет».")
}
