import Coordination
import Identity
import Signals

/// Lists the public keys that verify the tokens of users, the current signing key first.
struct ListKeys: UseCase {
    let dependencies: AuthDependencies

    func answer(_ signal: AuthSignal.Keys, context: SignalContext) async throws -> AuthSignal.KeyList {
        let key = dependencies.sessions.issuer.publicKey
        return AuthSignal.KeyList(keys: [AuthSignal.Key(id: key.id, key: key.text)])
    }
}
