import Domain
import Signals

/// Decodes the bytes of a file: UTF-8 if valid, UTF-16 with a byte order mark, else a single-byte encoding that banks
/// use.
enum FileText {
    /// Decodes a file, without its byte order mark.
    ///
    /// - Parameters:
    ///   - said: The encoding that the user or the file declares. Valid UTF-8 is decoded as UTF-8 even so, since files
    ///     misdeclare their encoding more often than other text looks like UTF-8 by chance.
    ///   - isCertain: True when ``said`` is binding.
    /// - Returns: Nil when UTF-8 is binding and the bytes are invalid.
    static func decode(_ bytes: [UInt8], said: HistorySignal.FileEncoding?, isCertain: Bool) -> String? {
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        if !isCertain || said == .utf8, let text = String(validating: body, as: UTF8.self) { return text }
        if isCertain, said == .utf8 { return nil }
        if body.starts(with: [0xFF, 0xFE]) || body.starts(with: [0xFE, 0xFF]) { return utf16(body) }
        let table =
            switch said ?? likely(body) {
            case .windows1250: centralEuropean
            case .windows1252: latin
            case .windows1251, .utf8: cyrillic
            }
        var text = String.UnicodeScalarView()
        for byte in body {
            text.append(byte < 0x80 ? Unicode.Scalar(byte) : table[Int(byte) - 0x80])
        }
        return String(text)
    }

    /// Returns the encoding that the header of an OFX or XML file declares.
    static func encoding(header text: String) -> HistorySignal.FileEncoding? {
        let upper = text.uppercased()
        if upper.contains("CHARSET:1251") || upper.contains("WINDOWS-1251") || upper.contains("CP1251") {
            return .windows1251
        }
        if upper.contains("CHARSET:1252") || upper.contains("WINDOWS-1252") || upper.contains("ISO-8859-1") {
            return .windows1252
        }
        if upper.contains("WINDOWS-1250") || upper.contains("CP1250") { return .windows1250 }
        return nil
    }

    /// Guesses the encoding. Cyrillic letters are adjacent, accented letters of other scripts stand alone between Latin
    /// ones. Some Polish and Czech letters have the codes of signs in Western encodings.
    private static func likely(_ body: ArraySlice<UInt8>) -> HistorySignal.FileEncoding {
        var (high, neighbours, eastern) = (0, 0, 0)
        let signs: Set<UInt8> = [0x9C, 0x9F, 0xA5, 0xAF, 0xB3, 0xB9, 0xBF]
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
        var before: UInt8 = 0
        for (index, byte) in zip(body.indices, body) {
            if byte >= 0x80 {
                high += 1
                if before >= 0xC0, byte >= 0xC0 { neighbours += 1 }
                let after = index + 1 < body.endIndex ? body[index + 1] : 0
                if signs.contains(byte), isLetter(before) || isLetter(after) { eastern += 1 }
            }
            before = byte
        }
        if neighbours * 3 >= high { return .windows1251 }
        return eastern > 0 ? .windows1250 : .windows1252
    }

    private static func utf16(_ body: ArraySlice<UInt8>) -> String {
        let isLittle = body[body.startIndex] == 0xFF
        var units: [UInt16] = []
        var rest = body.dropFirst(2)
        while let first = rest.popFirst(), let second = rest.popFirst() {
            units.append(isLittle ? UInt16(second) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(second))
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The characters 0x80 ... 0xFF of windows-1250.
    private static let centralEuropean = Array(
        ("€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"
            + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙").unicodeScalars)
    /// The characters 0x80 ... 0xFF of windows-1251.
    private static let cyrillic = Array(
        ("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
            + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя").unicodeScalars)
    /// The characters 0x80 ... 0xFF of windows-1252.
    private static let latin =
        Array(
            "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
        + (0xA0...0xFF).compactMap { Unicode.Scalar($0) }
}

/// Descriptions in the form that ledger accepts.
enum CleanText {
    static let longestDescription = 500
    static let longestCategory = 100

    /// Returns a text on one line: whitespace and control characters collapse to one space, none at the ends, without
    /// directional marks, at most `limit` scalars.
    static func line(_ text: some StringProtocol, limit: Int = longestDescription) -> String {
        if isPlain(text.utf8, limit: limit) { return String(text) }
        var line = String.UnicodeScalarView()
        var owesSpace = false
        var count = 0
        for scalar in text.unicodeScalars {
            if isSpace(scalar) || isControl(scalar) {
                owesSpace = count > 0
                continue
            }
            guard PlainText.isShown(scalar) else { continue }
            guard count + (owesSpace ? 2 : 1) <= limit else { break }
            if owesSpace {
                line.append(" ")
                count += 1
                owesSpace = false
            }
            line.append(scalar)
            count += 1
        }
        return String(line)
    }

    /// True when nothing would change: printable ASCII with single spaces between words. Most cells are like that.
    private static func isPlain(_ bytes: some Collection<UInt8>, limit: Int) -> Bool {
        var before: UInt8 = 0x20
        var count = 0
        for byte in bytes {
            guard (0x20..<0x7F).contains(byte), byte != 0x20 || before != 0x20 else { return false }
            before = byte
            count += 1
        }
        return (count == 0 || before != 0x20) && count <= limit
    }

    /// Returns the text unchanged if ledger accepts it, else cleaned.
    static func exact(_ text: String) -> String {
        let isTaken = PlainText.isPlain(text) && text.unicodeScalars.count <= longestDescription
        return isTaken ? text : line(text)
    }

    /// True for whitespace. Most letters are ASCII, which needs no look at the tables of Unicode.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// Joins a name and a longer text. If one contains the other as its beginning, that one alone is returned.
    static func joined(_ name: String, _ memo: String) -> String {
        if name.isEmpty || memo.hasPrefix(name) { return memo }
        if memo.isEmpty || name.hasPrefix(memo) { return name }
        return line(name + " / " + memo)
    }
}
