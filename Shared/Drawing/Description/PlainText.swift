/// Texts of strangers, made fit to be shown.
public enum PlainText {
    /// The text on one line and without control, direction-changing and forbidden characters, each shown as `�`: a name
    /// or a description is another person's and must not move a cursor, turn the direction of writing or end a picture.
    public static func clean(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isSteering) else { return text }
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

    /// Whether a scalar is shown as it is.
    public static func isShown(_ scalar: Unicode.Scalar) -> Bool { !isSteering(scalar) }

    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        // Not characters, which XML does not take either.
        case 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
