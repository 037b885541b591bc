import Drawing

/// A text for the terminal: clean of what could steer it, with the width it takes and perhaps a colour.
struct StyledText: Sendable, Hashable {
    /// How a text looks.
    enum Look: String, Sendable {
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
    }

    /// The text, without control characters.
    let text: String
    /// How it looks where there are colours.
    let look: Look

    /// A text that may come from anybody: what would steer the terminal is shown as `�`.
    init(_ text: String, _ look: Look = .plain) {
        self.text = DisplayText.clean(text)
        self.look = look
    }

    /// A text in the language of the run.
    init(_ text: Text, _ look: Look = .plain) { self.init(text.description, look) }

    /// This in English, that in Russian.
    init(_ english: EnglishWording, _ russian: RussianWording, _ look: Look = .plain) {
        self.init(Text(english, russian), look)
    }

    /// Nothing, as in a cell without a value.
    static let blank = StyledText("")

    /// How many columns it takes.
    var width: Int { DisplayText.width(of: text) }

    /// The same, cut to at most `width` columns, with `…` where something is missing.
    func cut(to width: Int) -> StyledText { StyledText(DisplayText.cut(text, to: width), look) }

    /// The text with its colour, where wanted.
    func rendered(hasColor: Bool) -> String {
        hasColor && look != .plain ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// What a text is on a grid of columns.
enum DisplayText {
    /// The text on one line and without control, format-changing and unassigned characters: a name or a description is
    /// another person's and must not move the cursor or turn the direction of writing.
    static func clean(_ text: String) -> String { PlainText.clean(text) }

    /// How many columns the text takes in a terminal, after the widths of UAX #11.
    static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// The text, at most `width` columns wide, with `…` for what was cut off.
    static func cut(_ text: String, to width: Int) -> String {
        guard self.width(of: text) > width else { return text }
        guard width > 0 else { return "" }
        var kept = ""
        var room = width - 1
        for character in text {
            let needed = self.width(of: character)
            guard needed <= room else { break }
            kept.append(character)
            room -= needed
        }
        return kept + "…"
    }

    /// The text, at most `width` columns wide, with `…` for what was taken out of its middle.
    static func cutInTheMiddle(_ text: String, to width: Int) -> String {
        guard self.width(of: text) > width else { return text }
        guard width > 2 else { return cut(text, to: width) }
        let left = (width - 1) - (width - 1) / 2
        let head = cut(text, to: left + 1).dropLast()
        let tail = String(cut(String(text.reversed()), to: (width - 1) / 2 + 1).dropLast().reversed())
        return head + "…" + tail
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default:
            let category = first.properties.generalCategory
            return category == .nonspacingMark || category == .enclosingMark || category == .format ? 0 : 1
        }
    }
}
