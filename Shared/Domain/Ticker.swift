/// The name of a security: capital letters, digits and the signs that exchanges use.
public enum Ticker {
    /// The most characters of a ticker.
    public static let mostCharacters = 32
    private static let signs = Set("._-^=:/+&@#".utf8)

    /// Returns the ticker in capital letters; nil when the text cannot be one.
    public static func normal(_ text: String) -> String? {
        let capital = text.uppercased()
        guard (1...mostCharacters).contains(capital.utf8.count), let first = capital.utf8.first,
            isLetterOrDigit(first) || first == UInt8(ascii: "^"),
            capital.utf8.allSatisfy({ isLetterOrDigit($0) || signs.contains($0) })
        else { return nil }
        return capital
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
