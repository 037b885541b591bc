import Drawing

/// A text for the terminal: clean of what could steer it, with the width it takes and perhaps a colour.
package struct StyledText: Sendable, Hashable {
    /// How a text looks.
    package enum Look: String, Sendable {
        /// As usual.
        case plain = ""
        /// Headings.
        case bold = "1"
        /// What matters less.
        case dim = "2"
        /// Bad news.
        case red = "31"
        /// Good news, money that comes.
        case green = "32"
        /// What waits.
        case yellow = "33"
        /// Black on white, whatever the terminal's colours are: for cameras.
        case paper = "30;107"
        /// A second shape.
        case blue = "34"
        /// What is pointed out in a drawing.
        case magenta = "35"
    }

    /// The text, without control characters.
    package let text: String
    /// How it looks where there are colours.
    package let look: Look

    /// A text that may come from anybody: what would steer the terminal is shown as `�`.
    package init(_ text: String, _ look: Look = .plain) {
        self.text = DisplayText.clean(text)
        self.look = look
    }

    /// A text in the language of the run.
    package init(_ text: Text, _ look: Look = .plain) { self.init(text.description, look) }

    /// This in English, that in Russian.
    package init(_ english: EnglishWording, _ russian: RussianWording, _ look: Look = .plain) {
        self.init(Text(english, russian), look)
    }

    /// Nothing, as in a cell without a value.
    package static let blank = StyledText("")

    /// How many columns it takes.
    var width: Int { DisplayText.width(of: text) }

    /// The same, cut to at most `width` columns, with `…` where something is missing.
    func cut(to width: Int) -> StyledText { StyledText(DisplayText.cut(text, to: width), look) }

    /// The same, at most `width` columns wide: what is missing is missing in the middle.
    func cutInTheMiddle(to width: Int) -> StyledText { StyledText(DisplayText.cutInTheMiddle(text, to: width), look) }

    /// The text with its colour, where wanted.
    package func rendered(hasColor: Bool) -> String {
        hasColor && look != .plain ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
    }
}
