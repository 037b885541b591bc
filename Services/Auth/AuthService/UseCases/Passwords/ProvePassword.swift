import Coordination
import Domain
import Signals

/// Issues a proof to the signed-in user for the password. With one-time codes on, a code is the proof, so that a
/// password alone never replaces one.
struct ProvePassword: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `conflict` (codes are on, or there is no password), `tooManyAttempts`, `invalidCredentials`.
    func answer(_ signal: AuthSignal.Prove, context: SignalContext) async throws -> AuthSignal.Proof {
        let caller = try context.caller.requireUser()
        guard !signal.password.isEmpty else { throw Fault.emptyField("password") }
        try await dependencies.store.read { reading in
            if try reading.totp(of: caller.userID)?.confirmedAt != nil {
                throw Fault(.conflict, .codesAreTheProof)
            }
            guard try reading.user(id: caller.userID)?.hasPassword != false else {
                throw Fault(.conflict, .noPasswordToProve)
            }
        }
        let user = try await dependencies.gate.checkAgain(signal.password, context: context)
        try await dependencies.store.write(deadline: context.deadline) {
            try AttemptCounters.again(caller).forget(in: $0)
        }
        let proof = try dependencies.proofs.issue(to: caller.sessionID, of: user.id, at: dependencies.clock.now())
        return AuthSignal.Proof(proof: proof.text, expiresAt: proof.expiresAt)
    }
}
