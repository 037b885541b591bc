import Coordination
import Domain
import Signals

/// Turns one-time codes on, once a code proves that the app has the secret.
struct ConfirmTOTPInteractor: Interactor {
    struct Request: Sendable {
        let code: String
        let endsOtherSessions: Bool
    }

    private enum Outcome: Sendable {
        case confirmed(ended: [AuthSession])
        case refused(Fault)
    }

    let store: any AuthStore
    let sessions: SessionMaker
    let vault: FactorVault

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`, `conflict` (nothing was
    ///   begun, or it is on already), `tooManyAttempts`, `wrongCode`.
    func execute(_ request: Request, context: SignalContext) async throws -> [RecoveryCode] {
        let caller = try context.caller.requireUser()
        guard !request.code.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("code") }
        let codes = (0..<RecoveryCode.countPerUser).map { _ in RecoveryCode.random() }
        let now = sessions.clock.now()
        // A refusal is an outcome and not an error, since its failure has to be counted.
        let outcome = try await store.write(deadline: context.deadline) { transaction -> Outcome in
            guard var factor = try transaction.totp(of: caller.userID), factor.isOpen(at: now) else {
                throw Fault(
                    .conflict, "There is nothing to confirm, or it took too long: gateway totp on starts again.")
            }
            let counters = AttemptCounters.codes(of: caller.userID)
            if let wait = try counters.wait(at: now, in: transaction) { throw Fault.tooManyCodes(wait) }
            guard let code = TOTP.normalised(request.code),
                let step = try vault.open(factor).step(of: code, near: now), factor.use(step, keyDigest: nil)
            else {
                try counters.countFailure(of: caller.userID, at: now, in: transaction)
                return .refused(.wrongCode)
            }
            factor.confirmedAt = now
            try transaction.save(factor)
            try transaction.setRecoveryCodes(codes.map(\.digest), of: caller.userID)
            try counters.forget(in: transaction)
            try transaction.record(.totpEnabled(userID: caller.userID), at: now)
            guard request.endsOtherSessions else { return .confirmed(ended: []) }
            return .confirmed(
                ended: try sessions.endAll(of: caller.userID, but: caller.sessionID, at: now, in: transaction))
        }
        switch outcome {
        case .confirmed(let ended):
            sessions.revoke(ended)
            return codes
        case .refused(let fault):
            throw fault
        }
    }
}

extension Fault {
    /// A one-time code does not count.
    static let wrongCode = Fault(
        .wrongCode, "The code is wrong or was used before; wait for the next one and try that.", field: "code")

    /// Too many one-time codes were wrong.
    static func tooManyCodes(_ wait: Duration) -> Fault {
        let milliseconds = max(1, Int(wait.wholeMilliseconds))
        let seconds = (milliseconds + 999) / 1000
        return Fault(
            .tooManyAttempts,
            "Too many codes were wrong; try again in \(seconds) \(seconds == 1 ? "second" : "seconds").",
            retryAfterMilliseconds: milliseconds)
    }
}
