import Coordination
import Domain
import Reasons
import Signals

extension Fault {
    static let invalidEmail = Fault(.invalidEmail, .notAnEmail, field: "email")

    static let emailTaken = Fault(.emailTaken, .emailTaken, field: "email")

    static let invalidUsername = Fault.invalidArgument("username", .notAUsername)

    static let usernameTaken = Fault(.usernameTaken, .usernameTaken, field: "username")

    /// The caller was erased while the token was still valid.
    static let accountGone = Fault.unauthenticated(.accountGone)

    static let codeRequired = Fault(.codeRequired, .codeAlsoNeeded, field: "code")

    /// A one-time code is not accepted.
    static let wrongCode = Fault(.wrongCode, .codeWrong, field: "code")

    /// The key belongs to a request that set another password, or one that is no longer valid.
    static let keyOfAnotherPassword = Fault(
        .conflict, .keyUsedForPassword, field: "_meta.idempotencyKey")

    /// Too many attempts. The sentence of the reason shows the seconds to wait.
    static func waiting(_ reason: Reason, _ wait: Duration) -> Fault {
        let milliseconds = max(1, Int(wait.wholeMilliseconds))
        return Fault(
            .tooManyAttempts, reason, ["seconds": .number((milliseconds + 999) / 1000)],
            retryAfterMilliseconds: milliseconds)
    }

    /// A required field is empty.
    static func emptyField(_ field: String) -> Fault {
        Fault(.emptyField, .mustNotBeEmpty, field: field)
    }

    /// Refuses a text of nothing but whitespace. Nil passes.
    static func requireFilled(_ text: String?, _ field: String) throws(Fault) {
        if text?.allSatisfy(\.isWhitespace) == true { throw .emptyField(field) }
    }
}

extension SignalContext {
    /// Returns the hash of the idempotency key, by which a use case recognizes a repetition without a stored answer;
    /// nil without a key.
    func keyDigest(for purpose: String = "") -> [UInt8]? {
        idempotencyKey.map { Registration.digest(ofKey: purpose + $0) }
    }
}

extension Caller {
    /// Refuses all callers except services.
    ///
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` for `reason`.
    func requireService(orRefuse reason: Reason) throws(Fault) {
        switch self {
        case .service: return
        case .anonymous: throw .unauthenticated(.needsServiceSession)
        case .user, .operator: throw Fault(.permissionDenied, reason)
        }
    }
}
