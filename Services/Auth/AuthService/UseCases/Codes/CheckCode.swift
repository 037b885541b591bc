import Coordination
import Domain
import Signals

/// Tells a service whether a request comes from the user and not only from a session. The evidence is a code, which is
/// used up, a proof by a passkey, which is used up, too, or a proof or a recent sign-in of a user without codes.
///
/// One key may come with several codes until one is right: no answer is stored for it, and the right code is accepted
/// again.
struct CheckCode: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (people), `emptyField`,
    ///   `invalidArgument` (order).
    func answer(_ signal: AuthSignal.CheckCode, context: SignalContext) async throws -> AuthSignal.CodeCheck {
        try context.caller.requireService(orRefuse: .onlyServicesThatConfirm)
        context.note?.concerns(signal.userId)
        if signal.code?.allSatisfy(\.isWhitespace) ?? (signal.sessionId == nil) { throw Fault.emptyField("code") }
        let now = dependencies.clock.now()
        let keyDigest = context.keyDigest(for: "checkCode:")
        let order = try PasskeyPurpose.order(signal.order)
        let check = try await dependencies.store.write(deadline: context.deadline) { transaction in
            if let code = signal.code, PasskeyTokens.isProof(code) {
                let isRight = try dependencies.passkeys.tokens.accept(
                    code, for: .prove(userID: signal.userId, sessionID: signal.sessionId ?? "", order: order),
                    keyDigest: keyDigest, at: now, in: transaction)
                return AuthSignal.CodeCheck(result: isRight ? .accepted : .wrong)
            }
            guard try transaction.totp(of: signal.userId)?.confirmedAt != nil else {
                return AuthSignal.CodeCheck(result: try checkProof(signal, at: now, in: transaction))
            }
            guard let code = signal.code else { return AuthSignal.CodeCheck(result: .wrong) }
            return AuthSignal.CodeCheck(
                try dependencies.codeGate.check(
                    code, of: signal.userId, taking: .appOnly, keyDigest: keyDigest, at: now, in: transaction))
        }
        switch check.result {
        case .wrong where signal.code != nil: context.note?.says(.wrongCode)
        case .tooManyAttempts: context.note?.says(.tooManyAttempts)
        case .wrong, .accepted, .proved, .passwordNeeded, .notEnrolled: break
        }
        return check
    }

    /// Checks the evidence of a user without codes: the password if there is one, else a recent sign-in. A sign-in does
    /// not replace the password, since a session may be stolen in the minute it begins.
    private func checkProof(
        _ signal: AuthSignal.CheckCode, at now: Instant, in reading: any AuthReading
    ) throws -> AuthSignal.CodeResult {
        guard let sessionID = signal.sessionId, let session = try reading.session(id: sessionID),
            session.userID == signal.userId, session.isAlive(at: now),
            let user = try reading.user(id: signal.userId)
        else { return .notEnrolled }
        guard user.hasPassword else { return session.isFresh(at: now) ? .proved : .notEnrolled }
        guard let proof = signal.code, try dependencies.proofs.counts(proof, in: sessionID, of: user.id, at: now) else {
            return .passwordNeeded
        }
        return .proved
    }
}

extension AuthSignal.CodeCheck {
    fileprivate init(_ verdict: CodeVerdict) {
        switch verdict {
        case .accepted: self.init(result: .accepted)
        case .wrong: self.init(result: .wrong)
        case .notEnrolled: self.init(result: .notEnrolled)
        case .tooManyAttempts(let wait):
            self.init(result: .tooManyAttempts, retryAfterMs: max(1, Int(wait.wholeMilliseconds)))
        }
    }
}
