import Coordination

/// What a security is called: capital letters, digits and the signs that exchanges use.
package enum Ticker {
    /// How long it may be.
    static let mostCharacters = 32
    private static let signs = Set("._-^=:/+&@#".utf8)

    /// The ticker that is meant, in capital letters; nil for what can be none.
    package static func normal(_ text: String) -> String? {
        let capital = text.uppercased()
        guard (1...mostCharacters).contains(capital.utf8.count), let first = capital.utf8.first,
            isLetterOrDigit(first) || first == UInt8(ascii: "^"),
            capital.utf8.allSatisfy({ isLetterOrDigit($0) || signs.contains($0) })
        else { return nil }
        return capital
    }

    /// The same, or a fault that names the field.
    static func required(_ text: String, field: String) throws(Fault) -> String {
        guard let ticker = normal(text) else {
            throw .invalidArgument(
                field, "must be 1 to \(mostCharacters) letters, digits or . _ - ^ = : / + & @ #, such as SBER")
        }
        return ticker
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
