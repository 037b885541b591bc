import Coordination
import Domain
import Signals
import Sodium

/// Creates a secret for an authenticator app, which takes effect when it is confirmed. The password is asked for again,
/// so that an unattended session cannot lock the user out.
struct BeginTOTP: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `emptyField`,
    ///   `tooManyAttempts`, `invalidCredentials`, `conflict`.
    func answer(_ signal: AuthSignal.BeginTOTP, context: SignalContext) async throws -> AuthSignal.TOTPSecret {
        let caller = try context.caller.requireUser()
        let user = try await dependencies.gate.checkAgain(signal.password, context: context)
        let secret = SecretBytes.random(count: TOTP.secretCount)
        let now = dependencies.clock.now()
        let factor = TOTPFactor(
            userID: user.id, sealedSecret: try dependencies.codeGate.vault.seal(secret, of: user.id), begunAt: now)
        try await dependencies.store.write(deadline: context.deadline) { transaction in
            guard try transaction.totp(of: user.id)?.confirmedAt == nil else {
                throw Fault(.conflict, .codesOnAlready)
            }
            try AttemptCounters.again(caller).forget(in: transaction)
            try transaction.save(factor)
        }
        return AuthSignal.TOTPSecret(
            secret: secret.withBytes { Base32Text.encode($0) }, of: user, expiresAt: now + TOTPFactor.longestSetUp)
    }
}

extension AuthSignal.TOTPSecret {
    private static let issuer = "Kopilka"

    /// Creates a new secret in the format of authenticator apps.
    fileprivate init(secret: String, of user: User, expiresAt: Instant) {
        let account = Self.escaped(user.email?.text ?? user.name)
        self.init(
            secret: secret,
            uri: "otpauth://totp/\(Self.issuer):\(account)?secret=\(secret)&issuer=\(Self.issuer)"
                + "&algorithm=SHA1&digits=\(TOTP.digits)&period=\(TOTP.step.components.seconds)",
            expiresAt: expiresAt)
    }

    /// Percent-encodes all characters except the unreserved ones. RFC 3986, section 2.3
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
