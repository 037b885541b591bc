import Coordination
import Domain
import Signals

/// Turns one-time codes off. Requires the password and a code again.
struct DisableTOTP: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `tooManyAttempts`, `invalidCredentials`, `conflict` (one-time codes are off), `wrongCode`.
    func answer(_ signal: AuthSignal.DisableTOTP, context: SignalContext) async throws -> AuthSignal.Done {
        let caller = try await dependencies.owner(signal.password, code: signal.code, context)
        let (sessions, now) = (dependencies.sessions, dependencies.clock.now())
        let ended = EndedSessions()
        // Stored without its secrets, see ``AuthDependencies/answerBefore(to:settingPassword:context:)``.
        let kept = AuthSignal.DisableTOTP(password: "", code: "", endOtherSessions: signal.endOtherSessions)
        let answer = try await dependencies.store.onceOrRefused(kept, by: caller.userID, context: context) {
            transaction in
            try AttemptCounters.again(caller).forget(in: transaction)
            let refusal = try dependencies.codeGate.refusalToChange(
                with: signal.code, of: caller.userID, at: now, in: transaction)
            if let refusal { return .failure(refusal) }
            try transaction.setRecoveryCodes([], of: caller.userID)
            try transaction.removeTOTP(of: caller.userID)
            try transaction.record(.totpDisabled(userID: caller.userID), at: now)
            if signal.endOtherSessions ?? false {
                try sessions.endAll(of: caller.userID, but: caller.sessionID, at: now, in: transaction, noting: ended)
            }
            return .success(AuthSignal.Done(done: true))
        }
        sessions.revoke(ended)
        return answer
    }
}

/// Replaces the recovery codes with new ones. Requires the password and a code again.
struct RenewRecoveryCodes: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `tooManyAttempts`, `invalidCredentials`, `conflict` (one-time codes are off), `wrongCode`.
    func answer(
        _ signal: AuthSignal.RenewRecoveryCodes, context: SignalContext
    ) async throws -> AuthSignal.RecoveryCodes {
        let caller = try await dependencies.owner(signal.password, code: signal.code, context)
        let now = dependencies.clock.now()
        let codes = RecoveryCode.fresh()
        return try await dependencies.store.write(deadline: context.deadline) {
            transaction -> Result<AuthSignal.RecoveryCodes, Fault> in
            try AttemptCounters.again(caller).forget(in: transaction)
            let refusal = try dependencies.codeGate.refusalToChange(
                with: signal.code, of: caller.userID, at: now, in: transaction)
            if let refusal { return .failure(refusal) }
            try transaction.setRecoveryCodes(codes.map(\.digest), of: caller.userID)
            try transaction.record(.recoveryCodesRenewed(userID: caller.userID), at: now)
            return .success(AuthSignal.RecoveryCodes(recoveryCodes: codes.map(\.text)))
        }.get()
    }
}

extension AuthDependencies {
    /// Returns the caller after checking the password. The code is checked later, in the transaction that needs it.
    fileprivate func owner(_ password: String, code: String, _ context: SignalContext) async throws -> UserSession {
        let caller = try context.caller.requireUser()
        guard !password.isEmpty else { throw Fault.emptyField("password") }
        try Fault.requireFilled(code, "code")
        _ = try await gate.checkAgain(password, context: context)
        return caller
    }
}
