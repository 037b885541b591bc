import Coordination
import Domain
import Foundation
import Hosting
import Identity
import Signals
import Sodium
import Storage
import StrictJSON
import Synchronization
import TestSupport

@testable import AuthService

/// The store under the rules. The same tests hold for both.
enum StoreKind: CaseIterable, Sendable {
    case inMemory
    case sqlite
}

/// Auth without sockets: its use cases over a store of either kind, a stopped clock and a counting hasher.
final class AuthHouse: Sendable {
    let store: any AuthStore
    let clock: SteppedClock
    let hasher: CountingHasher
    let revoked = RevokedSessions()
    let service: UseCaseService
    let issuer: TokenIssuer
    let telegram: TelegramParts
    private let events: @Sendable () async throws -> [Event]

    init(
        store: any AuthStore, clock: SteppedClock, hasher: CountingHasher, vaultKey: SecretBytes, mayRegister: Bool,
        registrations: Int, events: @escaping @Sendable () async throws -> [Event]
    ) async throws {
        self.store = store
        self.clock = clock
        self.hasher = hasher
        self.events = events
        issuer = TokenIssuer(key: TokenSigningKey(), clock: clock.wallClock)
        telegram = TelegramParts(
            setup: TelegramSetup(
                bot: SteadyTelegramBot(), proofKey: TelegramProofKey(token: TelegramStandIn.token),
                mayRegister: mayRegister, wake: {}),
            store: store, clock: clock.wallClock,
            webhookSecretDigest: Digest.blake2b256(Array(Self.webhookSecret.utf8)))
        service = UseCaseService(
            AuthUseCases.all(
                try await AuthAssembly.dependencies(
                    store: store, hasher: hasher,
                    sessions: SessionMaker(issuer: issuer, clock: clock.wallClock, revoker: revoked),
                    vault: FactorVault(key: vaultKey), telegram: telegram, registrations: registrations)))
        // The hash that no password has does not count.
        hasher.forget()
    }

    /// Runs `body` with a house and removes it afterwards.
    static func with(
        _ kind: StoreKind, clock: SteppedClock = SteppedClock(), hasher: CountingHasher = CountingHasher(),
        vaultKey: SecretBytes = .random(count: SecretBox.keyCount), mayRegister: Bool = true,
        registrations: Int = AuthSettings.registrations.defaultValue,
        _ body: (AuthHouse) async throws -> Void
    ) async throws {
        switch kind {
        case .inMemory:
            let store = InMemoryAuthStore()
            try await body(
                try await AuthHouse(
                    store: store, clock: clock, hasher: hasher, vaultKey: vaultKey, mayRegister: mayRegister,
                    registrations: registrations, events: { try store.events() }))
        case .sqlite:
            try await TemporaryDatabase.with { database in
                try await with(
                    database, clock: clock, hasher: hasher, vaultKey: vaultKey, mayRegister: mayRegister,
                    registrations: registrations, body)
            }
        }
    }

    /// Runs `body` with a house over a database that outlives it.
    static func with(
        _ database: TemporaryDatabase, clock: SteppedClock = SteppedClock(), hasher: CountingHasher = CountingHasher(),
        vaultKey: SecretBytes = .random(count: SecretBox.keyCount), mayRegister: Bool = true,
        registrations: Int = AuthSettings.registrations.defaultValue,
        _ body: (AuthHouse) async throws -> Void
    ) async throws {
        let store = try await Store.open(at: database.path, migrations: AuthMigrations.all)
        do {
            try await body(
                try await AuthHouse(
                    store: SQLiteAuthStore(store, clock: clock.wallClock), clock: clock, hasher: hasher,
                    vaultKey: vaultKey, mayRegister: mayRegister, registrations: registrations,
                    events: { try await store.events(after: 0, limit: 10_000) }))
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// Sends a signal as the owner of `session`, or as nobody.
    ///
    /// - Parameter process: The id of the calling process.
    func send<S: Signal>(
        _ signal: S, as session: AuthSignal.Session? = nil, key: String? = nil, deadline: Instant? = nil,
        from process: Int32? = nil
    ) async throws -> S.Answer {
        guard let handler = service.handler(for: S.self) else { throw Fault.methodNotFound(S.method) }
        let caller: Caller =
            session.map {
                .user(UserSession(userID: $0.userId, sessionID: $0.id, expiresAt: $0.expiresAt))
            } ?? .anonymous
        let peer = process.map { RequestPeer.process(userID: 1000, processID: $0) }
        return try await handler(
            signal, SignalContext(caller: caller, deadline: deadline, idempotencyKey: key, peer: peer))
    }

    /// Returns the fault that answers a signal; nil for an answer.
    func fault<S: Signal>(
        of signal: S, as session: AuthSignal.Session? = nil, key: String? = nil, deadline: Instant? = nil,
        from process: Int32? = nil
    ) async throws -> Fault? {
        do {
            _ = try await send(signal, as: session, key: key, deadline: deadline, from: process)
            return nil
        } catch let fault as Fault {
            return fault
        }
    }

    /// Sends a signal as a service.
    func send<S: Signal>(_ signal: S, asService name: String, key: String? = nil) async throws -> S.Answer {
        guard let handler = service.handler(for: S.self) else { throw Fault.methodNotFound(S.method) }
        return try await handler(signal, SignalContext(caller: .service(name), idempotencyKey: key))
    }

    /// Registers Anna and returns the answer.
    func registerAnna() async throws -> AuthSignal.SignedIn {
        try await send(
            AuthSignal.Register(email: "anna@example.org", password: Self.password, name: "Anna", username: "anna"))
    }

    /// The secret of a webhook's updates.
    static let webhookSecret = "a-webhooks-secret-0123456789"

    static let password = "verdant harbour lamp 7"

    func login(
        _ login: String = "anna@example.org", _ password: String = AuthHouse.password, code: String? = nil,
        device: String? = nil, cookie: String? = nil
    ) -> AuthSignal.Login {
        AuthSignal.Login(login: login, password: password, code: code, device: device, deviceCookie: cookie)
    }

    /// Turns one-time codes on, and advances the clock, because the code that confirmed them is used up.
    func enrol(_ session: AuthSignal.Session) async throws -> (app: AuthenticatorApp, recoveryCodes: [String]) {
        let begun = try await send(AuthSignal.BeginTOTP(password: Self.password), as: session)
        let app = try AuthenticatorApp(secret: begun.secret)
        let confirmed = try await send(AuthSignal.ConfirmTOTP(code: app.code(at: clock.now)), as: session)
        clock.advance(by: TOTP.step)
        return (app, confirmed.recoveryCodes)
    }

    /// Returns the types of the events so far.
    func eventTypes() async throws -> [String] { try await events().map(\.type) }

    /// Returns the facts of the events of one type so far.
    func facts<Facts: Decodable>(_ type: String, as facts: Facts.Type) async throws -> [Facts] {
        try await events().filter { $0.type == type }.map { try JSONDocument($0.data).root.decode(Facts.self) }
    }
}

/// A recorder of revoked sessions.
final class RevokedSessions: SessionRevoker {
    private let sessions = Mutex<[String: Instant]>([:])

    var ids: Set<String> { Set(sessions.withLock { $0 }.keys) }

    func revoke(sessionID: String, until expiresAt: Instant) {
        sessions.withLock { $0[sessionID] = expiresAt }
    }
}

/// A database file of one test, removed afterwards.
struct TemporaryDatabase: Sendable {
    let directory: String
    var path: String { directory + "/auth.db" }

    static func with(_ body: (TemporaryDatabase) async throws -> Void) async throws {
        let database = TemporaryDatabase(directory: NSTemporaryDirectory() + "/kopilka-auth-" + Identifier.random())
        try FileManager.default.createDirectory(atPath: database.directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: database.directory) }
        try await body(database)
    }
}
