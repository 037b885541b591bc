import Domain

/// A text of the gateway, in every language it speaks: one that lacks a translation does not compile.
///
/// ```swift
/// Text("\(count, "match", "matches") in \(name)", "\(count, "совпадение", "совпадения", "совпадений") в \(name)")
/// ```
///
/// What is interpolated takes the form of the language it stands in: counts with their plurals, `Money`, `Instant`,
/// `CalendarDay`, other texts. The language is chosen when the text is shown, so a text may be kept in a table.
package struct Text: Hashable, Sendable, CustomStringConvertible {
    private let english: String
    private let russian: String

    /// - Parameters:
    ///   - english: What it says, in English.
    ///   - russian: The same in Russian.
    package init(_ english: EnglishWording, _ russian: RussianWording) {
        self.english = english.text
        self.russian = russian.text
    }

    /// A text that is the same in every language: a name, a number, a line to type.
    package init(verbatim text: String) { (english, russian) = (text, text) }

    /// Says nothing.
    package static let blank = Text(verbatim: "")

    private init(english: String, russian: String) { (self.english, self.russian) = (english, russian) }

    /// What it says in a language.
    package func spoken(in language: Language) -> String {
        switch language {
        case .english: english
        case .russian: russian
        }
    }

    /// What it says in the language of this run.
    package var description: String { spoken(in: .current) }

    /// Whether it says nothing.
    package var isEmpty: Bool { english.isEmpty && russian.isEmpty }

    /// Two texts one after another.
    package static func + (left: Text, right: Text) -> Text {
        Text(english: left.english + right.english, russian: left.russian + right.russian)
    }
}

extension [Text] {
    /// All of them as one, with `separator` between them.
    package func joined(separator: String = "") -> Text {
        guard let first else { return Text(verbatim: "") }
        return dropFirst().reduce(first) { $0 + Text(verbatim: separator) + $1 }
    }
}
