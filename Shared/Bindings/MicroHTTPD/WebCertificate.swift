import Glibc

/// A certificate and its private key for TLS, as PEM. The key is zeroed when the last reference ends.
public final class WebCertificate: Sendable {
    /// The versions and ciphers: TLS 1.2 and 1.3, ephemeral keys, authenticated encryption.
    ///
    /// - Source: RFC 9325, section 4.2; `gnutls_priority_init(3)`.
    static let priorities =
        "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA"
        + ":-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:%SERVER_PRECEDENCE"

    // Safe to share, both: written only in init, then only read, freed in deinit.
    nonisolated(unsafe) private let chainText: UnsafeMutableBufferPointer<CChar>
    // As above.
    nonisolated(unsafe) private let keyText: UnsafeMutableBufferPointer<CChar>

    /// Copies PEM texts.
    ///
    /// - Parameters:
    ///   - chain: The certificate of the server, then those of its issuers.
    ///   - key: The private key, zeroed afterwards. It must not be encrypted.
    public init(chain: [UInt8], movingKey key: inout [UInt8]) {
        chainText = Self.text(chain)
        keyText = Self.text(key)
        key.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
        key = []
    }

    deinit {
        if let start = keyText.baseAddress { explicit_bzero(start, keyText.count) }
        keyText.deallocate()
        chainText.deallocate()
    }

    /// The certificates, ended by a zero byte; valid as long as this object.
    var chain: UnsafePointer<CChar>? { UnsafePointer(chainText.baseAddress) }
    /// The key, ended by a zero byte; valid as long as this object.
    var key: UnsafePointer<CChar>? { UnsafePointer(keyText.baseAddress) }

    private static func text(_ bytes: [UInt8]) -> UnsafeMutableBufferPointer<CChar> {
        let text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { text.initializeElement(at: index, to: CChar(bitPattern: byte)) }
        text.initializeElement(at: bytes.count, to: 0)
        return text
    }
}
