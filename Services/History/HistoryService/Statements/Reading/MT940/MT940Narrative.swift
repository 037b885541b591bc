/// What an MT940 message tells of a row: field 86, in the ways in which banks structure it.
struct MT940Narrative {
    /// The other side and what the payment was for; empty when the field tells neither.
    let text: String

    /// The lengths at which lines and subfields end, also within a word.
    private static let (lineLength, subfieldLength) = (65, 27)
    /// The most scalars in which the parts of a field are looked for.
    private static let longest = 16_384
    private static let separators: Set<Character> = ["?", ">", "~", "<", "^", "|"]

    /// - Parameter lines: The lines of the field.
    init(_ lines: [Substring]) {
        let unbroken = lines.joined()
        if let (separator, start) = Self.subfields(of: unbroken) {
            text = Self.numbered(unbroken[start...], separator)
        } else {
            let joined = TextPieces.joined(lines, cutAt: Self.lineLength, limit: Self.longest)
            text = MT940CodeWords(joined)?.text ?? CleanText.line(joined)
        }
    }

    /// Returns the separator of numbered subfields and where the first one begins: `166?00…?20…`; nil without any.
    private static func subfields(of text: String) -> (Character, String.Index)? {
        // Three digits for the kind of the transaction, which some banks leave out.
        let start = text.prefix(3).allSatisfy { $0.isASCII && $0.isNumber } ? text.dropFirst(3) : text[...]
        guard let separator = start.first, separators.contains(separator), number(at: start.dropFirst()) != nil
        else { return nil }
        return (separator, start.startIndex)
    }

    private static func number(at text: Substring) -> Int? {
        let digits = text.utf8.prefix(2)
        guard digits.count == 2, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads numbered subfields: 00 the kind in words, 20 ... 29 and 60 ... 63 the purpose, 32 and 33 the other side.
    /// Polish banks, which have other separators, write the other side and its address in 27 ... 29.
    ///
    /// - Source: Deutsche Kreditwirtschaft, DFÜ-Abkommen, Anlage 3, 8.2.3 "Mehrzweckfeld".
    private static func numbered(_ text: Substring, _ separator: Character) -> String {
        var (kind, name, address, purpose): (String, [Substring], [Substring], [Substring]) = ("", [], [], [])
        var rest = text
        while rest.first == separator, let number = number(at: rest.dropFirst()) {
            let value = rest.dropFirst(3)
            let end = value.indices.first { value[$0] == separator && Self.number(at: value[$0...].dropFirst()) != nil }
            let content = value[..<(end ?? value.endIndex)]
            switch number {
            case 0: kind = CleanText.line(content)
            case 27...29 where separator != "?": address.append(content)
            case 20...29, 60...63: purpose.append(content)
            case 32, 33: name.append(content)
            default: break
            }
            rest = value[(end ?? value.endIndex)...]
        }
        let note = SEPAPurpose.text(of: TextPieces.joined(purpose, cutAt: subfieldLength, limit: longest))
        let other = TextPieces.joined(name.isEmpty ? address : name, cutAt: subfieldLength)
        return CleanText.joined(other, note.isEmpty ? kind : note)
    }
}

/// The purpose of a SEPA payment with its references before it: `EREF+…KREF+…SVWZ+rent`.
enum SEPAPurpose {
    private static let words = [
        "EREF+", "KREF+", "MREF+", "CRED+", "DEBT+", "COAM+", "OAMT+", "SVWZ+", "ABWA+", "ABWE+", "IBAN+", "BIC+",
        "PURP+", "ABWA:",
    ]

    /// Returns what the payer wrote, without references that programs made.
    static func text(of purpose: String) -> String {
        var found: [(word: String, range: Range<String.Index>)] = []
        for word in words {
            if let range = purpose.firstRange(of: word) { found.append((word, range)) }
        }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        guard let first = found.first else {
            return BankRowIdentifiers.isPlaceholder(purpose) ? "" : CleanText.line(purpose)
        }
        let before = CleanText.line(purpose[..<first.range.lowerBound])
        for (place, part) in found.enumerated() where part.word == "SVWZ+" {
            let end = place + 1 < found.count ? found[place + 1].range.lowerBound : purpose.endIndex
            let text = CleanText.line(purpose[part.range.upperBound..<end])
            return BankRowIdentifiers.isPlaceholder(text) ? before : CleanText.line(before + " " + text)
        }
        return before
    }
}
