import Coordination
import Domain
import Signals

/// Begins a session for the one who knows the password.
struct LoginInteractor: Interactor {
    struct Request: Sendable {
        let login: String
        let password: String
        let device: String?
    }

    static let longestDevice = 100
    /// How often the check begins anew because the password's hash changed under way.
    private static let mostRounds = 3

    let store: any AuthStore
    let hasher: any PasswordHashing
    let sessions: SessionMaker
    let gate: PasswordGate

    /// Sent twice it begins two sessions, whatever the idempotency key: answers with secrets are not kept.
    /// - Throws: ``Fault``, first match wins: `emptyField`, `invalidArgument` (device), `tooManyAttempts`, `invalidCredentials`.
    func execute(_ request: Request, context: SignalContext) async throws -> SignedInUser {
        guard !request.login.allSatisfy(\.isWhitespace) else { throw Fault.emptyField("login") }
        guard !request.password.isEmpty else { throw Fault.emptyField("password") }
        let device = request.device.flatMap { $0.isEmpty ? nil : $0 }
        if let device, device.utf8.count > 4 * Self.longestDevice || device.count > Self.longestDevice {
            throw Fault.invalidArgument("device", "must have at most \(Self.longestDevice) characters")
        }
        let key = LoginKey(login: request.login)
        for _ in 0..<Self.mostRounds {
            let user = try await gate.check(request.password, countedBy: key, deadline: context.deadline) {
                try $0.user(login: request.login)
            }
            // The plain password is known now and never again: the moment to hash it as we do today.
            let newHash = hasher.needsRehash(user.passwordHash) ? try await hasher.hash(request.password) : nil
            let issued = sessions.begin(for: user.id, device: device)
            let ended = try await store.write(deadline: context.deadline) { transaction -> [AuthSession]? in
                // Changed meanwhile: a session must not come of a password that counts no more.
                guard try transaction.user(id: user.id)?.passwordHash == user.passwordHash else { return nil }
                if let newHash { try transaction.setPasswordHash(newHash, of: user.id) }
                try transaction.setAttempts(.none, by: key)
                return try sessions.keep(issued.session, in: transaction)
            }
            guard let ended else { continue }
            sessions.revoke(ended)
            return SignedInUser(user: user, issued: issued)
        }
        throw Fault(
            .overloaded, "The account is being changed at this moment; try again.", retryAfterMilliseconds: 1000)
    }
}
