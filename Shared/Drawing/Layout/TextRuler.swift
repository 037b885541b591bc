import Cairo

/// A measure for texts. The layout depends on no other part of the font system, so tests need no font.
public protocol TextRuler: AnyObject {
    /// Returns the width of a text in a font of this size.
    func width(of text: String, size: Double, isBold: Bool) -> Double
}

extension TextRuler {
    /// Returns the text, truncated with `…` to at most `width`.
    func shortened(_ text: String, to width: Double, size: Double, isBold: Bool = false) -> String {
        guard self.width(of: text, size: size, isBold: isBold) > width else { return text }
        let characters = Array(text)
        var (least, most) = (0, characters.count)
        while least < most {
            let middle = (least + most + 1) / 2
            let isFitting = self.width(of: cut(characters, middle), size: size, isBold: isBold) <= width
            if isFitting { least = middle } else { most = middle - 1 }
        }
        return least > 0 ? cut(characters, least) : ""
    }

    /// Returns the text on one line if it fits. Otherwise it is broken between words into two lines, of which the
    /// second is shortened when necessary.
    func lines(of text: String, to width: Double, size: Double, isBold: Bool) -> [String] {
        guard self.width(of: text, size: size, isBold: isBold) > width else { return [text] }
        let words = text.split(separator: " ")
        var first = ""
        for (index, word) in words.enumerated() {
            let longer = first.isEmpty ? String(word) : first + " " + word
            if self.width(of: longer, size: size, isBold: isBold) > width {
                let rest = words[index...].joined(separator: " ")
                // A first word that is too long is shortened on a line of its own.
                guard !first.isEmpty else { break }
                return [first, shortened(rest, to: width, size: size, isBold: isBold)].filter { !$0.isEmpty }
            }
            first = longer
        }
        let only = shortened(text, to: width, size: size, isBold: isBold)
        return only.isEmpty ? [] : [only]
    }

    private func cut(_ characters: [Character], _ count: Int) -> String {
        var kept = characters.prefix(count)
        while kept.last == " " { kept.removeLast() }
        return String(kept) + "…"
    }
}

/// A ruler with the font of the pictures.
final class FontRuler: TextRuler {
    /// The font family of every text: libcairo asks the system for its sans-serif font. All sans-serif fonts of Debian
    /// contain Cyrillic.
    static let family = "sans-serif"

    private struct Key: Hashable {
        let text: String
        let isBold: Bool
    }

    private let context: Context
    /// Widths at size 1; without hinting they are proportional to the size.
    private var known: [Key: Double] = [:]

    /// - Throws: ``CairoError``.
    init() throws(CairoError) {
        context = try Context(ImageSurface(width: 1, height: 1))
    }

    func width(of text: String, size: Double, isBold: Bool) -> Double {
        let key = Key(text: text, isBold: isBold)
        if let width = known[key] { return width * size }
        context.setFont(family: Self.family, size: 64, isBold: isBold)
        let width = context.width(of: text) / 64
        known[key] = width
        return width * size
    }

    /// Throws the error of an earlier measurement, if there was one.
    func check() throws(CairoError) { try context.check() }
}
