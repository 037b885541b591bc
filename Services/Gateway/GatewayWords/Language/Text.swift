import Domain

/// A text of the gateway in every language it speaks: one without a translation does not compile.
///
/// ```swift
/// Text("\(count, "match", "matches") in \(name)", "\(count, "совпадение", "совпадения", "совпадений") в \(name)")
/// ```
///
/// Interpolated values take the form of their language: counts with their plurals, `Money`, `Instant`, `CalendarDay`,
/// other texts. The language is chosen when the text is shown, so a text may be kept in a table.
package struct Text: Hashable, Sendable, CustomStringConvertible {
    private let english: String
    private let russian: String

    /// Creates a text from its wordings.
    ///
    /// - Parameters:
    ///   - english: The English wording.
    ///   - russian: The Russian wording.
    package init(_ english: EnglishWording, _ russian: RussianWording) {
        self.english = english.text
        self.russian = russian.text
    }

    /// Creates a text that is the same in every language: a name, a number, a line to type.
    package init(verbatim text: String) { (english, russian) = (text, text) }

    /// The empty text.
    package static let blank = Text(verbatim: "")

    private init(english: String, russian: String) { (self.english, self.russian) = (english, russian) }

    /// Returns the wording in a language.
    package func spoken(in language: Language) -> String {
        switch language {
        case .english: english
        case .russian: russian
        }
    }

    /// The wording in the language of this run.
    package var description: String { spoken(in: .current) }

    /// True for an empty text.
    package var isEmpty: Bool { english.isEmpty && russian.isEmpty }

    /// Concatenates two texts.
    package static func + (left: Text, right: Text) -> Text {
        Text(english: left.english + right.english, russian: left.russian + right.russian)
    }
}

extension [Text] {
    /// Returns all texts as one, with `separator` between them.
    package func joined(separator: String = "") -> Text {
        guard let first else { return Text(verbatim: "") }
        return dropFirst().reduce(first) { $0 + Text(verbatim: separator) + $1 }
    }
}
