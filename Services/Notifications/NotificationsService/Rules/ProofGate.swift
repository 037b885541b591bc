import Coordination
import Domain
import Reasons
import Signals

/// Lets a request through that takes more than a session, which may be stolen: a code where codes are on, else a proof of the
/// password, else a fresh sign-in. Auth says whether it does.
struct ProofGate: Sendable {
    /// What a request has proved.
    enum Proof: Sendable {
        /// That there is a session.
        case session
        /// That its user is the one who asks.
        case person
    }

    /// Bytes of a code or a proof.
    private static let longestCode = 128

    let people: PeopleClient

    /// Does `work`, without a proof first: what needs none never uses a code up, and what was done before is answered again.
    ///
    /// - Throws: ``Fault`` `confirmationRequired`, `invalidArgument`, `tooManyAttempts`, `wrongCode`; what `work` throws.
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

    /// - Throws: ``Fault`` `confirmationRequired` where only a session was proved.
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
