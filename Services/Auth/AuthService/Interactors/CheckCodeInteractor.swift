import Coordination
import Domain
import Signals

/// Tells a service whether a code is a user's, and uses it up.
struct CheckCodeInteractor: Interactor {
    struct Request: Sendable {
        let userID: String
        let code: String
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
        guard !request.code.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("code") }
        let keyDigest = context.idempotencyKey.map { Registration.digest(ofKey: "checkCode:" + $0) }
        context.note?.concerns(request.userID)
        let verdict = try await store.write(deadline: context.deadline) { transaction in
            try gate.check(
                request.code, of: request.userID, taking: .appOnly, keyDigest: keyDigest, at: clock.now(),
                in: transaction)
        }
        switch verdict {
        case .wrong: context.note?.says(.wrongCode)
        case .tooManyAttempts: context.note?.says(.tooManyAttempts)
        case .accepted, .notEnrolled: break
        }
        return verdict
    }
}
