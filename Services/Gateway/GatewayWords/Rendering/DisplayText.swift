import Domain

/// Measures and cleans texts for a grid of columns.
package enum DisplayText {
    /// Returns the text on one line without control, format-changing and unassigned characters. A name or a description
    /// comes from another person and must not move the cursor or change the direction of writing.
    package static func clean(_ text: String) -> String { PlainText.clean(text) }

    /// Returns the number of columns of a text in a terminal, according to UAX #11.
    package static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// Cuts the text to `width` columns, with `…` for the removed end.
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

    /// Cuts the text to `width` columns, with `…` for the removed middle.
    package static func cutInTheMiddle(_ text: String, to width: Int) -> String {
        guard self.width(of: text) > width else { return text }
        guard width > 2 else { return cut(text, to: width) }
        let left = (width - 1) - (width - 1) / 2
        let head = cut(text, to: left + 1).dropLast()
        let tail = String(cut(String(text.reversed()), to: (width - 1) / 2 + 1).dropLast().reversed())
        return head + "…" + tail
    }

    /// Returns the columns of a grapheme cluster: the sum of its scalars, as terminals and ncurses count them (a skin
    /// tone or the second letter of a flag has cells of its own). A character with emoji presentation takes at least
    /// two.
    package static func width(of character: Character) -> Int {
        let sum = character.unicodeScalars.reduce(0) { $0 + ScalarWidth.of($1) }
        return character.unicodeScalars.contains("\u{FE0F}") && sum > 0 ? max(2, sum) : sum
    }
}
