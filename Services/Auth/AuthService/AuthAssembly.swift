import Coordination
import Domain
import Identity

/// Builds auth: the only place that names its concrete types together.
public struct AuthAssembly {
    /// Builds the action service over any store, and has the tokens of sessions refused that ended before the start.
    static func service(
        store: any AuthStore, hasher: any PasswordHashing, issuer: TokenIssuer, clock: WallClock,
        revoker: any SessionRevoker
    ) async throws -> AuthActionService {
        let gate = PasswordGate(
            store: store, hasher: hasher, clock: clock, turns: AttemptTurns(),
            nobodysHash: try await hasher.hash(Identifier.random(length: 26)))
        let sessions = SessionMaker(issuer: issuer, clock: clock, revoker: revoker)
        let policy = PasswordPolicy()
        let now = clock.now()
        sessions.revoke(try await store.read { try $0.endedSessions(withTokensAt: now) })
        return AuthActionService(
            AuthActionService.Interactors(
                register: RegisterInteractor(
                    store: store, hasher: hasher, sessions: sessions, gate: gate, policy: policy),
                login: LoginInteractor(store: store, hasher: hasher, sessions: sessions, gate: gate),
                refresh: RefreshInteractor(store: store, sessions: sessions),
                endSession: EndSessionInteractor(store: store, sessions: sessions),
                account: AccountInteractor(store: store),
                sessions: SessionsInteractor(store: store, clock: clock),
                changePassword: ChangePasswordInteractor(
                    store: store, hasher: hasher, sessions: sessions, gate: gate, policy: policy)),
            keys: [issuer.publicKey])
    }
}
