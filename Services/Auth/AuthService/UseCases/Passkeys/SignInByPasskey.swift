import Coordination
import Domain
import Signals

/// Begins a sign-in by a passkey. Nothing is stored and nothing is told about users.
struct BeginPasskeyLogin: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `unavailable`.
    func answer(
        _ signal: AuthSignal.BeginPasskeyLogin, context: SignalContext
    ) async throws -> AuthSignal.PasskeyRequest {
        try PasskeyInput.requireLibrary()
        return try dependencies.passkeys.request(for: .signIn, of: [], at: dependencies.clock.now())
    }
}

/// Begins a session with a passkey. No code is asked for: the authenticator is the first factor, and the PIN, the
/// finger or the face that it verified is the second.
struct SignInByPasskey: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `invalidArgument`, `unavailable`, `invalidCredentials` (challenge, page),
    ///   `tooManyAttempts`, `invalidCredentials`.
    func answer(_ signal: AuthSignal.PasskeyLogin, context: SignalContext) async throws -> AuthSignal.SignedIn {
        let device = try DeviceRules.checked(signal.device)
        let (sessions, gate) = (dependencies.sessions, dependencies.passkeys.assertions)
        let verified = try await gate.verify(signal.assertion, for: .signIn, context: context)
        let ended = EndedSessions()
        let answer = try await dependencies.store.write(deadline: context.deadline) {
            transaction -> Result<AuthSignal.SignedIn, Fault> in
            let now = sessions.clock.now()
            let passkey: Passkey
            switch try gate.accept(
                verified, keyDigest: context.keyDigest(for: "passkeyLogin:"), at: now, in: transaction)
            {
            case .success(let accepted): passkey = accepted
            case .failure(let refusal): return .failure(refusal)
            }
            let issued = sessions.begin(
                for: passkey.userID, device: DeviceName.byPasskey(device), passkeyID: passkey.id)
            try sessions.keep(issued.session, in: transaction, noting: ended)
            return .success(AuthSignal.SignedIn(verified.user, issued))
        }
        sessions.revoke(ended)
        return try answer.get()
    }
}
