import Coordination
import Domain
import StrictJSON

/// What a token states, in the JSON of its message.
///
/// `sub` a user's id, `service:<name>` or `operator`, `sid` the session (users only), `iat`, `nbf` and `exp` instants of RFC 3339.
///
/// `aud` of a user's token is ``house``: people use one token at all services. `aud` of a service's token, and of
/// the operator's, is the name of the one service that it was made for. So its receiver cannot use it anywhere else.
struct TokenClaims: Codable, Equatable {
    static let house = "kopilka"
    static let servicePrefix = "service:"
    /// The longest time that a token we accept can still have to live. Lets revocations be forgotten.
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

    /// The caller that these claims prove to `receiver` when `signer` has signed them. Nil when they are not `signer`'s
    /// to make, or when they are for another receiver.
    ///
    /// auth speaks for users. Besides everybody speaks for themselves and for nobody else.
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

/// What a token carries in its footer: which key to check it with.
struct TokenFooter: Codable, Equatable {
    let kid: String
}

extension TokenClaims {
    /// Reads the message of a token; nil for anything that is not strictly of this shape.
    init?(json: [UInt8]) {
        guard let claims = try? JSONDocument(json).root.decode(TokenClaims.self) else { return nil }
        self = claims
    }

    /// The token that states this, with the name of the key in its footer.
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
    /// Reads the footer of a token; nil for anything that is not strictly of this shape.
    init?(json: [UInt8]) {
        guard let footer = try? JSONDocument(json).root.decode(TokenFooter.self) else { return nil }
        self = footer
    }
}
