import Coordination
import Domain
import Signals

/// Where it is checked whether a request comes from the user, not only from a session: auth, which knows the secrets.
package protocol ConfirmationCodes: Sendable {
    /// Checks a code, which is used up, or what stands for one of a user without codes: a proof that auth gave to this
    /// session, or a sign-in a moment ago of a user without a password.
    ///
    /// - Parameters:
    ///   - code: What came with the request; nil when nothing did.
    ///   - attempt: Names this attempt: the same attempt with the same code may be accepted again, so that an answer
    ///     that was lost can be had again.
    /// - Throws: ``Fault`` when nobody can be asked.
    func check(
        _ code: String?, of session: UserSession, attempt: String, deadline: Instant?
    ) async throws -> AuthSignal.CodeCheck
}

/// Where nobody has set up codes, so that none is ever accepted, and everybody has just signed in.
package struct NobodyEnrolled: ConfirmationCodes {
    package init() {}

    package func check(
        _ code: String?, of session: UserSession, attempt: String, deadline: Instant?
    ) async -> AuthSignal.CodeCheck { AuthSignal.CodeCheck(result: code == nil ? .proved : .notEnrolled) }
}
