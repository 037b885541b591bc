import Coordination
import Domain
import Signals

/// Begins a session with the password, and a code where codes are on.
///
/// Only the right password is answered with `codeRequired`, so that it reveals nothing to others. A wrong code is
/// answered and counted like a wrong password; a code for a user without codes is ignored. A device with a cookie of
/// this user has a counter of its own (``AttemptCounters``).
struct SignIn: UseCase {
    /// The most rounds when the password's hash changes concurrently.
    private static let mostRounds = 3

    private enum Outcome: Sendable {
        case begun
        /// The password changed concurrently.
        case outdated
        case refused(Fault)
    }

    let dependencies: AuthDependencies

    /// A repetition begins a second session, even with the same idempotency key: answers with secrets are not stored.
    ///
    /// - Throws: ``Fault``, first match wins: `emptyField`, `invalidArgument` (device), `tooManyAttempts`,
    ///   `invalidCredentials`, `codeRequired`.
    func answer(_ signal: AuthSignal.Login, context: SignalContext) async throws -> AuthSignal.SignedIn {
        try Fault.requireFilled(signal.login, "login")
        guard !signal.password.isEmpty else { throw Fault.emptyField("password") }
        try Fault.requireFilled(signal.code, "code")
        let device = try DeviceRules.checked(signal.device)
        let knownDevice = try await knownDevice(signal)
        let counters = knownDevice.map(AttemptCounters.device) ?? .login(signal.login, from: context.peer)
        let (sessions, hasher) = (dependencies.sessions, dependencies.hasher)
        for _ in 0..<Self.mostRounds {
            let user = try await knownUser(signal, counters, context)
            // The plain password is known only now: the moment to rehash it with the current parameters.
            let newHash =
                hasher.needsRehash(user.passwordHash) ? try await hasher.hash(signal.password, for: .known) : nil
            let cookie = try dependencies.cookies.cookie(of: user.id, device: knownDevice)
            let issued = sessions.begin(for: user.id, device: device)
            let ended = EndedSessions()
            let outcome = try await dependencies.store.write(deadline: context.deadline) { transaction -> Outcome in
                // The password changed since it was checked: it must not begin a session.
                guard try transaction.user(id: user.id)?.passwordHash == user.passwordHash else { return .outdated }
                if let newHash { try transaction.setPasswordHash(newHash, of: user.id) }
                let now = issued.session.createdAt
                if let refusal = try refusal(of: signal, user, counters, now, context, transaction) {
                    return .refused(refusal)
                }
                try counters.forget(in: transaction)
                try sessions.keep(issued.session, in: transaction, noting: ended)
                return .begun
            }
            switch outcome {
            case .begun:
                sessions.revoke(ended)
                return AuthSignal.SignedIn(user, issued, deviceCookie: cookie)
            case .refused(let fault): throw fault
            case .outdated: continue
            }
        }
        throw Fault(.overloaded, .accountBeingChanged, retryAfterMilliseconds: 1000)
    }

    /// Returns the device, if this user has signed in on it before.
    private func knownDevice(_ signal: AuthSignal.Login) async throws -> [UInt8]? {
        guard let cookie = signal.deviceCookie,
            let user = try await dependencies.store.read({ try $0.user(login: signal.login) })
        else { return nil }
        return try dependencies.cookies.device(in: cookie, of: user.id)
    }

    /// Returns the user with this login and password.
    private func knownUser(
        _ signal: AuthSignal.Login, _ counters: AttemptCounters, _ context: SignalContext
    ) async throws -> User {
        do {
            return try await dependencies.gate.check(signal.password, countedBy: counters, context: context) {
                try $0.user(login: signal.login)
            }
        } catch let fault as Fault where fault.code == .invalidCredentials && signal.code != nil {
            throw Self.invalidWithCode
        }
    }

    /// Returns the refusal of the code; nil when it is accepted or none is needed.
    private func refusal(
        of signal: AuthSignal.Login, _ user: User, _ counters: AttemptCounters, _ now: Instant,
        _ context: SignalContext, _ transaction: any AuthTransaction
    ) throws -> Fault? {
        guard try transaction.totp(of: user.id)?.confirmedAt != nil else { return nil }
        guard let code = signal.code else { return .codeRequired }
        let verdict = try dependencies.codeGate.check(
            code, of: user.id, taking: .appAndRecovery, keyDigest: context.keyDigest(for: "login:"), at: now,
            in: transaction)
        switch verdict {
        case .accepted, .notEnrolled: return nil
        case .tooManyAttempts(let wait): return .waiting(.tooManyWrongCodes, wait)
        case .wrong:
            // Codes have a counter of their own, which notifies the owner.
            try counters.countFailure(of: nil, at: now, in: transaction)
            return Self.invalidWithCode
        }
    }

    /// The text depends on the fields that were sent, not on which of them was wrong.
    static let invalidWithCode = Fault(.invalidCredentials, .loginPasswordOrCodeWrong)
}
