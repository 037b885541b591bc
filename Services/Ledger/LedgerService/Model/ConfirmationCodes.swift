import Coordination
import Domain

/// Where one-time codes are checked, and what stands for them: auth, which knows the secrets.
package protocol ConfirmationCodes: Sendable {
    /// Whether `code` is one of the user's, of now, or, of a user without codes, a proof that auth gave to this session. A code
    /// is good once.
    ///
    /// - Parameter attempt: Names this attempt: the same attempt with the same code may be accepted again, so that an
    ///   answer that was lost can be had again.
    /// - Throws: ``Fault`` when nobody can be asked.
    func check(
        _ code: String, of session: UserSession, attempt: String, deadline: Instant?
    ) async throws -> CodeVerdict

    /// Whether the user of a session has neither codes nor a password and signed in so lately that it stands for them.
    ///
    /// - Returns: `proved`; `passwordNeeded`; `notEnrolled` when the sign-in was too long ago; `wrong` when codes are on.
    /// - Throws: ``Fault`` when nobody can be asked.
    func checkSignIn(of session: UserSession, deadline: Instant?) async throws -> CodeVerdict
}

/// What a code, or what stands for one, turned out to be.
package enum CodeVerdict: Hashable, Sendable {
    /// The user's code, of now.
    case accepted
    /// The user has set up no codes, and proved the password, or a sign-in stands for it.
    case proved
    /// Not that, or used before.
    case wrong
    /// The user has set up no codes; a proof of the password does as well.
    case passwordNeeded
    /// The user has not set up codes.
    case notEnrolled
    /// Too many were wrong of late.
    case tooManyAttempts(retryAfterMilliseconds: Int?)
}

/// Where nobody has set up codes, so that none is ever accepted, and everybody has just signed in.
package struct NobodyEnrolled: ConfirmationCodes {
    package init() {}

    package func check(
        _ code: String, of session: UserSession, attempt: String, deadline: Instant?
    ) async -> CodeVerdict { .notEnrolled }

    package func checkSignIn(of session: UserSession, deadline: Instant?) async -> CodeVerdict { .proved }
}
