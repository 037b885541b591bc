import Coordination
import Domain
import Identity
import Signals
import Sodium
import Storage
import TestSupport
import Transport

@testable import AuthService
@testable import LedgerService

/// How the services hang together.
enum Wiring: CaseIterable {
    /// Action services in one tree in this process.
    case inMemory
    /// Processes of their own, at the end of links.
    case sockets
}

/// Auth and ledger at the branches of one tree. Who sends a signal into it cannot tell how they are wired.
final class WiredBank: Sendable {
    /// Where signals are sent from.
    let entrance = RelayCoordinator()
    private let root = RelayCoordinator()
    private let house: RunningHouse?
    private let directory = TemporaryDirectory()
    private let loop: SocketLoop?
    private let links: [ServiceLink]
    private let stores: [Store]
    private let authenticator: TokenAuthenticator

    init(_ wiring: Wiring) async throws {
        root.startFlow(entrance)
        let keys: KeyDirectory
        switch wiring {
        case .sockets:
            let (house, loop) = (RunningHouse(), SocketLoop())
            for service in ["auth", "ledger"] { try await house.start(service) }
            links = ["auth", "ledger"].map { ServiceLink(service: $0, runDirectory: house.runDirectory, loop: loop) }
            for link in links { root.startFlow(LinkCoordinator(link)) }
            (self.house, self.loop, stores) = (house, loop, [])
            keys = try KeyDirectory(dataDirectory: house.dataDirectory)
        case .inMemory:
            (house, loop, links) = (nil, nil, [])
            let database = try await Store.open(at: directory.file("auth.db"), migrations: AuthMigrations.all)
            let books = try await SQLiteLedgerStore.open(at: directory.file("ledger.db"))
            keys = try KeyDirectory(dataDirectory: directory.path)
            let quick = PasswordHash.Cost(operations: 1, memoryBytes: 8192)
            let people = SQLiteAuthStore(database, clock: .system)
            let auth = try await AuthAssembly.dependencies(
                store: people,
                hasher: ArgonPasswordHasher(cost: quick, threads: HashingThreads(count: 1)),
                sessions: SessionMaker(
                    issuer: TokenIssuer(key: try keys.signingKey(of: .auth), clock: .system), clock: .system,
                    revoker: TokenAuthenticator(service: .auth, keys: keys, clock: .system)),
                vault: FactorVault(key: try keys.storageKey(of: .auth)),
                telegram: TelegramParts(store: people, clock: .system))
            root.startFlow(UseCaseService(AuthUseCases.all(auth)))
            root.startFlow(
                UseCaseService(LedgerUseCases.all(LedgerDependencies(store: books, clock: .system))))
            stores = [database, books.store]
        }
        authenticator = TokenAuthenticator(service: .auth, keys: keys, clock: .system)
    }

    /// What accompanies the signals of a person: the token, and who it proves them to be.
    func context(of session: AuthSignal.Session, key: String? = nil) throws -> SignalContext {
        SignalContext(
            caller: try authenticator.caller(presenting: session.token), idempotencyKey: key, session: session.token)
    }

    func close() async {
        root.finishFlow()
        for link in links { await link.close() }
        await loop?.stop()
        for store in stores { await store.close() }
    }
}
