import Coordination
import Identity
import Signals

/// Lists the public keys that tokens of users are checked with, the one that signs now first.
struct ListKeys: UseCase {
    let dependencies: AuthDependencies

    func answer(_ signal: AuthSignal.Keys, context: SignalContext) async throws -> AuthSignal.KeyList {
        let key = dependencies.sessions.issuer.publicKey
        return AuthSignal.KeyList(keys: [AuthSignal.Key(id: key.id, key: key.text)])
    }
}
