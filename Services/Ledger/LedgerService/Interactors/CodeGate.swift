import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Lets a request that needs a code through when it came with a right one.
struct CodeGate: Sendable {
    let codes: any ConfirmationCodes

    /// Does `work`, without a code first: what needs none never uses one up, and what was done before is answered again.
    ///
    /// - Parameters:
    ///   - code: What came with the request.
    ///   - work: Does it; throws `confirmationRequired` when it needs a code and is told that there is none yet.
    /// - Throws: ``Fault`` `confirmationRequired`, `wrongCode`, `tooManyAttempts`; what `work` throws.
    func pass<Value: Sendable>(
        with code: String?, context: SignalContext,
        _ work: @Sendable (_ isConfirmed: Bool) async throws -> Value
    ) async throws -> Value {
        do {
            return try await work(false)
        } catch let fault as Fault where fault.code == .confirmationRequired {
            guard let code else { throw fault }
            let user = try context.caller.requireUser().userID
            let attempt = context.idempotencyKey ?? Identifier.random(length: 26)
            try await require(code, of: user, attempt: attempt, context: context)
            return try await work(true)
        }
    }

    /// Has a code checked.
    /// - Throws: ``Fault``, first match wins: `invalidArgument`, `confirmationRequired` when the user has set up no codes,
    ///   `tooManyAttempts`, `wrongCode`.
    func require(_ code: String, of user: String, attempt: String, context: SignalContext) async throws {
        try Self.check(code)
        // Another code is another attempt; the digest stands for it, so that no code stands in a key.
        let digest = try KeyedRequest(
            caller: user, key: attempt, method: LedgerSignal.Confirm.method,
            content: Array("\(user) \(attempt) \(code)".utf8)
        ).digest
        let name = "confirm-" + digest.map { String($0, radix: 16) }.joined(separator: "-").prefix(100)
        switch try await codes.check(code, of: user, attempt: name, deadline: context.deadline) {
        case .accepted: return
        case .wrong:
            throw Fault(
                .wrongCode, "The code is wrong, or was used before: wait for the next one.", field: "code")
        case .notEnrolled: throw Self.notEnrolled
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

    private static let notEnrolled = Fault(
        .confirmationRequired,
        "This needs a code of an authenticator app, and you have set up none: gateway totp on does that.",
        field: "code", details: ["enrolled": .flag(false)])
}
