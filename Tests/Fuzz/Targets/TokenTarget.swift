import Identity
import Replication
import Sodium
import StrictJSON

extension FuzzTarget {
    /// Tokens, keys and codes: nothing that was not signed counts as signed, and what is written is read as the same.
    static let tokens = FuzzTarget(
        "tokens", maximumLength: 2_100, modules: ["Identity", "Replication", "Sodium", "StrictJSON"]
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if let token = TokenText(parsing: text) {
            try demand(!token.isSigned(by: signingKey.publicKey), "a token counts as signed by a key that never signed")
            _ = TokenFooter(json: token.footer)
            _ = TokenClaims(json: token.message)
        }
        let signed = TokenText.sign(bytes, with: signingKey, footer: Array(bytes.prefix(16)))
        if signed.utf8.count <= TokenText.longestByteCount {
            let read = try TokenText(parsing: signed).unwrapped()
            try demand(
                read.message == bytes && read.isSigned(by: signingKey.publicKey), "a signed token is read otherwise")
            try demand(
                !read.isSigned(by: signingKey.publicKey, implicitAssertion: [0]),
                "a token counts with another assertion")
        }
        if let claims = TokenClaims(json: bytes) {
            let again = TokenClaims(json: try JSONEncoding.encode(claims))
            try demand(again == claims, "claims are read otherwise than they were written")
        }
        _ = TokenFooter(json: bytes)
        if let key = TokenKey(text: text) { try demand(key.text == text, "a key has two texts") }
        _ = TokenSigningKey(text: text)
        if let decoded = Base64URL.decode(text) {
            try demand(Base64URL.encode(decoded) == text, "a text of Base64 is not the only one of its bytes")
        }
        if let code = InvitationCode(text) {
            try demand(InvitationCode(code.text)?.text == code.text, "a code is read otherwise than it was written")
        }
    }

    private static let signingKey = TokenSigningKey()
}
