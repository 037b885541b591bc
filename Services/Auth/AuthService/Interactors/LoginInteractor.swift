import Coordination
import Domain
import Signals

/// Begins a session for the one who knows the password, and has the code where codes are set up.
///
/// Only the right password brings `codeRequired`, so that it tells nothing to those who have not got it. A wrong code is
/// answered and counted like a wrong password; a code that came for a user without one is not looked at. A device that
/// shows a cookie of this user's is counted by itself (``AttemptCounters``).
struct LoginInteractor: Interactor {
    struct Request: Sendable {
        let login: String
        let password: String
        let code: String?
        let device: String?
        var deviceCookie: String?
    }

    static let longestDevice = 100
    /// How often the check begins anew because the password's hash changed under way.
    private static let mostRounds = 3

    private enum Outcome: Sendable {
        case begun(ended: [AuthSession])
        /// The password changed under way.
        case outdated
        case refused(Fault)
    }

    let store: any AuthStore
    let hasher: any PasswordHashing
    let sessions: SessionMaker
    let gate: PasswordGate
    let codeGate: CodeGate
    let cookies: DeviceCookies

    /// The name of a device, if there is one.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func checked(device: String?) throws(Fault) -> String? {
        guard let device, !device.isEmpty else { return nil }
        guard device.utf8.count <= 4 * longestDevice, device.count <= longestDevice else {
            throw Fault.invalidArgument("device", "must have at most \(longestDevice) characters")
        }
        guard PlainText.isPlain(device) else {
            throw Fault.invalidArgument("device", "must not contain control characters")
        }
        return device
    }

    /// Sent twice it begins two sessions, whatever the idempotency key: answers with secrets are not kept.
    ///
    /// - Throws: ``Fault``, first match wins: `emptyField`, `invalidArgument` (device), `tooManyAttempts`, `invalidCredentials`,
    ///   `codeRequired`.
    func execute(_ request: Request, context: SignalContext) async throws -> SignedInUser {
        guard !request.login.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("login") }
        guard !request.password.isEmpty else { throw Fault.emptyField("password") }
        if let code = request.code, code.allSatisfy(\.isWhitespace) { throw Fault.emptyField("code") }
        let device = try Self.checked(device: request.device)
        let knownDevice = try await knownDevice(request)
        let counters = knownDevice.map(AttemptCounters.device) ?? .login(request.login, from: context.peer)
        for _ in 0..<Self.mostRounds {
            let user = try await knownUser(request, counters, context)
            // The plain password is known now and never again: the moment to hash it as we do today.
            let newHash =
                hasher.needsRehash(user.passwordHash) ? try await hasher.hash(request.password, for: .known) : nil
            let cookie = try cookies.cookie(of: user.id, device: knownDevice)
            let issued = sessions.begin(for: user.id, device: device)
            let outcome = try await store.write(deadline: context.deadline) { transaction -> Outcome in
                // Changed meanwhile: a session must not come of a password that counts no more.
                guard try transaction.user(id: user.id)?.passwordHash == user.passwordHash else { return .outdated }
                if let newHash { try transaction.setPasswordHash(newHash, of: user.id) }
                let now = issued.session.createdAt
                if let refusal = try refusal(of: request, user, counters, now, context, transaction) {
                    return .refused(refusal)
                }
                try counters.forget(in: transaction)
                return .begun(ended: try sessions.keep(issued.session, in: transaction))
            }
            switch outcome {
            case .begun(let ended):
                sessions.revoke(ended)
                return SignedInUser(user: user, issued: issued, deviceCookie: cookie)
            case .refused(let fault): throw fault
            case .outdated: continue
            }
        }
        throw Fault(
            .overloaded, "The account is being changed at this moment; try again.", retryAfterMilliseconds: 1000)
    }

    /// The device, if this user has signed in on it before.
    private func knownDevice(_ request: Request) async throws -> [UInt8]? {
        guard let cookie = request.deviceCookie,
            let user = try await store.read({ try $0.user(login: request.login) })
        else { return nil }
        return try cookies.device(in: cookie, of: user.id)
    }

    /// The user whose login and password these are.
    private func knownUser(
        _ request: Request, _ counters: AttemptCounters, _ context: SignalContext
    ) async throws -> User {
        do {
            return try await gate.check(request.password, countedBy: counters, context: context) {
                try $0.user(login: request.login)
            }
        } catch let fault as Fault where fault.code == .invalidCredentials && request.code != nil {
            throw Self.invalidWithCode
        }
    }

    /// What the code is refused with; nil when it counts or none is needed.
    private func refusal(
        of request: Request, _ user: User, _ counters: AttemptCounters, _ now: Instant, _ context: SignalContext,
        _ transaction: any AuthTransaction
    ) throws -> Fault? {
        guard try transaction.totp(of: user.id)?.confirmedAt != nil else { return nil }
        guard let code = request.code else { return Self.codeRequired }
        let keyDigest = context.idempotencyKey.map { Registration.digest(ofKey: "login:" + $0) }
        let verdict = try codeGate.check(
            code, of: user.id, taking: .appAndRecovery, keyDigest: keyDigest, at: now, in: transaction)
        switch verdict {
        case .accepted, .notEnrolled: return nil
        case .tooManyAttempts(let wait): return .tooManyCodes(wait)
        case .wrong:
            // The codes are counted by themselves, and their owner is told of those.
            try counters.countFailure(of: nil, at: now, in: transaction)
            return Self.invalidWithCode
        }
    }

    /// The text depends on what was sent alone, not on which part of it was wrong.
    static let invalidWithCode = Fault(
        .invalidCredentials, "The login, the password or the code is wrong; check them and try again.")
    static let codeRequired = Fault(
        .codeRequired, "A code of your authenticator app is needed as well, or one of your recovery codes.",
        field: "code")
}
