import Domain

/// A name to sign in with instead of an email address: 3 ... 32 of a-z, 0-9, point, hyphen, underscore. It has no @, so
/// it is never an email address.
struct Username: Hashable, Sendable {
    let text: String

    init?(_ text: String) {
        let others = Array("._-".utf8)
        let isAllowed = text.utf8.allSatisfy { byte in
            (byte.isASCIILetterOrDigit && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte))
                || others.contains(byte)
        }
        guard (3...32).contains(text.utf8.count), isAllowed else { return nil }
        self.text = text
    }
}
