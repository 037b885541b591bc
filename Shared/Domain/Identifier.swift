/// Creates ids for people: short, unguessable, without letters that look alike.
public enum Identifier {
    /// Crockford's base 32 in lowercase: no i, l, o, u.
    static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// Returns a new id: `prefix` and `length` random characters of five bits each, from the system's secure generator.
    ///
    /// - Parameter length: 12 (60 bits) is unguessable among millions; 26 (130 bits) is safe as a secret.
    public static func random(prefix: String = "", length: Int = 12) -> String {
        var generator = SystemRandomNumberGenerator()
        var bytes = Array(prefix.utf8)
        var bits: UInt64 = 0
        for index in 0..<length {
            if index % 12 == 0 { bits = generator.next() }
            bytes.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Identifier {
    /// Returns a new id that sorts by creation time (48 bits of milliseconds, then 80 random bits), 26 characters.
    ///
    /// Such keys are appended at the end of an index, which keeps inserts cheap at any size.
    /// - Source: The ULID specification, github.com/ulid/spec, in lowercase.
    public static func timeOrdered(at instant: Instant) -> String {
        var milliseconds = UInt64(clamping: instant.milliseconds) & 0xffff_ffff_ffff
        var time: [UInt8] = []
        for _ in 0..<10 {
            time.append(alphabet[Int(milliseconds & 31)])
            milliseconds >>= 5
        }
        return String(decoding: time.reversed(), as: UTF8.self) + random(length: 16)
    }
}
