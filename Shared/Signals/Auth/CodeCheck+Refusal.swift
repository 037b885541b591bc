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
            Fault(.wrongCode, .codeWrong, field: "code")
        case .passwordNeeded:
            Fault(
                .confirmationRequired, .passwordProofNeeded, ["enrolled": false, "password": true], field: "code")
        case .notEnrolled:
            Fault(
                .confirmationRequired, .freshSignInNeeded, ["enrolled": false, "signIn": true], field: "code")
        case .tooManyAttempts:
            Fault(
                .tooManyAttempts, .tooManyWrongCodes, ["seconds": .number(((retryAfterMs ?? 30_000) + 999) / 1000)],
                retryAfterMilliseconds: retryAfterMs ?? 30_000)
        }
    }
}
