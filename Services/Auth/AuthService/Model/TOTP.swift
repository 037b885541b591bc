import Domain
import OpenSSL
import Sodium

/// Time-based one-time codes: six digits computed from a shared secret and the half minute. RFC 6238
///
/// HMAC-SHA-1, 30 seconds and six digits, because all authenticator apps support them.
struct TOTP: Sendable {
    static let digits = 6
    /// The time for which a code is shown.
    static let step = Duration.seconds(30)
    /// The number of steps accepted before and after the current one, for clock skew and slow typing.
    static let tolerance: Int64 = 1
    /// The length of a new secret in bytes. RFC 4226, section 4, recommends 160 bits.
    static let secretCount = 20

    let secret: SecretBytes

    /// Returns the number of the half minute that contains `now`.
    static func step(at now: Instant) -> Int64 {
        let length = step.wholeMicroseconds
        return now.microseconds / length - (now.microseconds % length < 0 ? 1 : 0)
    }

    /// Returns the code of a step. RFC 4226, section 5.3
    func code(atStep step: Int64, digits: Int = TOTP.digits) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: step).bigEndian) { Array($0) }
        let hash = secret.withBytes { HMACSHA1.code(of: counter, key: $0) }
        let offset = Int(hash[HMACSHA1.count - 1] & 0xf)
        let number = hash[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
    }

    /// Returns the step near `now` whose code is `code`; nil for none. All candidates are compared, so that the
    /// duration tells nothing.
    func step(of code: String, near now: Instant) -> Int64? {
        let given = Array(code.utf8)
        let current = Self.step(at: now)
        var found: Int64?
        for step in current - Self.tolerance...current + Self.tolerance
        where ConstantTime.equals(Array(self.code(atStep: step).utf8), given) { found = step }
        return found
    }

    /// Returns a code as typed without spaces; nil for text that cannot be a code.
    static func normalised(_ text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let code = text.filter { !$0.isWhitespace }
        return code.utf8.count == digits && code.utf8.allSatisfy { (0x30...0x39).contains($0) } ? code : nil
    }
}
