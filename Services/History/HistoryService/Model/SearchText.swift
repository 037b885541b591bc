/// The form of texts in which they are searched: words of letters and digits, in lower case, without accents, ё as е.
enum SearchText {
    /// Returns the words of a text in order.
    static func words(of text: String) -> [String] {
        var splitter = WordSplitter()
        for scalar in text.unicodeScalars { splitter.take(scalar) }
        return splitter.finish()
    }

    /// Returns the words separated by single spaces. The words of rules are searched in this form.
    static func folded(_ text: String) -> String { words(of: text).joined(separator: " ") }
}

/// A splitter of texts, scalar by scalar.
private struct WordSplitter {
    private var words: [String] = []
    private var word = String.UnicodeScalarView()

    mutating func take(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x61...0x7a, 0x30...0x39, 0x430...0x44f: word.append(scalar)
        case 0x41...0x5a, 0x410...0x42f: append(scalar.value + 0x20)
        case 0x401, 0x451: append(0x435)
        case ..<0x80: end()
        default:
            for small in scalar.properties.lowercaseMapping.unicodeScalars { takeSmall(small) }
        }
    }

    mutating func finish() -> [String] {
        end()
        return words
    }

    private mutating func takeSmall(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x306 where word.last?.value == 0x438:
            // An i with a combining breve is the letter й. Treated as an accent, the breve would be lost.
            word.removeLast()
            append(0x439)
        case 0x300...0x36f: break
        case 0xf7: end()
        case 0xdf...0x17f: word.append(contentsOf: LatinLetters.plain(scalar).unicodeScalars)
        default:
            if scalar.isPartOfWord { word.append(scalar) } else { end() }
        }
    }

    private mutating func append(_ value: UInt32) {
        if let scalar = Unicode.Scalar(value) { word.append(scalar) }
    }

    private mutating func end() {
        guard !word.isEmpty else { return }
        words.append(String(word))
        word = String.UnicodeScalarView()
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}

/// Lower-case letters of Latin-1 and Latin Extended-A with their forms without accents.
private enum LatinLetters {
    static func plain(_ letter: Unicode.Scalar) -> String { plainLetters[letter] ?? String(Character(letter)) }

    private static let plainLetters: [Unicode.Scalar: String] = {
        let groups: [(plain: String, accented: String)] = [
            ("a", "àáâãäåāăą"), ("c", "çćĉċč"), ("d", "ďđ"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"),
            ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķĸ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉŋ"), ("o", "òóôõöøōŏő"),
            ("r", "ŕŗř"), ("s", "śŝşšſ"), ("t", "ţťŧ"), ("u", "ùúûüũūŭůűų"), ("w", "ŵ"), ("y", "ýÿŷ"),
            ("z", "źżž"), ("ss", "ß"), ("ae", "æ"), ("oe", "œ"), ("ij", "ĳ"),
        ]
        var letters: [Unicode.Scalar: String] = [:]
        for group in groups {
            for letter in group.accented.unicodeScalars { letters[letter] = group.plain }
        }
        return letters
    }()
}
