import Domain

/// How letters and words that answer a question are read: as they are written, never by the key they stand on. The key
/// of `y` has `н` on it, so that "нет" arrives as `y` where the layout is the wrong one.
package enum AnswerLetter {
    /// What a letter or a word says.
    package enum Meaning: Hashable, Sendable {
        /// Yes.
        case yes
        /// No.
        case no
        /// Yes, unless the layout is the wrong one.
        case perhapsYes
    }

    /// What a key says that is pressed at a question; nil for one that says nothing.
    package static func meaning(of letter: Character, in language: Language) -> Meaning? {
        switch letter.lowercased() {
        case "д": .yes
        // The key of n has т on it: the harmless side may be generous.
        case "n", "н", "т": .no
        case "y": language == .russian ? .perhapsYes : .yes
        case "l": language == .russian ? .perhapsYes : nil
        default: nil
        }
    }

    /// What a line says that answers a question; nil for one that says nothing.
    package static func meaning(ofLine line: String, in language: Language) -> Meaning? {
        switch line.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") {
        case "да", "yes", "д": .yes
        case "нет", "no", "н", "n": .no
        case "y": language == .russian ? .perhapsYes : .yes
        default: nil
        }
    }

    /// Asks back where a line said perhaps yes.
    package static let askBack = Text(
        "Is that a yes? Type yes or no.", "y стоит на клавише н. Это «да»? Напишите «да» или «нет».")
}
