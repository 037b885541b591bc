import Coordination
import Domain
import Signals

/// A new secret as authenticator apps take it.
struct TOTPSecretPresenter: Presenter {
    private static let issuer = "Kopilka"

    func present(_ setUp: TOTPSetUp) -> AuthSignal.TOTPSecret {
        let secret = setUp.secretText
        let account = Self.escaped(setUp.user.email?.text ?? setUp.user.name)
        return AuthSignal.TOTPSecret(
            secret: secret,
            uri: "otpauth://totp/\(Self.issuer):\(account)?secret=\(secret)&issuer=\(Self.issuer)"
                + "&algorithm=SHA1&digits=\(TOTP.digits)&period=\(TOTP.step.components.seconds)",
            expiresAt: setUp.expiresAt)
    }

    /// Percent-encoding of all but the unreserved characters. RFC 3986, section 2.3
    static func escaped(_ text: String) -> String {
        let hex = Array("0123456789ABCDEF".utf8)
        let unreserved = Array("-._~".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isASCIILetterOrDigit || unreserved.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What a code or a proof turned out to be, for the service that asked.
struct CodeCheckPresenter: Presenter {
    func present(_ verdict: CheckCodeInteractor.Verdict) -> AuthSignal.CodeCheck {
        switch verdict {
        case .code(.accepted): AuthSignal.CodeCheck(result: .accepted)
        case .code(.wrong): AuthSignal.CodeCheck(result: .wrong)
        case .code(.notEnrolled): AuthSignal.CodeCheck(result: .notEnrolled)
        case .code(.tooManyAttempts(let wait)):
            AuthSignal.CodeCheck(result: .tooManyAttempts, retryAfterMs: max(1, Int(wait.wholeMilliseconds)))
        case .proved: AuthSignal.CodeCheck(result: .proved)
        case .passwordNeeded: AuthSignal.CodeCheck(result: .passwordNeeded)
        }
    }
}
