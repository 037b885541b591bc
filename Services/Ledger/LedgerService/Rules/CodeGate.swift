import Coordination
import Domain
import Reasons
import Signals

import struct Storage.KeyedRequest

/// The gate for requests that need a proof: a code or a passkey, or, if that is enough and the user has set up no
/// codes, the password or a recent sign-in.
struct CodeGate: Sendable {
    let codes: any ConfirmationCodes

    /// Runs `work`, at first without a proof. A request that needs none uses no code up, and a repetition gets its
    /// stored answer.
    ///
    /// - Parameters:
    ///   - code: The code of the request, if any.
    ///   - work: Throws `confirmationRequired` when it needs more than the given proof.
    /// - Throws: ``Fault`` `confirmationRequired`, `wrongCode`, `tooManyAttempts`; what `work` throws.
    func pass<Value: Sendable>(
        with code: String?, context: SignalContext,
        _ work: @Sendable (_ proof: Proof) async throws -> Value
    ) async throws -> Value {
        do {
            return try await work(.session)
        } catch let fault as Fault where fault.code == .confirmationRequired {
            let doesLess = fault.details["signIn"] == .flag(true)
            guard code != nil || doesLess else { throw fault }
            let attempt = context.idempotencyKey ?? Identifier.random(length: 26)
            let check = try await check(code, order: nil, attempt: attempt, context: context)
            switch check.result {
            case .accepted: return try await work(.code)
            case .proved where doesLess: return try await work(.person)
            case .passwordNeeded where doesLess, .notEnrolled where doesLess, .wrong, .tooManyAttempts:
                throw check.refusal(of: code, missing: fault) ?? fault
            case .proved, .passwordNeeded, .notEnrolled: throw Self.notEnrolled
            }
        }
    }

    /// Checks a code, or a proof by a passkey for this challenge. A password or a sign-in does not replace it.
    /// - Throws: ``Fault``, first match wins: `invalidArgument`, `confirmationRequired` when the user has set up no
    ///   codes, `tooManyAttempts`, `wrongCode`.
    func require(_ code: String, for challenge: String, context: SignalContext) async throws {
        let check = try await check(code, order: challenge, attempt: challenge, context: context)
        switch check.result {
        case .accepted: return
        case .wrong, .tooManyAttempts: throw check.refusal(of: code, missing: Self.notEnrolled) ?? Self.notEnrolled
        case .proved, .passwordNeeded, .notEnrolled: throw Self.notEnrolled
        }
    }

    /// - Throws: ``Fault`` `invalidArgument`.
    private func check(
        _ code: String?, order: String?, attempt: String, context: SignalContext
    ) async throws -> AuthSignal.CodeCheck {
        if let code { try Self.check(code) }
        let session = try context.caller.requireUser()
        // Another code is another attempt. The digest of the code stands in the key, not the code itself.
        let digest = try KeyedRequest(
            caller: session.userID, key: attempt, method: LedgerSignal.Confirm.method,
            content: Array("\(session.userID) \(attempt) \(code ?? "")".utf8)
        ).digest
        let name = "confirm-" + digest.map { String($0, radix: 16) }.joined(separator: "-").prefix(100)
        return try await codes.check(code, of: session, order: order, attempt: name, deadline: context.deadline)
    }

    /// Checks the form of a code.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(_ code: String) throws(Fault) {
        guard (1...LedgerLimits.codeLength).contains(code.utf8.count) else {
            throw Fault.invalidArgument("code", .badLengthText, ["least": 1, "most": .number(LedgerLimits.codeLength)])
        }
    }

    private static let notEnrolled = Fault(
        .confirmationRequired, .codesNotSetUp, ["enrolled": false], field: "code")
}

/// The evidence of a request beyond its session, which may be stolen. Later cases prove more.
enum Proof: Comparable, Sendable {
    case session
    /// A password, or a recent sign-in of a user without one. It counts for users who have not set up codes.
    case person
    /// A one-time code, or a proof by a passkey.
    case code
}

/// The port to auth, which knows the secrets, for checking that a request comes from the user and not only from a
/// session.
package protocol ConfirmationCodes: Sendable {
    /// Checks a code and uses it up. For a user without codes it accepts a proof that auth gave to this session, or a
    /// recent sign-in of a user without a password.
    ///
    /// - Parameters:
    ///   - code: The code of the request, or a proof by a passkey; nil when there is none.
    ///   - order: The challenge of the order that is confirmed, if any. A proof by a passkey is for one order.
    ///   - attempt: The name of this attempt. The same attempt with the same code may succeed again, so that a lost
    ///     answer can be repeated.
    /// - Throws: ``Fault`` when auth cannot be reached.
    func check(
        _ code: String?, of session: UserSession, order: String?, attempt: String, deadline: Instant?
    ) async throws -> AuthSignal.CodeCheck
}

/// The port of a house where no user has codes and every sign-in is recent.
package struct NobodyEnrolled: ConfirmationCodes {
    package init() {}

    package func check(
        _ code: String?, of session: UserSession, order: String?, attempt: String, deadline: Instant?
    ) async -> AuthSignal.CodeCheck { AuthSignal.CodeCheck(result: code == nil ? .proved : .notEnrolled) }
}
