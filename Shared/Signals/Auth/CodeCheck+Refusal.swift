import Coordination
import Reasons

extension AuthSignal.CodeCheck {
    /// The fault that refuses a request with an invalid code or proof; nil when it is valid.
    ///
    /// - Parameters:
    /// - code: The code of the request.
    ///   - missing: The refusal where a code is wanted and none was given.
    public func refusal(of code: String?, missing: Fault) -> Fault? {
        switch result {
        case .accepted, .proved: nil
        case .wrong where code == nil: missing
        case .wrong:
            Fault(.wrongCode, "The code is wrong, or was used before: wait for the next one.", field: "code")
        case .passwordNeeded:
            Fault(
                .confirmationRequired,
                "This needs your password: send it again with a proof of the password as the code.", field: "code",
                details: ["enrolled": .flag(false), "password": .flag(true)])
        case .notEnrolled:
            Fault(
                .confirmationRequired,
                "Your sign-in is too old for this: sign in again and repeat it within ten minutes.", field: "code",
                details: ["enrolled": .flag(false), "signIn": .flag(true)])
        case .tooManyAttempts:
            Fault(
                .tooManyAttempts, "Too many codes were wrong; wait before you try another.",
                retryAfterMilliseconds: retryAfterMs ?? 30_000)
        }
    }
}
