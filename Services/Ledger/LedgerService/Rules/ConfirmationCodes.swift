import Coordination
import Domain
import Signals

/// The port to auth, which knows the secrets, for checking that a request comes from the user and not only from a
/// session.
package protocol ConfirmationCodes: Sendable {
    /// Checks a code and uses it up. For a user without codes it accepts a proof that auth gave to this session, or a
    /// recent sign-in of a user without a password.
    ///
    /// - Parameters:
    ///   - code: The code of the request; nil when there is none.
    ///   - attempt: The name of this attempt. The same attempt with the same code may succeed again, so that a lost
    ///     answer can be repeated.
    /// - Throws: ``Fault`` when auth cannot be reached.
    func check(
        _ code: String?, of session: UserSession, attempt: String, deadline: Instant?
    ) async throws -> AuthSignal.CodeCheck
}

/// The port of a house where no user has codes and every sign-in is recent.
package struct NobodyEnrolled: ConfirmationCodes {
    package init() {}

    package func check(
        _ code: String?, of session: UserSession, attempt: String, deadline: Instant?
    ) async -> AuthSignal.CodeCheck { AuthSignal.CodeCheck(result: code == nil ? .proved : .notEnrolled) }
}
