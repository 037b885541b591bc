import Coordination
import Domain
import Storage
import Synchronization
import TestSupport

@testable import AuthService

/// Auth's store in memory. A transaction that throws is rolled back.
final class InMemoryAuthStore: AuthStore {
    struct Content: Sendable {
        var users: [String: User] = [:]
        var sessions: [String: AuthSession] = [:]
        var attempts: [LoginKey: FailedAttempts] = [:]
        var registrations: [[UInt8]: Registration] = [:]
        var factors: [String: TOTPFactor] = [:]
        var recoveryCodes: [String: Set<[UInt8]>] = [:]
        var resets: [String: PasswordReset] = [:]
        var departed: [DepartedSession] = []
        var passkeys: [String: Passkey] = [:]
        var passkeyUses: [[UInt8]: PasskeyUse] = [:]
        var telegram = InMemoryTelegram()
        var facts: [(fact: AuthFact, time: Instant)] = []
        var replies = InMemoryReplies()
        var lookups = 0
    }

    private let content = Mutex(Content())

    /// How often somebody has asked for the answer to a repeated request.
    var lookups: Int { content.withLock { $0.lookups } }

    func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any AuthTransaction) throws -> Value
    ) async throws -> Value {
        try content.withLock { content in
            let transaction = InMemoryAuthTransaction(content)
            let value = try body(transaction)
            content = transaction.content
            return value
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any AuthReading) throws -> Value) async throws -> Value {
        try body(InMemoryAuthTransaction(content.withLock { $0 }))
    }

    func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (any AuthTransaction) throws -> S.Answer
    ) async throws -> S.Answer {
        try await onceOrRefused(signal, by: caller, context: context) { .success(try body($0)) }
    }

    func onceOrRefused<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext,
        _ body: @escaping @Sendable (any AuthTransaction) throws -> Result<S.Answer, Fault>
    ) async throws -> S.Answer {
        try content.withLock { content in
            if let before = try content.replies.answer(to: signal, by: caller, context: context) { return before }
            let transaction = InMemoryAuthTransaction(content)
            let outcome = try body(transaction)
            content = transaction.content
            let answer = try outcome.get()
            try content.replies.keep(answer, to: signal, by: caller, context: context)
            return answer
        }
    }

    func answerBefore<S: Signal>(
        to signal: S, by caller: String, context: SignalContext
    ) async throws -> S.Answer? {
        try content.withLock { content in
            content.lookups += 1
            return try content.replies.answer(to: signal, by: caller, context: context)
        }
    }

    func events() throws -> [Event] {
        try content.withLock { $0.facts }.enumerated().map { index, entry in
            Event(
                sequence: Int64(index + 1), type: entry.fact.type, subject: entry.fact.subject, time: entry.time,
                data: try entry.fact.data())
        }
    }
}

final class InMemoryAuthTransaction: AuthTransaction {
    var content: InMemoryAuthStore.Content

    init(_ content: InMemoryAuthStore.Content) { self.content = content }

    func user(id: String) -> User? { content.users[id] }
    func user(email: EmailAddress) -> User? { content.users.values.first { $0.email == email } }
    func user(username: Username) -> User? { content.users.values.first { $0.username == username } }
    func session(id: String) -> AuthSession? { content.sessions[id] }
    func sessions(of userID: String) -> [AuthSession] {
        content.sessions.values.filter { $0.userID == userID }
            .sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }
    }
    func endedSessions(withTokensAt now: Instant) -> [AuthSession] {
        content.sessions.values.filter { $0.endedAt != nil && $0.tokenExpiresAt > now }
    }
    func attempts(by key: LoginKey) -> FailedAttempts { content.attempts[key] ?? .none }
    func registration(keyDigest: [UInt8]) -> Registration? { content.registrations[keyDigest] }
    func totp(of userID: String) -> TOTPFactor? { content.factors[userID] }
    func recoveryCodeDigests(of userID: String) -> [[UInt8]] { Array(content.recoveryCodes[userID] ?? []) }
    func passwordReset(of userID: String) -> PasswordReset? { content.resets[userID] }
    func departedSessions(withTokensAt now: Instant) -> [DepartedSession] {
        content.departed.filter { $0.tokenExpiresAt > now }
    }

    func passkey(id: String) -> Passkey? { content.passkeys[id] }
    func passkey(credentialID: [UInt8]) -> Passkey? {
        content.passkeys.values.first { $0.credentialID == credentialID }
    }
    func passkeys(of userID: String) -> [Passkey] {
        content.passkeys.values.filter { $0.userID == userID }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }
    func passkeyUse(digest: [UInt8]) -> PasskeyUse? { content.passkeyUses[digest] }
    func save(_ passkey: Passkey) { content.passkeys[passkey.id] = passkey }
    func removePasskey(id: String) { content.passkeys[id] = nil }
    func add(_ use: PasskeyUse) { content.passkeyUses[use.digest] = use }

    func add(_ user: User) { content.users[user.id] = user }
    func setPasswordHash(_ hash: String, of userID: String) { content.users[userID]?.passwordHash = hash }
    func setEmail(_ email: EmailAddress, of userID: String) { content.users[userID]?.email = email }
    func setUsername(_ username: Username, of userID: String) { content.users[userID]?.username = username }
    func setZone(_ zone: UserZone, of userID: String) { content.users[userID]?.zone = zone }
    func save(_ session: AuthSession) { content.sessions[session.id] = session }
    func forgetSession(id: String) { content.sessions[id] = nil }
    func setAttempts(_ attempts: FailedAttempts, by key: LoginKey) {
        content.attempts[key] = attempts.count == 0 ? nil : attempts
    }
    func add(_ registration: Registration) { content.registrations[registration.keyDigest] = registration }
    func save(_ factor: TOTPFactor) { content.factors[factor.userID] = factor }
    func removeTOTP(of userID: String) { content.factors[userID] = nil }
    func setRecoveryCodes(_ digests: [[UInt8]], of userID: String) { content.recoveryCodes[userID] = Set(digests) }
    func useRecoveryCode(_ digest: [UInt8], of userID: String) -> Bool {
        content.recoveryCodes[userID]?.remove(digest) != nil
    }
    func save(_ reset: PasswordReset) { content.resets[reset.userID] = reset }
    func removePasswordReset(of userID: String) { content.resets[userID] = nil }
    func erase(_ user: User, at now: Instant) throws {
        for key in LoginKey.all(of: user, sessions: sessions(of: user.id)) { content.attempts[key] = nil }
        for session in sessions(of: user.id) {
            if session.tokenExpiresAt > now {
                content.departed.append(DepartedSession(id: session.id, tokenExpiresAt: session.tokenExpiresAt))
            }
            content.sessions[session.id] = nil
        }
        if let link = telegramLink(userID: user.id) {
            content.telegram.replies.removeAll { $0.reply.chat == link.telegramID }
        }
        forgetTelegramLink(userID: user.id)
        content.telegram.attempts = content.telegram.attempts.filter {
            $0.value.userID != user.id && $0.value.purpose != .link(userID: user.id)
        }
        content.factors[user.id] = nil
        content.recoveryCodes[user.id] = nil
        content.resets[user.id] = nil
        for passkey in passkeys(of: user.id) {
            content.attempts[LoginKey(passkey: passkey.credentialID)] = nil
            content.passkeys[passkey.id] = nil
        }
        content.passkeyUses = content.passkeyUses.filter { $0.value.userID != user.id }
        content.registrations = content.registrations.filter { $0.value.userID != user.id }
        forgetTelegramLink(userID: user.id)
        content.users[user.id] = nil
    }
    func record(_ fact: AuthFact, at time: Instant) { content.facts.append((fact, time)) }
}
