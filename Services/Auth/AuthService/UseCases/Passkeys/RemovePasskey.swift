import Coordination
import Domain
import Signals

/// Removes a passkey of the caller and ends the sessions that began with it: the passkey may be in other hands.
struct RemovePasskey: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `tooManyAttempts`, `invalidCredentials`, `permissionDenied` (no password, and the session is too old),
    ///   `codeRequired`, `wrongCode`, `notFound`.
    func answer(_ signal: AuthSignal.RemovePasskey, context: SignalContext) async throws -> AuthSignal.EndedSessions {
        let caller = try context.caller.requireUser()
        let admission = dependencies.passkeys.admission
        let admitted = try await admission.admit(password: signal.password, code: signal.code, context: context)
        let (sessions, now) = (dependencies.sessions, dependencies.clock.now())
        let ended = EndedSessions()
        let answer = try await dependencies.store.onceOrRefused(
            Self.kept(signal), by: caller.userID, context: context
        ) { transaction in
            let refusal = try admission.refusal(
                of: admitted, keyDigest: context.keyDigest(for: "removePasskey:"), at: now, in: transaction)
            if let refusal { return .failure(refusal) }
            guard let passkey = try transaction.passkey(id: signal.id), passkey.userID == caller.userID else {
                return .failure(.noSuchPasskey)
            }
            try transaction.removePasskey(id: passkey.id)
            try transaction.record(.passkeyRemoved(passkey), at: now)
            let begun = try transaction.sessions(of: caller.userID).filter {
                $0.passkeyID == passkey.id && $0.id != caller.sessionID && $0.isAlive(at: now)
            }
            for session in begun { try sessions.end(session, at: now, in: transaction, noting: ended) }
            return .success(AuthSignal.EndedSessions(ended: begun.count))
        }
        sessions.revoke(ended)
        return answer
    }

    func answerBefore(
        _ signal: AuthSignal.RemovePasskey, context: SignalContext
    ) async throws -> AuthSignal.EndedSessions? {
        try await dependencies.store.answerBefore(to: Self.kept(signal), context: context)
    }

    /// Stored without its secrets, see ``AuthDependencies/answerBefore(to:settingPassword:context:)``.
    private static func kept(_ signal: AuthSignal.RemovePasskey) -> AuthSignal.RemovePasskey {
        AuthSignal.RemovePasskey(id: signal.id)
    }
}
