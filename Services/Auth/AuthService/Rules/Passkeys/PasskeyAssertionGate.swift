import Coordination
import Domain
import Fido2
import Reasons
import Signals
import Sodium

/// Verifies assertions, and counts failures as those of passwords are counted.
///
/// The first half verifies without a transaction; the second, within the transaction that needs it, uses the challenge
/// up and keeps the counter.
struct PasskeyAssertionGate: Sendable {
    /// The most bytes of the parts. Authenticators send less than a hundred of data and 256 of a signature.
    private static let mostData = 1024
    private static let mostSignature = 1024
    private static let mostCredentialID = 1023
    private static let mostHandle = 64

    let store: any AuthStore
    let ceremony: PasskeyCeremony
    let clock: WallClock
    let turns: AttemptTurns

    /// A verified assertion, which was not yet accepted.
    struct Verified: Sendable {
        let user: User
        fileprivate let passkeyID: String
        fileprivate let data: AuthenticatorData
        fileprivate let challenge: PasskeyTokens.Token
        fileprivate let counters: AttemptCounters
    }

    /// - Throws: ``Fault``, first match wins: `invalidArgument`, `unavailable`, `invalidCredentials` (challenge, page),
    ///   `tooManyAttempts`, `invalidCredentials` (the passkey, its owner, the signature, the person).
    func verify(
        _ assertion: AuthSignal.PasskeyAssertion, for purpose: PasskeyPurpose, context: SignalContext
    ) async throws -> Verified {
        let credentialID = try PasskeyInput.bytes(
            of: assertion.credentialId, field: "assertion.credentialId", most: Self.mostCredentialID)
        let clientData = try PasskeyInput.bytes(
            of: assertion.clientDataJSON, field: "assertion.clientDataJSON", most: ClientData.longest)
        let data = try PasskeyInput.bytes(
            of: assertion.authenticatorData, field: Self.dataField, most: Self.mostData)
        let signature = try PasskeyInput.bytes(
            of: assertion.signature, field: "assertion.signature", most: Self.mostSignature)
        let handle = try assertion.userHandle.map { text throws(Fault) in
            try PasskeyInput.bytes(of: text, field: "assertion.userHandle", most: Self.mostHandle)
        }
        try PasskeyInput.requireLibrary()
        let challenge = try ceremony.challenge(
            in: clientData, of: .get, for: purpose, field: "assertion.clientDataJSON", at: clock.now())
        let counters = AttemptCounters.passkey(credentialID, from: context.peer)
        return try await turns.take(counters.keys) {
            let now = clock.now()
            let (passkey, owner, wait) = try await store.read { reading in
                let passkey = try reading.passkey(credentialID: credentialID)
                return (
                    passkey, try passkey.flatMap { try reading.user(id: $0.userID) },
                    try counters.wait(at: now, in: reading)
                )
            }
            if let owner { context.note?.concerns(owner.id) }
            if let wait { throw Fault.waiting(.tooManyFailedSignIns, wait) }
            guard let passkey, let owner, Self.belongs(passkey, to: purpose, handle: handle) else {
                // Not told to the owner: somebody else's request named a passkey that is not theirs.
                try await count(counters, of: nil)
                throw Fault.passkeyNotAccepted
            }
            let signed = try await signedData(
                data, signature, SignedBy(passkey: passkey, hash: Digest.sha256(clientData)), counters)
            try ceremony.check(signed, field: Self.dataField)
            guard signed.isBackupEligible == passkey.isBackupEligible else {
                throw Fault.passkeyUnreadable(Self.dataField)
            }
            return Verified(
                user: owner, passkeyID: passkey.id, data: signed, challenge: challenge, counters: counters)
        }
    }

    /// Uses the challenge up, checks and keeps the counter, and resets the count of failures.
    ///
    /// The same request, recognized by its key, may come again after a missed answer.
    /// - Returns: The passkey, or the refusal, which must be committed: it may have recorded an event.
    func accept(
        _ verified: Verified, keyDigest: [UInt8]?, at now: Instant, in transaction: any AuthTransaction
    ) throws -> Result<Passkey, Fault> {
        // It may have been removed since it was verified.
        guard var passkey = try transaction.passkey(id: verified.passkeyID) else {
            return .failure(.passkeyNotAccepted)
        }
        let use = PasskeyUse(
            digest: verified.challenge.digest, userID: passkey.userID, keyDigest: keyDigest, usedAt: now)
        let count = Int64(verified.data.signatureCount)
        switch try transaction.note(use) {
        case .first: break
        case .repeated where count == passkey.signatureCount: return .success(passkey)
        case .repeated: break
        case .reused: return .failure(.passkeyChallengeOver)
        }
        guard passkey.mayFollow(count) else {
            try transaction.record(.passkeyCopied(passkey), at: now)
            return .failure(Fault(.invalidCredentials, .passkeyCopied))
        }
        passkey.signatureCount = count
        passkey.isBackedUp = verified.data.isBackedUp
        passkey.lastUsedAt = now
        try transaction.save(passkey)
        try verified.counters.forget(in: transaction)
        return .success(passkey)
    }

    private struct SignedBy {
        let passkey: Passkey
        let hash: [UInt8]
    }

    private func signedData(
        _ data: [UInt8], _ signature: [UInt8], _ signer: SignedBy, _ counters: AttemptCounters
    ) async throws -> AuthenticatorData {
        let passkey = signer.passkey
        guard let algorithm = PublicKeyAlgorithm(rawValue: passkey.algorithm) else { throw Fault.passkeyNotAccepted }
        do throws(Fido2Error) {
            return try AssertionCheck.verify(
                signature: signature, by: passkey.publicKey, algorithm, authenticatorData: data,
                clientDataHash: signer.hash, relyingParty: ceremony.house.id)
        } catch {
            switch error {
            case .malformed, .unsupported: throw Fault.passkeyUnreadable(Self.dataField)
            case .unexpected: throw ceremony.fault(ofUnexpected: data, field: Self.dataField)
            case .unavailable: throw Fault.passkeysUnavailable
            case .wrongSignature:
                try await count(counters, of: passkey.userID)
                throw Fault.passkeyNotAccepted
            }
        }
    }

    private func count(_ counters: AttemptCounters, of userID: String?) async throws {
        let failedAt = clock.now()
        try await store.write(deadline: nil) { transaction in
            try counters.countFailure(of: userID, at: failedAt, in: transaction)
        }
    }

    /// True when the passkey is that of the session, and the authenticator says the same. At a sign-in it must say so.
    private static func belongs(_ passkey: Passkey, to purpose: PasskeyPurpose, handle: [UInt8]?) -> Bool {
        let named = handle.map { $0 == Array(passkey.userID.utf8) }
        guard let userID = purpose.userID else { return named == true }
        return userID == passkey.userID && named != false
    }

    private static let dataField = "assertion.authenticatorData"
}
