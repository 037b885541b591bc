import Coordination
import Domain
import Signals

extension Fault {
    static let invalidEmail = Fault(
        .invalidEmail, "This is not an email address such as anna@example.org.", field: "email")

    static let emailTaken = Fault(
        .emailTaken, "There is an account with this email already; sign in instead.", field: "email")

    static let invalidUsername = Fault.invalidArgument(
        "username", "must be 3 to 32 of a-z, 0-9, point, hyphen and underscore")

    static let usernameTaken = Fault(
        .usernameTaken, "This user name is taken; choose another.", field: "username")

    /// The caller was erased while the token still counts.
    static let accountGone = Fault.unauthenticated("The account of this session is gone; sign in again.")

    static let codeRequired = Fault(
        .codeRequired, "A code of your authenticator app is needed as well, or one of your recovery codes.",
        field: "code")

    /// A one-time code does not count.
    static let wrongCode = Fault(
        .wrongCode, "The code is wrong or was used before; wait for the next one and try that.", field: "code")

    /// The key of a request that set another password than this one, or one that counts no more.
    static let keyOfAnotherPassword = Fault(
        .conflict, "This idempotency key was used to set another password; use a new one.",
        field: "_meta.idempotencyKey")

    /// Too many one-time codes were wrong.
    static func tooManyCodes(_ wait: Duration) -> Fault {
        let milliseconds = max(1, Int(wait.wholeMilliseconds))
        let seconds = (milliseconds + 999) / 1000
        return Fault(
            .tooManyAttempts,
            "Too many codes were wrong; try again in \(seconds) \(seconds == 1 ? "second" : "seconds").",
            retryAfterMilliseconds: milliseconds)
    }

    /// A field that must be filled is empty.
    static func emptyField(_ field: String) -> Fault {
        Fault(.emptyField, "\(field) must not be empty.", field: field)
    }

    /// Refuses a text without anything but space; one that was not given is none.
    static func requireFilled(_ text: String?, _ field: String) throws(Fault) {
        if text?.allSatisfy(\.isWhitespace) == true { throw .emptyField(field) }
    }
}

extension SignalContext {
    /// The hash of the idempotency key, by which a use case knows its client again without keeping an answer; nil
    /// without one.
    func keyDigest(for purpose: String = "") -> [UInt8]? {
        idempotencyKey.map { Registration.digest(ofKey: purpose + $0) }
    }
}

extension Caller {
    /// Refuses everybody but services.
    ///
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` with the text `refusal`.
    func requireService(orRefuse refusal: String) throws(Fault) {
        switch self {
        case .service: return
        case .anonymous: throw .unauthenticated("This needs the session of a service.")
        case .user, .operator: throw Fault(.permissionDenied, refusal)
        }
    }
}
