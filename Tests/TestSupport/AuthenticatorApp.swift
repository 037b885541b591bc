import Domain
import OpenSSL

/// An authenticator app: shows a code every half minute for a secret in base 32. Written independently after RFC 6238
/// and RFC 4648, so that it and the service can disagree.
public struct AuthenticatorApp: Sendable {
    /// The secret is not base 32.
    public struct Unreadable: Error {}

    private let secret: [UInt8]

    /// Reads a secret as typed.
    /// - Throws: ``Unreadable``.
    public init(secret text: String) throws {
        var secret: [UInt8] = []
        var bits: UInt16 = 0
        var count = 0
        for byte in text.utf8 {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "2")...UInt8(ascii: "7"): value = byte - UInt8(ascii: "2") + 26
            default: throw Unreadable()
            }
            bits = bits << 5 | UInt16(value)
            count += 5
            if count >= 8 {
                count -= 8
                secret.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        self.secret = secret
    }

    /// Returns the code at a moment.
    public func code(at moment: Instant) -> String {
        let counter = UInt64(moment.milliseconds / 30_000)
        let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
        let hash = secret.withUnsafeBytes { HMACSHA1.code(of: message, key: $0) }
        let start = Int(hash[19] % 16)
        var number = UInt32(hash[start] % 128)
        for index in 1...3 { number = number * 256 + UInt32(hash[start + index]) }
        return String(String(1_000_000 + number % 1_000_000).dropFirst())
    }
}
