import Cairo

/// Measures texts. The layout of a picture depends on nothing else, so it can be tested without a font.
public protocol TextRuler: AnyObject {
    /// How far a text reaches in a font of this size.
    func width(of text: String, size: Double, isBold: Bool) -> Double
}

extension TextRuler {
    /// The text, at most `width` wide, with `…` for what was cut off.
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

    /// The text on one line where it fits, else on two, broken between words, the second shortened where it must be.
    func lines(of text: String, to width: Double, size: Double, isBold: Bool) -> [String] {
        guard self.width(of: text, size: size, isBold: isBold) > width else { return [text] }
        let words = text.split(separator: " ")
        var first = ""
        for (index, word) in words.enumerated() {
            let longer = first.isEmpty ? String(word) : first + " " + word
            if self.width(of: longer, size: size, isBold: isBold) > width {
                let rest = words[index...].joined(separator: " ")
                // A first word that is too long by itself is shortened on a line of its own.
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

/// Measures with the font that pictures are drawn with.
final class FontRuler: TextRuler {
    /// The family of every text: libcairo asks for the one of the system that has no serifs. All of Debian's have Cyrillic.
    static let family = "sans-serif"

    private struct Key: Hashable {
        let text: String
        let isBold: Bool
    }

    private let context: Context
    /// Widths at size 1: without hinting they grow with the size.
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

    /// Throws what went wrong while texts were measured.
    func check() throws(CairoError) { try context.check() }
}
