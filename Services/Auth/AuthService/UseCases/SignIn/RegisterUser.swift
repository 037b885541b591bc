import Coordination
import Domain
import Reasons
import Signals

/// Registers a user and begins a session.
///
/// A repetition with the same idempotency key and content, password included, begins another session of the same user
/// and registers nobody: the first answer held secrets, which are not stored. This works like a sign-in, so it is
/// refused when a sign-in needs more than the password: once one-time codes are on. The password is hashed before the
/// address is looked up, so that both outcomes take the same time.
struct RegisterUser: UseCase {
    static let longestName = 100

    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `emptyField`, `invalidEmail`, `invalidArgument`, `weakPassword`,
    ///   `conflict` (the key was used for something else), `codeRequired` (repeated, and one-time codes are on by now),
    ///   `tooManyAttempts`, `emailTaken`, `usernameTaken`.
    func answer(_ signal: AuthSignal.Register, context: SignalContext) async throws -> AuthSignal.SignedIn {
        let wanted = try check(signal)
        let device = try DeviceRules.checked(signal.device)
        let contentDigest = Registration.digest(
            email: wanted.email.key, name: signal.name, username: signal.username)
        let keyDigest = context.keyDigest()
        if let keyDigest {
            let earlier = try await dependencies.store.read { try $0.registration(keyDigest: keyDigest) }
            if let earlier { return try await repeated(earlier, contentDigest, signal, context) }
        }
        let sessions = dependencies.sessions
        try dependencies.registrations.take(for: context.peer, at: sessions.clock.now())
        let hash = try await dependencies.hasher.hash(signal.password, for: .stranger)
        let user = User(
            id: Identifier.random(length: 16), email: wanted.email, username: wanted.username, name: wanted.name,
            passwordHash: hash, createdAt: sessions.clock.now())
        let issued = sessions.begin(for: user.id, device: device)
        let earlier = try await dependencies.store.write(deadline: context.deadline) { transaction -> Registration? in
            if let keyDigest, let earlier = try transaction.registration(keyDigest: keyDigest) { return earlier }
            try Self.refuseTaken(user, in: transaction)
            try transaction.add(user)
            if let keyDigest {
                try transaction.add(
                    Registration(
                        keyDigest: keyDigest, contentDigest: contentDigest, userID: user.id, createdAt: user.createdAt))
            }
            try transaction.record(.userRegistered(user), at: user.createdAt)
            // A new user has no other sessions that could end.
            try sessions.keep(issued.session, in: transaction, noting: EndedSessions())
            return nil
        }
        if let earlier { return try await repeated(earlier, contentDigest, signal, context) }
        context.note?.concerns(user.id)
        return AuthSignal.SignedIn(
            user, issued, deviceCookie: try dependencies.cookies.cookie(of: user.id, device: nil))
    }

    private func check(
        _ signal: AuthSignal.Register
    ) throws(Fault) -> (email: EmailAddress, username: Username?, name: String) {
        try Fault.requireFilled(signal.email, "email")
        guard !signal.password.isEmpty else { throw .emptyField("password") }
        try Fault.requireFilled(signal.name, "name")
        try Fault.requireFilled(signal.username, "username")
        guard let email = EmailAddress(signal.email) else { throw .invalidEmail }
        if let name = signal.name, !Self.isName(name) {
            throw .invalidArgument("name", .tooLongPlainText, ["most": .number(Self.longestName)])
        }
        let username = signal.username.flatMap { Username($0) }
        if signal.username != nil, username == nil { throw .invalidUsername }
        let name = signal.name ?? email.text
        let knownNames = [email.key, email.localPart, name] + (username.map { [$0.text] } ?? [])
        try dependencies.policy.check(signal.password, field: "password", knownNames: knownNames)
        return (email, username, name)
    }

    private static func isName(_ text: String) -> Bool {
        // An upper bound in bytes: a character may consist of any number of code points.
        text.utf8.count <= 8 * longestName && text.count <= longestName && PlainText.isPlain(text)
    }

    private static func refuseTaken(_ user: User, in transaction: any AuthTransaction) throws {
        if let email = user.email, try transaction.user(email: email) != nil { throw Fault.emailTaken }
        if let username = user.username, try transaction.user(username: username) != nil { throw Fault.usernameTaken }
    }

    /// Answers a repeated registration with a session, if nothing has changed.
    private func repeated(
        _ earlier: Registration, _ contentDigest: [UInt8], _ signal: AuthSignal.Register, _ context: SignalContext
    ) async throws -> AuthSignal.SignedIn {
        guard earlier.contentDigest == contentDigest else { throw Self.keyOfAnother }
        let user: User
        do {
            user = try await dependencies.gate.check(
                signal.password, countedBy: .login(signal.email, from: context.peer), context: context
            ) { try $0.user(id: earlier.userID) }
        } catch let fault as Fault where fault.code == .invalidCredentials {
            throw Self.keyOfAnother
        }
        let sessions = dependencies.sessions
        let issued = sessions.begin(for: user.id, device: try DeviceRules.checked(signal.device))
        let ended = EndedSessions()
        try await dependencies.store.write(deadline: context.deadline) { transaction in
            // Checked again in the transaction: the password or the codes may have changed since.
            guard try transaction.user(id: user.id)?.passwordHash == user.passwordHash else { throw Self.keyOfAnother }
            guard try transaction.totp(of: user.id)?.confirmedAt == nil else { throw Self.codesAreOn }
            try sessions.keep(issued.session, in: transaction, noting: ended)
        }
        sessions.revoke(ended)
        return AuthSignal.SignedIn(
            user, issued, deviceCookie: try dependencies.cookies.cookie(of: user.id, device: nil))
    }

    private static let keyOfAnother = Fault(.conflict, .keyUsedToRegister)
    private static let codesAreOn = Fault(.codeRequired, .registeredAndCodesOn)
}
