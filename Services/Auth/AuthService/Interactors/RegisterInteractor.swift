import Coordination
import Domain
import Signals

/// Makes a user and a session.
///
/// Sent again with the same idempotency key and the same content, password included, it begins another session of the
/// same user and makes nobody: the first answer held secrets, which are not kept to be repeated. It is a way in beside
/// signing in, so it ends where signing in asks for more than the password: once one-time codes are on. The password is
/// hashed before anybody looks whether the address is taken, so that both take equally long.
struct RegisterInteractor: Interactor {
    struct Request: Sendable {
        let email: String
        let password: String
        let name: String?
        let username: String?
        let device: String?
    }

    static let longestName = 100

    let store: any AuthStore
    let hasher: any PasswordHashing
    let sessions: SessionMaker
    let gate: PasswordGate
    let policy: PasswordPolicy
    let cookies: DeviceCookies
    let bound: RegistrationBound

    /// - Throws: ``Fault``, first match wins: `emptyField`, `invalidEmail`, `invalidArgument`, `weakPassword`, `conflict` (the key was
    ///   used for something else), `codeRequired` (sent again, and one-time codes are on by now), `tooManyAttempts`,
    ///   `emailTaken`, `usernameTaken`.
    func execute(_ request: Request, context: SignalContext) async throws -> SignedInUser {
        let wanted = try check(request)
        let device = try LoginInteractor.checked(device: request.device)
        let contentDigest = Registration.digest(
            email: wanted.email.key, name: request.name, username: request.username)
        let keyDigest = context.idempotencyKey.map(Registration.digest(ofKey:))
        if let keyDigest {
            let earlier = try await store.read { try $0.registration(keyDigest: keyDigest) }
            if let earlier { return try await repeated(earlier, contentDigest, request, context) }
        }
        try bound.take(for: context.peer, at: sessions.clock.now())
        let hash = try await hasher.hash(request.password, for: .stranger)
        let user = User(
            id: Identifier.random(length: 16), email: wanted.email, username: wanted.username, name: wanted.name,
            passwordHash: hash, createdAt: sessions.clock.now())
        let issued = sessions.begin(for: user.id, device: device)
        let earlier = try await store.write(deadline: context.deadline) { transaction -> Registration? in
            if let keyDigest, let earlier = try transaction.registration(keyDigest: keyDigest) { return earlier }
            try refuseTaken(user, in: transaction)
            try transaction.add(user)
            if let keyDigest {
                try transaction.add(
                    Registration(
                        keyDigest: keyDigest, contentDigest: contentDigest, userID: user.id, createdAt: user.createdAt))
            }
            try transaction.record(.userRegistered(user), at: user.createdAt)
            // A new user has no other sessions that could end.
            _ = try sessions.keep(issued.session, in: transaction)
            return nil
        }
        if let earlier { return try await repeated(earlier, contentDigest, request, context) }
        context.note?.concerns(user.id)
        return SignedInUser(
            user: user, issued: issued, deviceCookie: try cookies.cookie(of: user.id, device: nil))
    }

    private func check(_ request: Request) throws(Fault) -> (email: EmailAddress, username: Username?, name: String) {
        try requireFilled(request.email, "email")
        guard !request.password.isEmpty else { throw .emptyField("password") }
        if let name = request.name { try requireFilled(name, "name") }
        if let username = request.username { try requireFilled(username, "username") }
        guard let email = EmailAddress(request.email) else {
            throw Fault.invalidEmail
        }
        if let name = request.name, !isName(name) {
            throw .invalidArgument("name", "must have at most \(Self.longestName) characters, control characters none")
        }
        let username = request.username.flatMap { Username($0) }
        if request.username != nil, username == nil {
            throw Fault.invalidUsername
        }
        let name = request.name ?? email.text
        let knownNames = [email.key, email.localPart, name] + (username.map { [$0.text] } ?? [])
        try policy.check(request.password, field: "password", knownNames: knownNames)
        return (email, username, name)
    }

    private func isName(_ text: String) -> Bool {
        // A character may consist of any number of code points; a name may not.
        text.utf8.count <= 8 * Self.longestName && text.count <= Self.longestName
            && PlainText.isPlain(text)
    }

    private func requireFilled(_ text: String, _ field: String) throws(Fault) {
        if text.allSatisfy(\.isWhitespace) { throw Fault.emptyField(field) }
    }

    private func refuseTaken(_ user: User, in transaction: any AuthTransaction) throws {
        if let email = user.email, try transaction.user(email: email) != nil {
            throw Fault.emailTaken
        }
        if let username = user.username, try transaction.user(username: username) != nil {
            throw Fault.usernameTaken
        }
    }

    /// The same registration once more: a session, if all is as it was.
    private func repeated(
        _ earlier: Registration, _ contentDigest: [UInt8], _ request: Request, _ context: SignalContext
    ) async throws -> SignedInUser {
        guard earlier.contentDigest == contentDigest else { throw Self.keyOfAnother }
        let user: User
        do {
            user = try await gate.check(
                request.password, countedBy: .login(request.email, from: context.peer), context: context
            ) { try $0.user(id: earlier.userID) }
        } catch let fault as Fault where fault.code == .invalidCredentials {
            throw Self.keyOfAnother
        }
        let issued = sessions.begin(for: user.id, device: try LoginInteractor.checked(device: request.device))
        let ended = try await store.write(deadline: context.deadline) { transaction in
            // Looked at where the session begins: what was right a moment ago may count no more.
            guard try transaction.user(id: user.id)?.passwordHash == user.passwordHash else { throw Self.keyOfAnother }
            guard try transaction.totp(of: user.id)?.confirmedAt == nil else { throw Self.codesAreOn }
            return try sessions.keep(issued.session, in: transaction)
        }
        sessions.revoke(ended)
        return SignedInUser(
            user: user, issued: issued, deviceCookie: try cookies.cookie(of: user.id, device: nil))
    }

    private static let keyOfAnother = Fault(
        .conflict, "This idempotency key was used to register something else; use a new one.")
    private static let codesAreOn = Fault(
        .codeRequired,
        "This account exists already, and signing in to it needs a one-time code by now. Sign in with a code.")
}

extension Fault {
    static let invalidEmail = Fault(
        .invalidEmail, "This is not an email address such as anna@example.org.", field: "email")

    static let emailTaken = Fault(
        .emailTaken, "There is an account with this email already; sign in instead.", field: "email")

    /// A field that must be filled is empty.
    static func emptyField(_ field: String) -> Fault {
        Fault(.emptyField, "\(field) must not be empty.", field: field)
    }
}
