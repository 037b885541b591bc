import Coordination
import Domain
import Signals

/// Turns one-time codes off, or makes new recovery codes: what needs the password and a code once more.
struct ChangeFactorInteractor: Interactor {
    struct Request: Sendable {
        let password: String
        let code: String
        let change: Change
    }

    enum Change: Sendable {
        case disable(endsOtherSessions: Bool)
        case renewRecoveryCodes
    }

    private enum Outcome: Sendable {
        case changed(ended: [AuthSession])
        case refused(Fault)
    }

    let store: any AuthStore
    let sessions: SessionMaker
    let gate: PasswordGate
    let codeGate: CodeGate

    /// The new recovery codes; none when one-time codes are off now.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`, `tooManyAttempts`,
    ///   `invalidCredentials`, `conflict` (one-time codes are off), `wrongCode`.
    func execute(_ request: Request, context: SignalContext) async throws -> [RecoveryCode] {
        let caller = try context.caller.requireUser()
        guard !request.password.isEmpty else { throw Fault.emptyField("password") }
        guard !request.code.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("code") }
        let user = try await gate.checkAgain(request.password, context: context)
        let now = sessions.clock.now()
        let codes: [RecoveryCode] =
            switch request.change {
            case .disable: []
            case .renewRecoveryCodes: (0..<RecoveryCode.countPerUser).map { _ in RecoveryCode.random() }
            }
        // A refusal is an outcome and not an error, since its failure has to be counted.
        let outcome = try await store.write(deadline: context.deadline) { transaction -> Outcome in
            try AttemptCounters.again(caller).forget(in: transaction)
            let verdict = try codeGate.check(
                request.code, of: user.id, taking: .appAndRecovery, keyDigest: nil, at: now, in: transaction)
            switch verdict {
            case .accepted: break
            case .wrong: return .refused(.wrongCode)
            case .notEnrolled: return .refused(Fault(.conflict, "One-time codes are not on."))
            case .tooManyAttempts(let wait): return .refused(.tooManyCodes(wait))
            }
            try transaction.setRecoveryCodes(codes.map(\.digest), of: user.id)
            guard case .disable(let endsOtherSessions) = request.change else {
                try transaction.record(.recoveryCodesRenewed(userID: user.id), at: now)
                return .changed(ended: [])
            }
            try transaction.removeTOTP(of: user.id)
            try transaction.record(.totpDisabled(userID: user.id), at: now)
            guard endsOtherSessions else { return .changed(ended: []) }
            return .changed(ended: try sessions.endAll(of: user.id, but: caller.sessionID, at: now, in: transaction))
        }
        switch outcome {
        case .changed(let ended):
            sessions.revoke(ended)
            return codes
        case .refused(let fault):
            throw fault
        }
    }
}
