import Coordination
import Domain
import Signals

/// Turns one-time codes on, once a code proves that the app has the secret.
struct ConfirmTOTP: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `conflict` (no set-up was begun, or codes are on already), `tooManyAttempts`, `wrongCode`.
    func answer(_ signal: AuthSignal.ConfirmTOTP, context: SignalContext) async throws -> AuthSignal.RecoveryCodes {
        let caller = try context.caller.requireUser()
        try Fault.requireFilled(signal.code, "code")
        let codes = RecoveryCode.fresh()
        let (sessions, now) = (dependencies.sessions, dependencies.clock.now())
        let ended = EndedSessions()
        // A refusal is returned, not thrown, because the failure has to be counted.
        let answer = try await dependencies.store.write(deadline: context.deadline) {
            transaction -> Result<AuthSignal.RecoveryCodes, Fault> in
            guard var factor = try transaction.totp(of: caller.userID), factor.isOpen(at: now) else {
                throw Fault(.conflict, .codesNotBegun)
            }
            let counters = AttemptCounters.codes(of: caller.userID)
            if let wait = try counters.wait(at: now, in: transaction) { throw Fault.waiting(.tooManyWrongCodes, wait) }
            guard let code = TOTP.normalised(signal.code),
                let step = try dependencies.codeGate.vault.open(factor).step(of: code, near: now),
                factor.use(step, keyDigest: nil)
            else {
                try counters.countFailure(of: caller.userID, at: now, in: transaction)
                return .failure(.wrongCode)
            }
            factor.confirmedAt = now
            try transaction.save(factor)
            try transaction.setRecoveryCodes(codes.map(\.digest), of: caller.userID)
            try counters.forget(in: transaction)
            try transaction.record(.totpEnabled(userID: caller.userID), at: now)
            if signal.endOtherSessions ?? false {
                try sessions.endAll(of: caller.userID, but: caller.sessionID, at: now, in: transaction, noting: ended)
            }
            return .success(AuthSignal.RecoveryCodes(recoveryCodes: codes.map(\.text)))
        }
        sessions.revoke(ended)
        return try answer.get()
    }
}
