import Coordination
import Domain
import Reasons
import Signals

/// A gate for requests that need more than a session, which may be stolen: a code where codes are on, else a proof of
/// the password, else a recent sign-in. Auth decides.
struct ProofGate: Sendable {
    /// The evidence of a request.
    enum Proof: Sendable {
        /// A session.
        case session
        /// A proof that the request comes from the user.
        case person
    }

    /// The longest code or proof in bytes.
    private static let longestCode = 128

    let people: PeopleClient

    /// Performs `work` without a proof first. So a request that needs none never uses up a code, and a repeated request
    /// gets its stored answer.
    ///
    /// - Throws: ``Fault`` `confirmationRequired`, `invalidArgument`, `tooManyAttempts`, `wrongCode`; the error that
    ///   `work` throws.
    func pass<Value: Sendable>(
        with code: String?, context: SignalContext, _ work: @Sendable (_ proof: Proof) async throws -> Value
    ) async throws -> Value {
        do {
            return try await work(.session)
        } catch let fault as Fault where fault.code == .confirmationRequired {
            try await prove(code, context)
            return try await work(.person)
        }
    }

    /// - Throws: ``Fault`` `confirmationRequired` for a session without a proof.
    static func require(_ proof: Proof) throws(Fault) {
        if proof == .session { throw codeNeeded }
    }

    private func prove(_ code: String?, _ context: SignalContext) async throws {
        let session = try context.caller.requireUser()
        if let code, !(1...Self.longestCode).contains(code.utf8.count) {
            throw Fault.invalidArgument("code", .badLengthText, ["least": 1, "most": .number(Self.longestCode)])
        }
        let answer = try await people.check(
            AuthSignal.CheckCode(userId: session.userID, code: code, sessionId: session.sessionID),
            attempt: context.idempotencyKey ?? Identifier.random(length: 26), for: context)
        if let refusal = answer.refusal(of: code, missing: Self.codeNeeded) { throw refusal }
    }

    private static let codeNeeded = Fault(.confirmationRequired, .codeNeeded, field: "code")
}
