/// The rule for steering characters: characters in untrusted text that control how it is displayed.
///
/// They are refused on input, wherever a request contains a text. They are escaped or replaced on output to terminals
/// and pictures. The steering characters are: control characters (C0, DEL, C1), line and paragraph separators, marks
/// that change the writing direction (UAX #9), and Unicode noncharacters.
public enum PlainText {
    /// Replaces each steering character by `�`. The result is one line.
    public static func clean(_ text: String) -> String {
        guard !isPlain(text) else { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { clean.append(isSteering(scalar) ? "\u{FFFD}" : scalar) }
        return String(clean)
    }

    /// Does the same and cuts the text at `most` scalars, with `…` for the rest. It counts scalars because a single
    /// character can consist of a million of them.
    public static func clean(_ text: String, most: Int) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return clean(text) }
        return clean(String(scalars[..<end])) + "…"
    }

    /// Returns true when a text has no steering character, so that a request may contain it.
    public static func isPlain(_ text: String) -> Bool {
        guard text.utf8.contains(where: maySteer) else { return true }
        return !text.unicodeScalars.contains(where: isSteering)
    }

    /// Returns true when a scalar is displayed as it is.
    public static func isShown(_ scalar: Unicode.Scalar) -> Bool { !isSteering(scalar) }

    /// Returns true when a byte of UTF-8 can begin a steering character. A text without such a byte needs no further
    /// check; this is the case for Latin, Greek and Cyrillic letters.
    public static func maySteer(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF...0xFF: true
        default: false
        }
    }

    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        // Noncharacters, which XML rejects, too.
        case 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
