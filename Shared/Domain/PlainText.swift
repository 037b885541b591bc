/// The one rule for texts that people and other programs write: which characters steer what shows them.
///
/// Refused on the way in, wherever a request gives a text; escaped or replaced on the way out to terminals and pictures. They
/// are: control characters (C0, DEL, C1), line and paragraph separators, marks that change the direction of writing
/// (UAX #9), and what Unicode says is no character.
public enum PlainText {
    /// Replaces each steering character by `�`. The text comes back on one line.
    public static func clean(_ text: String) -> String {
        guard !isPlain(text) else { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { clean.append(isSteering(scalar) ? "\u{FFFD}" : scalar) }
        return String(clean)
    }

    /// The same, and no longer than so many scalars, with `…` for what was cut off. A single character can be made of a
    /// million scalars, so those are counted.
    public static func clean(_ text: String, most: Int) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return clean(text) }
        return clean(String(scalars[..<end])) + "…"
    }

    /// Whether a text has no steering character: a request may give it.
    public static func isPlain(_ text: String) -> Bool {
        guard text.utf8.contains(where: maySteer) else { return true }
        return !text.unicodeScalars.contains(where: isSteering)
    }

    /// Whether a scalar is shown as it is.
    public static func isShown(_ scalar: Unicode.Scalar) -> Bool { !isSteering(scalar) }

    /// Whether a byte of UTF-8 can begin a steering character. Texts without one need no second look; those in Latin,
    /// Greek and Cyrillic letters have none.
    public static func maySteer(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF...0xFF: true
        default: false
        }
    }

    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        // Not characters, which XML does not take either.
        case 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
