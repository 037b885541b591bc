import Coordination
import Domain
import Signals

/// Tells a service whether a code is a user's, and uses it up; or whether a sign-in stands for one, of a user who has set up
/// none.
struct CheckCodeInteractor: Interactor {
    struct Request: Sendable {
        let userID: String
        /// What the user gave; nil when the sign-in of the session is to stand for it.
        let code: String?
        let sessionID: String?
    }

    /// Who may ask: the one that has people confirm transfers.
    static let services: Set<String> = ["ledger"]

    let store: any AuthStore
    let gate: CodeGate
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (anybody but ledger), `emptyField`.
    func execute(_ request: Request, context: SignalContext) async throws -> CodeVerdict {
        switch context.caller {
        case .service(let name) where Self.services.contains(name): break
        case .anonymous: throw Fault.unauthenticated("This needs the session of a service.")
        default: throw Fault(.permissionDenied, "Only services that have people confirm something can do this.")
        }
        context.note?.concerns(request.userID)
        guard let code = request.code else { return try await checkSignIn(request) }
        guard !code.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("code") }
        let keyDigest = context.idempotencyKey.map { Registration.digest(ofKey: "checkCode:" + $0) }
        let verdict = try await store.write(deadline: context.deadline) { transaction in
            try gate.check(
                code, of: request.userID, taking: .appOnly, keyDigest: keyDigest, at: clock.now(),
                in: transaction)
        }
        switch verdict {
        case .wrong: context.note?.says(.wrongCode)
        case .tooManyAttempts: context.note?.says(.tooManyAttempts)
        case .accepted, .notEnrolled: break
        }
        return verdict
    }

    /// Whether the session began so lately that it stands for a code. Where codes are on nothing but a code does.
    private func checkSignIn(_ request: Request) async throws -> CodeVerdict {
        guard let sessionID = request.sessionID else { throw Fault.emptyField("code") }
        let now = clock.now()
        return try await store.read { reading in
            if try reading.totp(of: request.userID)?.confirmedAt != nil { return .wrong }
            guard let session = try reading.session(id: sessionID), session.userID == request.userID,
                session.isFresh(at: now)
            else { return .notEnrolled }
            return .accepted
        }
    }
}
