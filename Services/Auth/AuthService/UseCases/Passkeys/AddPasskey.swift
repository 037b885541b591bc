import Coordination
import Domain
import Fido2
import Reasons
import Signals
import Sodium

/// Registers a passkey, once its attestation object is verified.
///
/// - Source: Web Authentication Level 3, section 7.1.
struct AddPasskey: RepeatableUseCase {
    /// The most bytes of an attestation object. One with certificates has some thousand.
    private static let mostAttestation = 16_384

    let dependencies: AuthDependencies

    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `invalidArgument`, `unavailable`, `invalidCredentials` (challenge, page, person), `conflict` (the passkey is
    ///   registered), `limitExceeded`.
    func answer(_ signal: AuthSignal.AddPasskey, context: SignalContext) async throws -> AuthSignal.Passkey {
        let caller = try context.caller.requireUser()
        let name = try PasskeyInput.name(signal.name)
        let clientData = try PasskeyInput.bytes(
            of: signal.clientDataJSON, field: "clientDataJSON", most: ClientData.longest)
        let object = try PasskeyInput.bytes(
            of: signal.attestationObject, field: Self.field, most: Self.mostAttestation)
        try PasskeyInput.requireLibrary()
        let now = dependencies.clock.now()
        let challenge = try dependencies.passkeys.ceremony.challenge(
            in: clientData, of: .create, for: .register(userID: caller.userID, sessionID: caller.sessionID),
            field: "clientDataJSON", at: now)
        let passkey = try passkey(name, in: object, hash: Digest.sha256(clientData), of: caller.userID, at: now)
        return try await dependencies.store.once(signal, by: caller.userID, context: context) { transaction in
            guard try transaction.user(id: caller.userID) != nil else { throw Fault.accountGone }
            let use = PasskeyUse(digest: challenge.digest, userID: caller.userID, keyDigest: nil, usedAt: now)
            guard try transaction.note(use) == .first else { throw Fault.passkeyChallengeOver }
            guard try transaction.passkey(credentialID: passkey.credentialID) == nil else {
                throw Fault(.conflict, .passkeyKnown)
            }
            guard try transaction.passkeys(of: caller.userID).count < Passkey.mostPerUser else {
                throw Fault.tooManyPasskeys
            }
            try transaction.save(passkey)
            try transaction.record(.passkeyAdded(passkey), at: now)
            return AuthSignal.Passkey(passkey)
        }
    }

    private func passkey(
        _ name: String, in object: [UInt8], hash: [UInt8], of userID: String, at now: Instant
    ) throws -> Passkey {
        let ceremony = dependencies.passkeys.ceremony
        let credential: NewCredential
        do throws(Fido2Error) {
            credential = try NewCredential(
                attestationObject: object, clientDataHash: hash, relyingParty: ceremony.house.id)
        } catch {
            switch error {
            case .malformed: throw Fault.passkeyUnreadable(Self.field)
            case .unsupported: throw Fault.invalidArgument(Self.field, .passkeyUnsupported)
            case .wrongSignature: throw Fault.invalidArgument(Self.field, .passkeyStatementWrong)
            case .unexpected: throw Fault(.invalidCredentials, .passkeyOfAnotherPage)
            case .unavailable: throw Fault.passkeysUnavailable
            }
        }
        try ceremony.check(credential.data, field: Self.field)
        return Passkey(
            id: Identifier.random(length: 16), userID: userID, credentialID: credential.id,
            algorithm: credential.algorithm.rawValue, publicKey: credential.publicKey, createdAt: now,
            isBackupEligible: credential.data.isBackupEligible, isBackedUp: credential.data.isBackedUp,
            signatureCount: Int64(credential.data.signatureCount), name: name)
    }

    private static let field = "attestationObject"
}
