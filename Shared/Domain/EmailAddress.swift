/// An email address of the form `local@domain`, at most 254 characters of ASCII.
///
/// The rule is simple and stricter than RFC 5321: no quotes, comments or address literals; the domain contains a dot.
/// Addresses that differ only in case are equal.
public struct EmailAddress: Hashable, Sendable {
    /// The longest accepted address, in bytes.
    public static let longestCount = 254

    /// The address as given.
    public let text: String
    /// The address in lowercase, for look-ups and comparison.
    public let key: String

    /// Parses an address; nil when it is invalid.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longestCount else { return nil }
        let halves = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard halves.count == 2, Self.isLocalPart(halves[0]), Self.isDomain(halves[1]) else { return nil }
        self.text = text
        key = text.lowercased()
    }

    /// The part before the @, in lowercase.
    public var localPart: String { String(key.prefix { $0 != "@" }) }

    private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
        let others = Array("!#$%&'*+-/=?^_`{|}~".utf8)
        return bytes.count <= 64
            && bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.allSatisfy { $0.isASCIILetterOrDigit || others.contains($0) }
            }
    }

    private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                    && label.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
            }
    }

    /// Compares without regard to case.
    public static func == (left: EmailAddress, right: EmailAddress) -> Bool { left.key == right.key }

    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension UInt8 {
    /// True for an English letter or a digit.
    public var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
