import Domain

/// What a text is on a grid of columns.
package enum DisplayText {
    /// The text on one line and without control, format-changing and unassigned characters: a name or a description is
    /// another person's and must not move the cursor or turn the direction of writing.
    package static func clean(_ text: String) -> String { PlainText.clean(text) }

    /// How many columns the text takes in a terminal, after the widths of UAX #11.
    package static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// The text, at most `width` columns wide, with `…` for what was cut off.
    package static func cut(_ text: String, to width: Int) -> String {
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
    package static func cutInTheMiddle(_ text: String, to width: Int) -> String {
        guard self.width(of: text) > width else { return text }
        guard width > 2 else { return cut(text, to: width) }
        let left = (width - 1) - (width - 1) / 2
        let head = cut(text, to: left + 1).dropLast()
        let tail = String(cut(String(text.reversed()), to: (width - 1) / 2 + 1).dropLast().reversed())
        return head + "…" + tail
    }

    /// A cluster takes what its scalars take: terminals, and ncurses before them, add them up (a skin tone or the second
    /// letter of a flag has cells of its own). What asks to be seen as a picture takes two at least.
    package static func width(of character: Character) -> Int {
        let sum = character.unicodeScalars.reduce(0) { $0 + ScalarWidth.of($1) }
        return character.unicodeScalars.contains("\u{FE0F}") && sum > 0 ? max(2, sum) : sum
    }
}
