import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Lets a request through that needs more than a session: a code, or where that is enough and the user has set up no codes,
/// the password or, without one, a sign-in a moment ago.
struct CodeGate: Sendable {
    let codes: any ConfirmationCodes

    /// Does `work`, without a proof first: what needs none never uses a code up, and what was done before is answered again.
    ///
    /// - Parameters:
    ///   - code: What came with the request.
    ///   - work: Does it; throws `confirmationRequired` when it needs more than it is told was proved.
    /// - Throws: ``Fault`` `confirmationRequired`, `wrongCode`, `tooManyAttempts`; what `work` throws.
    func pass<Value: Sendable>(
        with code: String?, context: SignalContext,
        _ work: @Sendable (_ proof: Proof) async throws -> Value
    ) async throws -> Value {
        do {
            return try await work(.session)
        } catch let fault as Fault where fault.code == .confirmationRequired {
            guard let code else {
                try await requireSignIn(insteadOf: fault, context)
                return try await work(.person)
            }
            let attempt = context.idempotencyKey ?? Identifier.random(length: 26)
            let doesLess = fault.details["signIn"] == .flag(true)
            switch try await check(code, attempt: attempt, context: context) {
            case .accepted: return try await work(.code)
            case .proved where doesLess: return try await work(.person)
            case .passwordNeeded where doesLess: throw Self.passwordNeeded
            case .proved, .wrong, .passwordNeeded, .notEnrolled, .tooManyAttempts: throw Self.notEnrolled
            }
        }
    }

    /// Sees whether a sign-in a moment ago does in place of the code that was not given.
    /// - Throws: `fault` where only a code does.
    private func requireSignIn(insteadOf fault: Fault, _ context: SignalContext) async throws {
        guard fault.details["signIn"] == .flag(true) else { throw fault }
        switch try await codes.checkSignIn(of: try context.caller.requireUser(), deadline: context.deadline) {
        case .accepted, .proved: return
        case .passwordNeeded: throw Self.passwordNeeded
        case .notEnrolled:
            throw Fault(
                .confirmationRequired,
                "Your sign-in is too old for this: sign in again and repeat it within ten minutes.", field: "code",
                details: ["enrolled": .flag(false), "signIn": .flag(true)])
        case .wrong, .tooManyAttempts: throw fault
        }
    }

    /// Has a code checked, and nothing that would stand for one.
    /// - Throws: ``Fault``, first match wins: `invalidArgument`, `confirmationRequired` when the user has set up no codes,
    ///   `tooManyAttempts`, `wrongCode`.
    func require(_ code: String, attempt: String, context: SignalContext) async throws {
        guard try await check(code, attempt: attempt, context: context) == .accepted else { throw Self.notEnrolled }
    }

    /// Has a code checked, or what stands for one.
    /// - Throws: ``Fault``, first match wins: `invalidArgument`, `tooManyAttempts`, `wrongCode`.
    private func check(_ code: String, attempt: String, context: SignalContext) async throws -> CodeVerdict {
        try Self.check(code)
        let session = try context.caller.requireUser()
        // Another code is another attempt; the digest stands for it, so that no code stands in a key.
        let digest = try KeyedRequest(
            caller: session.userID, key: attempt, method: LedgerSignal.Confirm.method,
            content: Array("\(session.userID) \(attempt) \(code)".utf8)
        ).digest
        let name = "confirm-" + digest.map { String($0, radix: 16) }.joined(separator: "-").prefix(100)
        let verdict = try await codes.check(code, of: session, attempt: name, deadline: context.deadline)
        switch verdict {
        case .accepted, .proved, .passwordNeeded, .notEnrolled: return verdict
        case .wrong:
            throw Fault(
                .wrongCode, "The code is wrong, or was used before: wait for the next one.", field: "code")
        case .tooManyAttempts(let wait):
            throw Fault(
                .tooManyAttempts, "Too many codes were wrong; wait before you try another.",
                retryAfterMilliseconds: wait ?? 30_000)
        }
    }

    /// Checks the form of a code.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(_ code: String) throws(Fault) {
        guard (1...LedgerLimits.codeLength).contains(code.utf8.count) else {
            throw Fault.invalidArgument("code", "must have 1 to \(LedgerLimits.codeLength) characters")
        }
    }

    private static let passwordNeeded = Fault(
        .confirmationRequired, "This needs your password: send it again with a proof of the password as the code.",
        field: "code", details: ["enrolled": .flag(false), "password": .flag(true)])

    private static let notEnrolled = Fault(
        .confirmationRequired,
        "This needs a code of an authenticator app, and you have set up none: gateway totp on does that.",
        field: "code", details: ["enrolled": .flag(false)])
}
