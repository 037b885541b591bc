import Sodium

/// The one-time code of an invitation: 160 random bits, written as eight groups of four characters of base32 (RFC
/// 4648, section 6): `abcd-efgh-...`.
///
/// The name of the invitation's row and the key of its content are made from the code, so the database has neither, and
/// a mistyped code finds no row.
public struct InvitationCode: Sendable {
    private let secret: SecretBytes

    /// Creates a new code.
    public init() { secret = .random(count: Self.byteCount) }

    /// Reads a code; nil unless it has the right length. Capitals, spaces and hyphens do not matter.
    public init?(_ text: String) {
        var (bytes, buffer, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
        for character in text.lowercased().utf8 where character != UInt8(ascii: "-") && character != UInt8(ascii: " ") {
            guard bytes.count < Self.byteCount, let value = Self.alphabet.firstIndex(of: character) else { return nil }
            (buffer, bits) = (buffer << 5 | UInt32(value), bits + 5)
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        }
        guard bytes.count == Self.byteCount, bits == 0 else { return nil }
        secret = SecretBytes(moving: &bytes)
    }

    /// The code as people type it. It is a secret.
    public var text: String {
        var (characters, buffer, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
        secret.withBytes { secret in
            for byte in secret {
                (buffer, bits) = (buffer << 8 | UInt32(byte), bits + 8)
                while bits >= 5 {
                    bits -= 5
                    characters.append(Self.alphabet[Int(buffer >> UInt32(bits) & 31)])
                }
            }
        }
        return stride(from: 0, to: characters.count, by: 4).map {
            String(decoding: characters[$0..<min($0 + 4, characters.count)], as: UTF8.self)
        }.joined(separator: "-")
    }

    /// The name of the row.
    var id: String {
        secret.derivedKey(for: "invitation/id").withBytes { Base64URL.encode(Array($0.prefix(15))) }
    }

    /// The key of the content.
    var key: SecretBytes { secret.derivedKey(for: "invitation/key") }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    private static let byteCount = 20
}
