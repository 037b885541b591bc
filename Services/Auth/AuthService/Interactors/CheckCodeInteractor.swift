import Coordination
import Domain
import Signals

/// Tells a service whether a request comes from the user, not only from a session: by a code, which is used up, or, of a user
/// who has set up none, by a proof or a sign-in.
struct CheckCodeInteractor: Interactor {
    struct Request: Sendable {
        let userID: String
        /// What the user gave, a code or a proof; nil when the sign-in of the session is to stand for it.
        let code: String?
        let sessionID: String?
    }

    /// What came of it.
    enum Verdict: Sendable {
        case code(CodeVerdict)
        /// The user has set up no codes, and a proof or a sign-in stands for one.
        case proved
        /// The user has set up no codes; the password would prove as much.
        case passwordNeeded
    }

    let store: any AuthStore
    let gate: CodeGate
    let proofs: SessionProofs
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (people), `emptyField`.
    func execute(_ request: Request, context: SignalContext) async throws -> Verdict {
        switch context.caller {
        case .service: break
        case .anonymous: throw Fault.unauthenticated("This needs the session of a service.")
        default: throw Fault(.permissionDenied, "Only services that have people confirm something can do this.")
        }
        context.note?.concerns(request.userID)
        if request.code?.allSatisfy(\.isWhitespace) ?? (request.sessionID == nil) { throw Fault.emptyField("code") }
        let now = clock.now()
        let keyDigest = context.idempotencyKey.map { Registration.digest(ofKey: "checkCode:" + $0) }
        let verdict = try await store.write(deadline: context.deadline) { transaction -> Verdict in
            guard try transaction.totp(of: request.userID)?.confirmedAt != nil else {
                return try checkProof(request, at: now, in: transaction)
            }
            guard let code = request.code else { return .code(.wrong) }
            return .code(
                try gate.check(
                    code, of: request.userID, taking: .appOnly, keyDigest: keyDigest, at: now, in: transaction))
        }
        switch verdict {
        case .code(.wrong) where request.code != nil: context.note?.says(.wrongCode)
        case .code(.tooManyAttempts): context.note?.says(.tooManyAttempts)
        case .code, .proved, .passwordNeeded: break
        }
        return verdict
    }

    /// What proves a user without codes: the password where there is one, else a recent sign-in. A sign-in does not stand for
    /// the password, since a session may be stolen in the minute it begins.
    private func checkProof(_ request: Request, at now: Instant, in reading: any AuthReading) throws -> Verdict {
        guard let sessionID = request.sessionID, let session = try reading.session(id: sessionID),
            session.userID == request.userID, session.isAlive(at: now),
            let user = try reading.user(id: request.userID)
        else { return .code(.notEnrolled) }
        guard user.hasPassword else { return session.isFresh(at: now) ? .proved : .code(.notEnrolled) }
        guard let proof = request.code, try proofs.counts(proof, in: sessionID, of: user.id, at: now) else {
            return .passwordNeeded
        }
        return .proved
    }
}
