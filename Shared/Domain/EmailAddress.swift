/// An address of the form `local@domain`, at most 254 characters of ASCII.
///
/// A simple rule, stricter than RFC 5321: no quotes, comments or address literals; the domain has a point. Two addresses
/// are the same when they differ in the case of letters only.
public struct EmailAddress: Hashable, Sendable {
    /// The longest that is taken, in bytes.
    public static let longestCount = 254

    /// As it was given.
    public let text: String
    /// In small letters: what it is found and compared by.
    public let key: String

    /// Reads an address; nil for what is none.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longestCount else { return nil }
        let halves = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard halves.count == 2, Self.isLocalPart(halves[0]), Self.isDomain(halves[1]) else { return nil }
        self.text = text
        key = text.lowercased()
    }

    /// What stands before the @, in small letters.
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

    /// Goes with ``==(_:_:)``.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension UInt8 {
    /// Whether it is a letter of the English alphabet, or a digit.
    public var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
