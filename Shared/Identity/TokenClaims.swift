import Coordination
import Domain
import StrictJSON

/// The claims of a token: the JSON of its message.
///
/// `sub` is a user's id, `service:<name>` or `operator`. `sid` is the session (users only). `iat`, `nbf` and `exp` are
/// instants of RFC 3339.
///
/// `aud` of a user's token is ``house``: people use one token at all services. `aud` of a token of a service or of the
/// operator is the name of the one service it was made for. So its receiver cannot use it anywhere else.
package struct TokenClaims: Codable, Equatable {
    static let house = "kopilka"
    static let servicePrefix = "service:"
    /// The longest remaining lifetime of an accepted token. It bounds how long revocations have to be kept.
    static let longestLifetime = Duration.seconds(3600)

    let sub: String
    let sid: String?
    let aud: String
    let iat: Instant
    let nbf: Instant
    let exp: Instant

    init(subject: String, session: String?, audience: String, issuedAt: Instant, expiresAt: Instant) {
        sub = subject
        sid = session
        aud = audience
        iat = issuedAt
        nbf = issuedAt
        exp = expiresAt
    }

    /// Returns the caller that these claims prove to `receiver` when `signer` signed them. Nil when `signer` may not
    /// make these claims, or when they are for another receiver.
    ///
    /// Auth vouches for users. Every other signer speaks only for itself.
    func caller(signedBy signer: TokenSigner, at receiver: HouseService) -> Caller? {
        guard nbf <= exp else { return nil }
        if sid == nil { return sub == signer.subject && aud == receiver.rawValue ? signer.caller : nil }
        guard signer == .service(.auth), !sub.hasPrefix(Self.servicePrefix), aud == Self.house, let sid,
            (1...64).contains(sub.utf8.count), (1...64).contains(sid.utf8.count)
        else {
            return nil
        }
        return .user(UserSession(userID: sub, sessionID: sid, expiresAt: exp))
    }
}

/// The footer of a token: the id of the key to verify it with.
package struct TokenFooter: Codable, Equatable {
    let kid: String
}

extension TokenClaims {
    /// Decodes the message of a token; nil for anything that is not strictly of this form.
    package init?(json: [UInt8]) {
        guard let claims = try? JSONDocument(json).root.decode(TokenClaims.self) else { return nil }
        self = claims
    }

    /// Returns the signed token with these claims and the id of the key in its footer.
    func signed(with key: TokenSigningKey) -> String {
        TokenText.sign(
            Self.json(of: self), with: key, footer: Self.json(of: TokenFooter(kid: key.publicKey.id)))
    }

    private static func json(of value: some Encodable) -> [UInt8] {
        guard let bytes = try? JSONEncoding.encode(value) else {
            preconditionFailure("Claims are texts and instants, which always can be written.")
        }
        return bytes
    }
}

extension TokenFooter {
    /// Decodes the footer of a token; nil for anything that is not strictly of this form.
    package init?(json: [UInt8]) {
        guard let footer = try? JSONDocument(json).root.decode(TokenFooter.self) else { return nil }
        self = footer
    }
}
