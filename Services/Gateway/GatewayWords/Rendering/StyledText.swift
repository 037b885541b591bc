import Drawing

/// A text for the terminal: free of control characters, with a width and an optional colour.
package struct StyledText: Sendable, Hashable {
    /// The look of a text.
    package enum Look: String, Sendable {
        case plain = ""
        /// For headings.
        case bold = "1"
        /// For secondary text.
        case dim = "2"
        /// For failures.
        case red = "31"
        /// For success and incoming money.
        case green = "32"
        /// For pending things.
        case yellow = "33"
        /// Black on white, whatever the terminal's colours: for cameras.
        case paper = "30;107"
        /// For a second series.
        case blue = "34"
        /// For highlights in a drawing.
        case magenta = "35"
    }

    /// The text, without control characters.
    package let text: String
    /// The look, where colours are on.
    package let look: Look

    /// Creates a text from any source: characters that would control the terminal are shown as `�`.
    package init(_ text: String, _ look: Look = .plain) {
        self.text = DisplayText.clean(text)
        self.look = look
    }

    /// Creates a text in the language of the run.
    package init(_ text: Text, _ look: Look = .plain) { self.init(text.description, look) }

    /// Creates a text from an English and a Russian wording.
    package init(_ english: EnglishWording, _ russian: RussianWording, _ look: Look = .plain) {
        self.init(Text(english, russian), look)
    }

    /// The empty text, for cells without a value.
    package static let blank = StyledText("")

    /// The width in columns.
    var width: Int { DisplayText.width(of: text) }

    /// Returns the text cut to `width` columns, with `…` for the removed end.
    func cut(to width: Int) -> StyledText { StyledText(DisplayText.cut(text, to: width), look) }

    /// Returns the text cut to `width` columns, with `…` for the removed middle.
    func cutInTheMiddle(to width: Int) -> StyledText { StyledText(DisplayText.cutInTheMiddle(text, to: width), look) }

    /// Returns the text, with its colour if wanted.
    package func rendered(hasColor: Bool) -> String {
        hasColor && look != .plain ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
    }
}
