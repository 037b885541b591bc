import Coordination
import Domain
import Reasons
import Signals

/// Begins a proof by a passkey of the caller.
struct BeginPasskeyProof: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `unavailable`,
    ///   `invalidArgument`, `conflict` (the user has no passkeys).
    func answer(
        _ signal: AuthSignal.BeginPasskeyProof, context: SignalContext
    ) async throws -> AuthSignal.PasskeyRequest {
        let caller = try context.caller.requireUser()
        try PasskeyInput.requireLibrary()
        let order = try PasskeyPurpose.order(signal.order)
        let passkeys = try await dependencies.store.read { try $0.passkeys(of: caller.userID) }
        guard !passkeys.isEmpty else { throw Fault(.conflict, .noPasskeys) }
        return try dependencies.passkeys.request(
            for: .prove(userID: caller.userID, sessionID: caller.sessionID, order: order), of: passkeys,
            at: dependencies.clock.now())
    }
}

/// Issues a proof for an assertion by a passkey of the caller. The proof is for the same purpose as the challenge: an
/// order, or none.
struct ProvePasskey: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `unavailable`, `invalidCredentials` (challenge, page), `tooManyAttempts`, `invalidCredentials`.
    func answer(_ signal: AuthSignal.ProvePasskey, context: SignalContext) async throws -> AuthSignal.Proof {
        let caller = try context.caller.requireUser()
        let (parts, clock) = (dependencies.passkeys, dependencies.clock)
        let purpose = PasskeyPurpose.prove(
            userID: caller.userID, sessionID: caller.sessionID, order: try PasskeyPurpose.order(signal.order))
        let verified = try await parts.assertions.verify(signal.assertion, for: purpose, context: context)
        let outcome = try await dependencies.store.write(deadline: context.deadline) { transaction in
            try parts.assertions.accept(
                verified, keyDigest: context.keyDigest(for: "provePasskey:"), at: clock.now(), in: transaction)
        }
        _ = try outcome.get()
        let proof = try parts.tokens.proof(for: purpose, at: clock.now())
        return AuthSignal.Proof(proof: proof.text, expiresAt: proof.expiresAt)
    }
}
