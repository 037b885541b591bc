import Coordination
import Domain
import Fido2
import Reasons
import Signals
import Sodium

/// The checks that registering and using a passkey have in common: type, challenge, page and relying party.
///
/// - Source: Web Authentication Level 3, sections 7.1 and 7.2.
struct PasskeyCeremony: Sendable {
    /// What the browser did.
    enum Kind: String, Sendable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    let house: PasskeyHouse
    let tokens: PasskeyTokens

    /// Checks the client data and returns the challenge that it answers.
    ///
    /// - Throws: ``Fault`` `invalidArgument` of `field` (not client data of this kind), `invalidCredentials` (the
    ///   challenge is over or for something else; another page).
    func challenge(
        in bytes: [UInt8], of kind: Kind, for purpose: PasskeyPurpose, field: String, at now: Instant
    ) throws -> PasskeyTokens.Token {
        guard let data = ClientData(bytes), data.type == kind.rawValue else { throw Fault.passkeyUnreadable(field) }
        guard let token = try tokens.challenge(in: data.challenge, for: purpose, at: now) else {
            throw Fault.passkeyChallengeOver
        }
        guard !data.isCrossOrigin, house.origins.include(data.origin) else {
            throw Fault(.invalidCredentials, .passkeyOfAnotherPage)
        }
        return token
    }

    /// Checks what the authenticator signed: the relying party, the person, and the flags of a backup.
    ///
    /// - Throws: ``Fault`` `invalidCredentials`; `invalidArgument` of `field` for flags that exclude each other.
    func check(_ data: AuthenticatorData, field: String) throws(Fault) {
        guard data.relyingPartyHash == Digest.sha256(Array(house.id.utf8)) else {
            throw Fault(.invalidCredentials, .passkeyOfAnotherPage)
        }
        guard data.isUserPresent, data.isUserVerified else {
            throw Fault(.invalidCredentials, .passkeyWithoutVerification)
        }
        // A key that cannot be copied was not copied.
        guard data.isBackupEligible || !data.isBackedUp else { throw .passkeyUnreadable(field) }
    }

    /// Returns the fault for an assertion that libfido2 did not expect: it checks the relying party and the flags.
    func fault(ofUnexpected data: [UInt8], field: String) -> Fault {
        guard data.starts(with: Digest.sha256(Array(house.id.utf8))) else {
            return Fault(.invalidCredentials, .passkeyOfAnotherPage)
        }
        let flags = data.dropFirst(Self.hashCount).first ?? 0
        return flags & Self.personFlags == Self.personFlags
            ? .passkeyUnreadable(field) : Fault(.invalidCredentials, .passkeyWithoutVerification)
    }

    /// SHA-256.
    private static let hashCount = 32
    /// UP and UV.
    private static let personFlags: UInt8 = 0x05
}
