import Coordination
import Domain
import Fido2
import Signals
import Sodium

/// Begins to register a passkey. The proof is asked for here; the challenge stands for it when the passkey is added.
struct BeginPasskey: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `unavailable`,
    ///   `emptyField`, `tooManyAttempts`, `invalidCredentials`, `permissionDenied` (no password, and the session is too
    ///   old), `codeRequired`, `wrongCode`, `limitExceeded`.
    func answer(_ signal: AuthSignal.BeginPasskey, context: SignalContext) async throws -> AuthSignal.PasskeyCreation {
        let parts = dependencies.passkeys
        let caller = try context.caller.requireUser()
        try PasskeyInput.requireLibrary()
        let admitted = try await parts.admission.admit(
            password: signal.password, code: signal.code, context: context)
        let now = dependencies.clock.now()
        // A refusal is returned, not thrown, because the failure has to be counted.
        let passkeys = try await dependencies.store.write(deadline: context.deadline) {
            transaction -> Result<[Passkey], Fault> in
            let refusal = try parts.admission.refusal(
                of: admitted, keyDigest: context.keyDigest(for: "beginPasskey:"), at: now, in: transaction)
            if let refusal { return .failure(refusal) }
            let passkeys = try transaction.passkeys(of: admitted.user.id)
            return passkeys.count < Passkey.mostPerUser ? .success(passkeys) : .failure(.tooManyPasskeys)
        }.get()
        let (challenge, expiresAt) = try parts.tokens.challenge(
            for: .register(userID: caller.userID, sessionID: caller.sessionID), at: now)
        let user = admitted.user
        return AuthSignal.PasskeyCreation(
            publicKey: AuthSignal.CreationOptions(
                rp: AuthSignal.RelyingParty(id: parts.house.id, name: PasskeyHouse.name),
                user: AuthSignal.PasskeyUser(
                    id: Base64URL.encode(Array(user.id.utf8)), name: user.email?.text ?? user.name,
                    displayName: user.name), challenge: challenge,
                pubKeyCredParams: PublicKeyAlgorithm.allCases.map { AuthSignal.PasskeyParameter(alg: $0.rawValue) },
                timeout: PasskeyParts.timeout,
                excludeCredentials: passkeys.map(AuthSignal.PasskeyDescriptor.init),
                authenticatorSelection: AuthSignal.PasskeySelection()), expiresAt: expiresAt)
    }
}
