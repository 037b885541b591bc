import Domain
import OpenSSL
import Sodium

/// One-time codes by the clock: six digits that follow from a shared secret and the half minute. RFC 6238
///
/// HMAC-SHA-1, 30 seconds and six digits, because that is what every authenticator app speaks.
struct TOTP: Sendable {
    static let digits = 6
    /// How long a code is shown.
    static let step = Duration.seconds(30)
    /// So many steps before and after now a code is taken, for clocks that differ and people who type slowly.
    static let tolerance: Int64 = 1
    /// Bytes of a new secret. RFC 4226, section 4, recommends 160 bits.
    static let secretCount = 20

    let secret: SecretBytes

    /// The number of the half minute in which `now` lies.
    static func step(at now: Instant) -> Int64 {
        let length = step.wholeMicroseconds
        return now.microseconds / length - (now.microseconds % length < 0 ? 1 : 0)
    }

    /// The code of a step. RFC 4226, section 5.3
    func code(atStep step: Int64, digits: Int = TOTP.digits) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: step).bigEndian) { Array($0) }
        let hash = secret.withBytes { HMACSHA1.code(of: counter, key: $0) }
        let offset = Int(hash[HMACSHA1.count - 1] & 0xf)
        let number = hash[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
    }

    /// The step near `now` whose code `code` is; nil for none. All that may be are looked at, whichever it is, so that
    /// the time tells nothing.
    func step(of code: String, near now: Instant) -> Int64? {
        let given = Array(code.utf8)
        let current = Self.step(at: now)
        var found: Int64?
        for step in current - Self.tolerance...current + Self.tolerance
        where ConstantTime.equals(Array(self.code(atStep: step).utf8), given) { found = step }
        return found
    }

    /// A code as people type it: spaces do not count. Nil for what can be no code.
    static func normalised(_ text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let code = text.filter { !$0.isWhitespace }
        return code.utf8.count == digits && code.utf8.allSatisfy { (0x30...0x39).contains($0) } ? code : nil
    }
}
